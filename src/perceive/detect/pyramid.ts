import type { Pixels } from '../../imaging/decode.ts'
import type { Region } from './tiles.ts'

/** The picture and its halves, each made once and only where a model needs something that small. */
export class Pyramid {
  readonly width: number
  readonly height: number
  readonly #levels: Pixels[]

  constructor(pixels: Pixels) {
    this.width = pixels.width
    this.height = pixels.height
    this.#levels = [pixels]
  }

  /** The smallest level that still has `across` pixels in `region`: bilinear sampling then leaves no pixel unseen. */
  levelFor(region: Region, across: number, down: number): { pixels: Pixels; scale: number } {
    let level = 0
    while (region.width / 2 ** level >= 2 * across && region.height / 2 ** level >= 2 * down) level++
    while (this.#levels.length <= level) this.#levels.push(halved(this.#levels.at(-1)!))
    return { pixels: this.#levels[level]!, scale: 1 / 2 ** level }
  }
}

/** Each pixel the mean of four; at an odd edge the last row or column stands for the missing one. */
function halved({ width, height, data }: Pixels): Pixels {
  const [across, down] = [Math.ceil(width / 2), Math.ceil(height / 2)]
  const half = new Uint8Array(across * down * 3)
  let at = 0
  for (let row = 0; row < down; row++) {
    let upper = 2 * row * width * 3
    let lower = Math.min(2 * row + 1, height - 1) * width * 3
    for (let column = 0; column < across; column++) {
      const right = 2 * column + 1 < width ? 3 : 0
      for (let channel = 0; channel < 3; channel++, upper++, lower++) {
        half[at++] = (data[upper]! + data[upper + right]! + data[lower]! + data[lower + right]! + 2) >> 2
      }
      upper += 3
      lower += 3
    }
  }
  return { width: across, height: down, data: half }
}
