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
  const columns = placesOf(region.left * scale, region.width * scale, across, pixels.width)
  const rows = placesOf(region.top * scale, region.height * scale, down, pixels.height)
  const source = pixels.data
  const { data, side, step } = tensor
  const [red, green, blue] = tensor.start
  const [redScale, greenScale, blueScale] = tensor.scale
  const [redShift, greenShift, blueShift] = tensor.shift
  for (let row = 0; row < down; row++) {
    const upper = rows.first[row]! * pixels.width
    const lower = rows.second[row]! * pixels.width
    const below = rows.share[row]!
    for (let column = 0; column < across; column++) {
      const left = columns.first[column]!
      const right = columns.second[column]!
      const beside = columns.share[column]!
      const p = (upper + left) * 3
      const q = (upper + right) * 3
      const r = (lower + left) * 3
      const s = (lower + right) * 3
      const b = (1 - below) * beside
      const a = 1 - below - b
      const d = below * beside
      const c = below - d
      const at = (row * side + column) * step
      data[red + at] = (a * source[p]! + b * source[q]! + c * source[r]! + d * source[s]!) * redScale + redShift
      data[green + at] =
        (a * source[p + 1]! + b * source[q + 1]! + c * source[r + 1]! + d * source[s + 1]!) * greenScale + greenShift
      data[blue + at] =
        (a * source[p + 2]! + b * source[q + 2]! + c * source[r + 2]! + d * source[s + 2]!) * blueScale + blueShift
    }
  }
}

function placesOf(start: number, length: number, count: number, size: number) {
  const places = { first: new Int32Array(count), second: new Int32Array(count), share: new Float64Array(count) }
  for (let index = 0; index < count; index++) {
    const at = Math.min(Math.max(start + ((index + 0.5) * length) / count - 0.5, 0), size - 1)
    places.first[index] = Math.floor(at)
    places.second[index] = Math.min(Math.floor(at) + 1, size - 1)
    places.share[index] = at - Math.floor(at)
  }
  return places
}
