const WEIGHT_OF_LAST = 0.2
const LONGEST_WAIT_S = 60

/** How long jobs have lately taken, so that a refused caller is told when to come back. */
export class Pace {
  #meanMs = 0

  /** The returned function is called when the job has ended. */
  start(): () => void {
    const began = performance.now()
    return () => {
      const took = performance.now() - began
      this.#meanMs = this.#meanMs === 0 ? took : this.#meanMs + (took - this.#meanMs) * WEIGHT_OF_LAST
    }
  }

  waitS(queued: number, workers: number): number {
    return Math.min(LONGEST_WAIT_S, Math.max(1, Math.ceil((queued / workers) * (this.#meanMs / 1000))))
  }
}
