const waiting: (() => void)[] = []

/**
 * Resolves when it is this body's turn. Large bodies that arrive together are taken up one in each round of the event
 * loop, so that whoever sent a small request waits for one of them and not for all.
 */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    if (waiting.length === 1) setImmediate(next)
  })
}

function next(): void {
  waiting[0]!()
  waiting.shift()
  if (waiting.length > 0) setImmediate(next)
}
