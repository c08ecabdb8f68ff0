import type { Pixels } from '../../imaging/decode.ts'

/** One number a pixel, rows from the top. */
export interface Plane {
  width: number
  height: number
  values: Float32Array
}

const HALF_LIGHT = 14

/** Brightness at a bounded size, as ratios rather than differences: a seam in the shade is a seam. */
export function brightness(pixels: Pixels, longestSide: number): Plane {
  const scale = Math.min(1, longestSide / Math.max(pixels.width, pixels.height))
  const width = Math.max(1, Math.round(pixels.width * scale))
  const height = Math.max(1, Math.round(pixels.height * scale))
  const narrow = averagedAcross(pixels, width)
  const values = new Float32Array(width * height)
  const step = pixels.height / height
  for (let row = 0; row < height; row++) {
    const [from, to] = [row * step, (row + 1) * step]
    for (let above = Math.floor(from); above < Math.min(pixels.height, Math.ceil(to)); above++) {
      const share = (Math.min(to, above + 1) - Math.max(from, above)) / step
      for (let column = 0; column < width; column++) {
        values[row * width + column]! += share * narrow[above * width + column]!
      }
    }
  }
  for (let at = 0; at < values.length; at++) values[at] = Math.log1p(values[at]! / HALF_LIGHT)
  return { width, height, values }
}

function averagedAcross({ width, height, data }: Pixels, narrower: number): Float32Array {
  const averaged = new Float32Array(narrower * height)
  const step = width / narrower
  for (let column = 0; column < narrower; column++) {
    const [from, to] = [column * step, (column + 1) * step]
    for (let left = Math.floor(from); left < Math.min(width, Math.ceil(to)); left++) {
      const share = (Math.min(to, left + 1) - Math.max(from, left)) / step
      for (let row = 0; row < height; row++) {
        const at = (row * width + left) * 3
        const luma = 0.299 * data[at]! + 0.587 * data[at + 1]! + 0.114 * data[at + 2]!
        averaged[row * narrower + column]! += share * luma
      }
    }
  }
  return averaged
}
