import type { Plane } from './plane.ts'

export interface Gradients {
  width: number
  height: number
  across: Float32Array
  down: Float32Array
}

/** From the far taps to the middle one. */
const BELL = [0.06136, 0.24477, 0.38774] as const

export function gradientsOf(plane: Plane): Gradients {
  const { width, height } = plane
  const values = smoothed(plane)
  const across = new Float32Array(width * height)
  const down = new Float32Array(width * height)
  for (let row = 1; row < height - 1; row++) {
    for (let column = 1; column < width - 1; column++) {
      const at = row * width + column
      across[at] = (values[at + 1]! - values[at - 1]!) / 2
      down[at] = (values[at + width]! - values[at - width]!) / 2
    }
  }
  return { width, height, across, down }
}

function smoothed({ width, height, values }: Plane): Float32Array {
  return weighed(weighed(values, width, height, 1), width, height, width)
}

/** With a bell along the rows (stride 1) or the columns (stride of a row); what lies outside repeats the edge. */
function weighed(values: Float32Array, width: number, height: number, stride: number): Float32Array {
  const result = new Float32Array(values.length)
  const last = stride === 1 ? width - 1 : height - 1
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const at = row * width + column
      const place = stride === 1 ? column : row
      const [before, after] = [place > 0 ? stride : 0, place < last ? stride : 0]
      const [twiceBefore, twiceAfter] = [place > 1 ? 2 * stride : before, place < last - 1 ? 2 * stride : after]
      result[at] =
        BELL[0] * (values[at - twiceBefore]! + values[at + twiceAfter]!) +
        BELL[1] * (values[at - before]! + values[at + after]!) +
        BELL[2] * values[at]!
    }
  }
  return result
}

/** The middle of the absolute values: what texture and noise alone amount to. */
export function medianSize(values: Float32Array): number {
  const sizes = new Float32Array(Math.ceil(values.length / 7))
  for (let index = 0; index < sizes.length; index++) sizes[index] = Math.abs(values[index * 7]!)
  sizes.sort()
  return sizes[sizes.length >> 1] ?? 0
}

/** Each row by itself: every value becomes the mean of itself and so many on both sides; outside is nothing. */
export function averagedAcross(values: Float32Array, width: number, height: number, reach: number): Float32Array {
  const result = new Float32Array(values.length)
  for (let row = 0; row < height; row++) {
    const start = row * width
    let sum = 0
    for (let at = -reach; at < width; at++) {
      if (at + reach < width) sum += values[start + at + reach]!
      if (at > reach) sum -= values[start + at - reach - 1]!
      if (at >= 0) result[start + at] = sum / (2 * reach + 1)
    }
  }
  return result
}
