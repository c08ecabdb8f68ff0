import type { Clock } from '../kernel/clock.ts'

const TRIES = 3
const FIRST_PAUSE_MS = 15_000
const LONGEST_PAUSE_MS = 300_000

/** A dead upstream costs a few time-outs, then nothing: calls stop, and one at a time tries whether it is back. */
export class Breaker {
  readonly #clock: Clock
  #failures = 0
  #pausedUntil = 0
  #trying = false

  constructor(clock: Clock) {
    this.#clock = clock
  }

  admits(): boolean {
    if (this.#failures < TRIES) return true
    if (this.#trying || this.#clock().getTime() < this.#pausedUntil) return false
    this.#trying = true
    return true
  }

  /** The call that was admitted last is the one that tries whether the other side is back. */
  isTrying(): boolean {
    return this.#trying
  }

  answered(): void {
    this.#failures = 0
    this.#trying = false
  }

  failed(): void {
    // Calls that were under way when the pause began fail with it: they are the same trouble, not more of it.
    if (this.#failures >= TRIES && !this.#trying) return
    this.#failures += 1
    this.#trying = false
    const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.max(0, this.#failures - TRIES))
    this.#pausedUntil = this.#clock().getTime() + pause
  }

  /** A call that we gave up ourselves says nothing about the other side. */
  abandoned(): void {
    this.#trying = false
  }
}
