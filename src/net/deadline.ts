import { Unreachable } from './unreachable.ts'

export interface Deadline {
  readonly signal: AbortSignal
  clear(): void
}

/** One limit over everything a call does: names, connections, redirects, repeats, bodies. */
export function deadline(timeoutMs: number, caller?: AbortSignal): Deadline {
  const controller = new AbortController()
  const cancel = () => controller.abort(new Unreachable('cancelled', 'The caller went away.'))
  const timer = setTimeout(
    () => controller.abort(new Unreachable('timed_out', `No complete answer came within ${timeoutMs} ms.`)),
    timeoutMs,
  )
  if (caller?.aborted) cancel()
  caller?.addEventListener('abort', cancel, { once: true })
  return {
    signal: controller.signal,
    clear() {
      clearTimeout(timer)
      caller?.removeEventListener('abort', cancel)
    },
  }
}

/** Work that cannot be cancelled is left behind when the signal fires. */
export function orAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
