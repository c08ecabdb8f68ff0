import { cardLayout } from '../card/layout.ts'
import { renderCardPixels } from '../card/raster.ts'
import type { Pixels } from '../types.ts'
import type { Scene } from './scene.ts'
import { toLight } from './skin.ts'

/** The printed card as light it throws back (0..1, linear), averaged over any square of it in constant time. */
export interface Sheet {
  widthMm: number
  heightMm: number
  /** Mean over the square around a point of the card's frame. */
  lightAt(x: number, y: number, sideMm: number): number
}

type Card = NonNullable<Scene['card']>

/** Drawing a card takes as long as photographing it: the last few stay drawn. */
const KEPT = 4
const drawn = new Map<string, { raster: Pixels; sums: Float64Array }>()

export function sheetOf({ paper, dpi, printScale }: Card): Sheet {
  const key = `${paper} ${dpi}`
  let card = drawn.get(key)
  if (!card) {
    const raster = renderCardPixels(cardLayout({ paper, dpi }))
    card = { raster, sums: summed(raster) }
    if (drawn.size === KEPT) drawn.clear()
    drawn.set(key, card)
  }
  return sheet(card.raster, card.sums, (25.4 / dpi) * printScale)
}

/** Paper is not as white as a screen, and toner not as black. */
const PAPER = 0.86
const TONER = 0.03
const LIGHT = Float64Array.from({ length: 256 }, (_, value) => TONER + (PAPER - TONER) * toLight(value / 255))

/** Sums over everything left of and above each corner of a texel, so that any rectangle's mean takes four of them. */
function summed({ width, height, data }: Pixels): Float64Array {
  const stride = width + 1
  const sums = new Float64Array(stride * (height + 1))
  for (let row = 0; row < height; row++) {
    let inRow = 0
    for (let column = 0; column < width; column++) {
      inRow += LIGHT[data[(row * width + column) * 3 + 1]!]!
      sums[(row + 1) * stride + column + 1] = sums[row * stride + column + 1]! + inRow
    }
  }
  return sums
}

function sheet({ width, height }: Pixels, sums: Float64Array, texelMm: number): Sheet {
  const stride = width + 1
  function sumTo(across: number, down: number): number {
    const column = across >= width ? width - 1 : across | 0
    const row = down >= height ? height - 1 : down | 0
    const right = across - column
    const at = row * stride + column
    const upper = sums[at]! + right * (sums[at + 1]! - sums[at]!)
    const lower = sums[at + stride]! + right * (sums[at + stride + 1]! - sums[at + stride]!)
    return upper + (down - row) * (lower - upper)
  }
  return {
    widthMm: width * texelMm,
    heightMm: height * texelMm,
    lightAt(x, y, sideMm) {
      const half = Math.max(0.5, sideMm / texelMm / 2)
      const left = Math.max(0, Math.min(width - 0.01, x / texelMm + width / 2 - half))
      const right = Math.min(width, Math.max(left + 0.01, x / texelMm + width / 2 + half))
      const top = Math.max(0, Math.min(height - 0.01, y / texelMm + height / 2 - half))
      const bottom = Math.min(height, Math.max(top + 0.01, y / texelMm + height / 2 + half))
      const sum = sumTo(right, bottom) - sumTo(left, bottom) - sumTo(right, top) + sumTo(left, top)
      return sum / ((right - left) * (bottom - top))
    },
  }
}
