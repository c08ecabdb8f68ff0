import type { Box } from './boxes.ts'
import type { LineEvidence } from './line-evidence.ts'
import type { Plane } from './plane.ts'

/** Sums of brightness from the upper left corner on, so that the mean of any box is four look-ups. */
export function brightnessSums({ width, height, values }: Plane): Float64Array {
  const sums = new Float64Array((width + 1) * (height + 1))
  for (let row = 0; row < height; row++) {
    let line = 0
    for (let column = 0; column < width; column++) {
      line += values[row * width + column]!
      const at = (row + 1) * (width + 1) + column + 1
      sums[at] = sums[at - width - 1]! + line
    }
  }
  return sums
}

/** Brightness and edges from one side of the box to the other, each column or row as one number. */
export interface Profiles {
  brightness: Float32Array
  edges: Float32Array
}

export function profileAcross(sums: Float64Array, plane: Plane, upright: LineEvidence, box: Box): Profiles {
  const { left, right, top, bottom } = box
  const stride = plane.width + 1
  const brightness = new Float32Array(right - left)
  const edges = new Float32Array(right - left)
  for (let column = left; column < right; column++) {
    const whole =
      sums[bottom * stride + column + 1]! -
      sums[bottom * stride + column]! -
      sums[top * stride + column + 1]! +
      sums[top * stride + column]!
    brightness[column - left] = whole / (bottom - top)
    edges[column - left] = upright.share(column, top, bottom)
  }
  return { brightness, edges }
}

export function profileDown(sums: Float64Array, plane: Plane, level: LineEvidence, box: Box): Profiles {
  const { left, right, top, bottom } = box
  const stride = plane.width + 1
  const brightness = new Float32Array(bottom - top)
  const edges = new Float32Array(bottom - top)
  for (let row = top; row < bottom; row++) {
    const whole =
      sums[(row + 1) * stride + right]! -
      sums[(row + 1) * stride + left]! -
      sums[row * stride + right]! +
      sums[row * stride + left]!
    brightness[row - top] = whole / (right - left)
    edges[row - top] = level.share(row, left, right)
  }
  return { brightness, edges }
}
