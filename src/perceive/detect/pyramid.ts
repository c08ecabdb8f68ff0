import type { Pixels } from '../../imaging/decode.ts'
import { giveBack } from '../../imaging/give-back.ts'
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

  /** The halves; the picture itself is its owner's. */
  giveBack(): void {
    for (const { data } of this.#levels.splice(1)) giveBack(data)
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
  const pairs = Math.floor(width / 2)
  for (let row = 0; row < down; row++) {
    let upper = 2 * row * width * 3
    let lower = Math.min(2 * row + 1, height - 1) * width * 3
    let at = row * across * 3
    for (let pair = 0; pair < pairs; pair++, upper += 6, lower += 6, at += 3) {
      half[at] = (data[upper]! + data[upper + 3]! + data[lower]! + data[lower + 3]! + 2) >> 2
      half[at + 1] = (data[upper + 1]! + data[upper + 4]! + data[lower + 1]! + data[lower + 4]! + 2) >> 2
      half[at + 2] = (data[upper + 2]! + data[upper + 5]! + data[lower + 2]! + data[lower + 5]! + 2) >> 2
    }
    for (let channel = 0; across > pairs && channel < 3; channel++) {
      half[at + channel] = (data[upper + channel]! + data[lower + channel]! + 1) >> 1
    }
  }
  return { width: across, height: down, data: half }
}
