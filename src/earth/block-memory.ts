import type { Samples } from './raster/block.ts'

/** Unpacked blocks, the last used kept longest; whoever asks for a block that is on its way waits for the same one. */
export class BlockMemory {
  readonly #limit: number
  readonly #blocks = new Map<string, Samples>()
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
    this.#bytes += samples.byteLength
    for (const [oldest, { byteLength }] of this.#blocks) {
      if (this.#bytes <= this.#limit) break
      this.#blocks.delete(oldest)
      this.#bytes -= byteLength
    }
  }
}
