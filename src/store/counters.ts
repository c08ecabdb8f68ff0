export interface Taken {
  allowed: boolean
  remaining: number
  /** Whole seconds until the oldest counted call leaves the window. */
  resetS: number
}

export interface Counters {
  take(key: string, limit: number, windowMs: number, now: number): Taken
  readonly size: number
}

interface Window {
  calls: number[]
  windowMs: number
}

const KEYS_KEPT = 50_000

/**
 * Counts calls in this process. In no stretch of `windowMs`, wherever it begins, are more than `limit` allowed; a
 * refused call costs nothing. Memory is bounded: beyond `keysKept` the key longest unseen is forgotten.
 */
export function createCounters(keysKept = KEYS_KEPT): Counters {
  // In order of last use, so that the longest unseen stands first.
  const windows = new Map<string, Window>()

  function forgetTheOld(now: number): void {
    for (const [key, { calls, windowMs }] of windows) {
      const past = calls.at(-1)! + windowMs <= now
      if (!past && windows.size <= keysKept) return
      windows.delete(key)
    }
  }

  return {
    take(key, limit, windowMs, now) {
      if (limit < 1) throw new RangeError('a limit that allows nothing is no limit: do not count')
      const calls = (windows.get(key)?.calls ?? []).filter((at) => at + windowMs > now)
      const allowed = calls.length < limit
      if (allowed) calls.push(now)
      windows.delete(key)
      windows.set(key, { calls, windowMs })
      forgetTheOld(now)
      const resetS = Math.max(1, Math.ceil((calls[0]! + windowMs - now) / 1000))
      return { allowed, remaining: Math.max(0, limit - calls.length), resetS }
    },
    get size() {
      return windows.size
    },
  }
}
