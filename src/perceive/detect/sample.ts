import type { Pyramid } from './pyramid.ts'
import type { Region } from './tiles.ts'

/** How a model wants its picture: where each of red, green and blue begins and by what it is scaled and shifted. */
export interface Tensor {
  data: Float32Array
  /** Pixels in a row of the tensor, whatever part of it the picture fills. */
  side: number
  step: number
  start: readonly [red: number, green: number, blue: number]
  scale: readonly [red: number, green: number, blue: number]
  shift: readonly [red: number, green: number, blue: number]
}

/** Shows `region` in the upper left `across` x `down` pixels of the tensor, bilinear between pixel centres. */
export function sample(pyramid: Pyramid, region: Region, across: number, down: number, tensor: Tensor): void {
  const { pixels, scale } = pyramid.levelFor(region, across, down)
  const columns = placesOf(region.left * scale, region.width * scale, across, pixels.width, 3)
  const rows = placesOf(region.top * scale, region.height * scale, down, pixels.height, pixels.width * 3)
  const source = pixels.data
  const { data, side, step } = tensor
  const [red, green, blue] = tensor.start
  const [redScale, greenScale, blueScale] = tensor.scale.map((scale) => scale / (PARTS * PARTS)) as [
    number,
    number,
    number,
  ]
  const [redShift, greenShift, blueShift] = tensor.shift
  for (let row = 0; row < down; row++) {
    const upper = rows.first[row]!
    const lower = rows.second[row]!
    const below = rows.share[row]!
    const above = PARTS - below
    let at = row * side * step
    for (let column = 0; column < across; column++, at += step) {
      const left = columns.first[column]!
      const right = columns.second[column]!
      const beside = columns.share[column]!
      const p = upper + left
      const q = upper + right
      const r = lower + left
      const s = lower + right
      const a = above * (PARTS - beside)
      const b = above * beside
      const c = below * (PARTS - beside)
      const d = below * beside
      data[red + at] = ((a * source[p]! + b * source[q]! + c * source[r]! + d * source[s]!) | 0) * redScale + redShift
      data[green + at] =
        ((a * source[p + 1]! + b * source[q + 1]! + c * source[r + 1]! + d * source[s + 1]!) | 0) * greenScale +
        greenShift
      data[blue + at] =
        ((a * source[p + 2]! + b * source[q + 2]! + c * source[r + 2]! + d * source[s + 2]!) | 0) * blueScale +
        blueShift
    }
  }
}

/** Whole numbers are quicker than fractions here, and a pixel's place is no more exact than this. */
const PARTS = 256

/** Between which two of `size` places each of `count` samples lies, `stride` apart in memory, and how far along. */
function placesOf(start: number, length: number, count: number, size: number, stride: number) {
  const places = { first: new Int32Array(count), second: new Int32Array(count), share: new Int32Array(count) }
  for (let index = 0; index < count; index++) {
    const at = Math.min(Math.max(start + ((index + 0.5) * length) / count - 0.5, 0), size - 1)
    const before = Math.floor(at)
    places.first[index] = before * stride
    places.second[index] = Math.min(before + 1, size - 1) * stride
    places.share[index] = Math.round((at - before) * PARTS)
  }
  return places
}
