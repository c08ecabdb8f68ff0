import type { Pixels } from '../../imaging/decode.ts'
import type { Region } from './regions.ts'

/** Colours are told in steps of this size, so that a cell's mean does not carry more than it needs to. */
export const COLOUR_STEP = 8

/** The picture with each cell of each region in one colour: the mean of its pixels, and nothing else of them. */
export function mosaicked({ width, height, data }: Pixels, regions: readonly Region[]): Pixels {
  const covered = data.slice()
  for (const { box, cellPx } of regions) {
    const [left, top, right, bottom] = box
    for (let y = top; y < bottom; y += cellPx)
      for (let x = left; x < right; x += cellPx)
        coverCell(data, covered, width, [x, y, Math.min(x + cellPx, right), Math.min(y + cellPx, bottom)])
  }
  return { width, height, data: covered }
}

function coverCell(
  data: Uint8Array,
  covered: Uint8Array,
  width: number,
  [left, top, right, bottom]: Region['box'],
): void {
  let [red, green, blue] = [0, 0, 0]
  for (let y = top; y < bottom; y++)
    for (let at = (y * width + left) * 3; at < (y * width + right) * 3; at += 3) {
      red += data[at]!
      green += data[at + 1]!
      blue += data[at + 2]!
    }
  const count = (right - left) * (bottom - top)
  const colour = [red, green, blue].map((sum) => stepped(sum / count))
  for (let y = top; y < bottom; y++)
    for (let at = (y * width + left) * 3; at < (y * width + right) * 3; at += 3) covered.set(colour, at)
}

function stepped(mean: number): number {
  return Math.min(255, Math.floor(mean / COLOUR_STEP) * COLOUR_STEP + COLOUR_STEP / 2)
}
