const LENGTH = 20

/** A line of progress; nothing to do is all done. */
export function bar(done: number, of: number, after = ''): string {
  const filled = of === 0 ? LENGTH : Math.round((LENGTH * done) / of)
  return `[${'#'.repeat(filled)}${'.'.repeat(LENGTH - filled)}] ${done} of ${of}${after}`
}
