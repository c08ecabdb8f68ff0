import { setImmediate as turn } from 'node:timers/promises'
import { Refusal } from '../../kernel/refusal.ts'

interface Waiting<Entry, Result> {
  entry: Entry
  resolve(result: Result): void
  reject(problem: unknown): void
}

export interface BatchLimits {
  /** Entries committed at once. */
  batch: number
  /** Entries waiting; more are refused rather than kept in memory. */
  queue: number
}

/** Forms batches without a timer: what arrives while one commit runs is the next commit. */
export class Batches<Entry, Result> {
  readonly #commit: (entries: Entry[]) => Promise<Result[]>
  readonly #limits: BatchLimits
  #waiting: Waiting<Entry, Result>[] = []
  #running: Promise<void> | undefined

  constructor(commit: (entries: Entry[]) => Promise<Result[]>, limits: BatchLimits) {
    this.#commit = commit
    this.#limits = limits
  }

  get waiting(): number {
    return this.#waiting.length
  }

  add(entry: Entry): Promise<Result> {
    if (this.#waiting.length >= this.#limits.queue) {
      return Promise.reject(
        new Refusal('busy', 'The log is behind with appending.', {
          retryAfterS: 1,
          fix: { do: 'Send the request again in a second.' },
        }),
      )
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ entry, resolve, reject })
      this.#running ??= this.#run()
    })
  }

  async drained(): Promise<void> {
    await this.#running
  }

  async #run(): Promise<void> {
    do {
      // Callers just answered, or arriving in this same turn, join the next batch.
      await turn()
      const batch = this.#waiting.splice(0, this.#limits.batch)
      try {
        const results = await this.#commit(batch.map(({ entry }) => entry))
        for (const [at, { resolve }] of batch.entries()) resolve(results[at]!)
      } catch (problem) {
        for (const { reject } of batch) reject(problem)
      }
    } while (this.#waiting.length > 0)
    this.#running = undefined
  }
}
