import type { Samples } from './raster/block.ts'

const MOST_BLOCKS = 65_536

/** Unpacked blocks, the last used kept longest; whoever asks for a block that is on its way waits for the same one. */
export class BlockMemory {
  readonly #limit: number
  readonly #blocks = new Map<string, Samples>()
  readonly #uses = new Map<Samples, number>()
  readonly #underWay = new Map<string, Promise<Samples>>()
  #bytes = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  get(key: string, load: () => Promise<Samples>): Samples | Promise<Samples> {
    const kept = this.#blocks.get(key)
    if (kept !== undefined) {
      this.#blocks.delete(key)
      this.#blocks.set(key, kept)
      return kept
    }
    const coming = this.#underWay.get(key)
    if (coming !== undefined) return coming
    const loading = load()
      .then((samples) => {
        this.#keep(key, samples)
        return samples
      })
      .finally(() => this.#underWay.delete(key))
    this.#underWay.set(key, loading)
    return loading
  }

  #keep(key: string, samples: Samples): void {
    this.#blocks.set(key, samples)
    this.#count(samples, 1)
    for (const [oldest, old] of this.#blocks) {
      if (this.#bytes <= this.#limit && this.#blocks.size <= MOST_BLOCKS) break
      this.#blocks.delete(oldest)
      this.#count(old, -1)
    }
  }

  /** Blocks that look alike are one array, and count once. */
  #count(samples: Samples, change: 1 | -1): void {
    const before = this.#uses.get(samples) ?? 0
    const uses = before + change
    if (uses === 0) this.#uses.delete(samples)
    else this.#uses.set(samples, uses)
    if (before === 0) this.#bytes += samples.byteLength
    if (uses === 0) this.#bytes -= samples.byteLength
  }
}
