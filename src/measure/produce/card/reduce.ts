import type { Pixels } from '../types.ts'

export interface Reduced {
  width: number
  height: number
  grey: Uint8Array
  /** Pixels of the picture along one of these. */
  factor: number
}

/** The green of the four pixels around the middle of each square: enough to see markers, without reading every pixel. */
export function reduce({ width, height, data }: Pixels, factor: number): Reduced {
  const columns = Math.floor(width / factor)
  const rows = Math.floor(height / factor)
  const grey = new Uint8Array(columns * rows)
  const first = Math.max(0, Math.floor(factor / 2) - 1)
  const step = factor === 1 ? 0 : factor % 2 === 0 ? 1 : 2
  const right = step * 3
  const below = step * width * 3
  for (let row = 0; row < rows; row++) {
    let at = ((row * factor + first) * width + first) * 3 + 1
    const end = (row + 1) * columns
    for (let index = row * columns; index < end; index++) {
      grey[index] = (data[at]! + data[at + right]! + data[at + below]! + data[at + below + right]! + 2) >> 2
      at += factor * 3
    }
  }
  return { width: columns, height: rows, grey, factor }
}
