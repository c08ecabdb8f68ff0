/** Two files may fail in the same way: it is said once. */
export function together(earlier: string | null, why: string): string {
  return earlier === null || earlier === why ? why : `${earlier}; ${why}`
}

/** Of each pixel without a value, why there is none; one sentence stands for all pixels that it is true of. */
export class Reasons {
  /** Of each pixel the place of its sentence, counted from 1; 0 where nothing is to be said. */
  readonly #causes: Uint16Array
  readonly #sentences: string[] = []
  readonly #places = new Map<string, number>()
  #last = { before: -1, why: '', place: 0 }

  constructor(pixels: number) {
    this.#causes = new Uint16Array(pixels)
  }

  /** After what is known already: an operator mends the one or the other. */
  add(pixel: number, why: string): void {
    const before = this.#causes[pixel]!
    if (this.#last.before !== before || this.#last.why !== why) {
      const earlier = before === 0 ? null : this.#sentences[before - 1]!
      this.#last = { before, why, place: this.#placeOf(together(earlier, why)) }
    }
    this.#causes[pixel] = this.#last.place
  }

  /** Instead of what is known already. */
  settle(pixel: number, why: string | null): void {
    this.#causes[pixel] = 0
    if (why !== null) this.add(pixel, why)
  }

  /** Only what is still true of a pixel. */
  told(): { whys: string[]; causes: Uint16Array } {
    const places = new Uint16Array(this.#sentences.length + 1)
    const whys: string[] = []
    for (const [pixel, cause] of this.#causes.entries()) {
      if (cause === 0) continue
      if (places[cause] === 0) places[cause] = whys.push(this.#sentences[cause - 1]!)
      this.#causes[pixel] = places[cause]!
    }
    return { whys, causes: this.#causes }
  }

  #placeOf(sentence: string): number {
    const place = this.#places.get(sentence) ?? this.#sentences.push(sentence)
    this.#places.set(sentence, place)
    return place
  }
}
