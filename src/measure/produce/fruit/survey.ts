import type { Pixels, Point } from '../types.ts'
import { LIGHT } from './light.ts'

const LONGER_SIDE = 500
const TAPS = 2

/** The whole picture in about five hundred cells across: where to look, never what to measure. */
export interface Survey {
  width: number
  height: number
  /** Image pixels a cell is wide. */
  cell: number
  /** Linear light, three floats a cell. */
  light: Float32Array
}

/** A few pixels of each cell: the picture's own pixels are too many to visit all for a first look. */
export function surveyOf({ width, height, data }: Pixels): Survey {
  const cell = Math.max(1, Math.max(width, height) / LONGER_SIDE)
  const columns = Math.max(1, Math.floor(width / cell))
  const rows = Math.max(1, Math.floor(height / cell))
  const taps = Math.min(TAPS, Math.ceil(cell))
  const light = new Float32Array(columns * rows * 3)
  const lefts = tapsAlong(columns, cell, taps, width)
  const tops = tapsAlong(rows, cell, taps, height)
  const share = 1 / (taps * taps)
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      let red = 0
      let green = 0
      let blue = 0
      for (let down = 0; down < taps; down++) {
        const line = tops[row * taps + down]! * width
        for (let across = 0; across < taps; across++) {
          const at = (line + lefts[column * taps + across]!) * 3
          red += LIGHT[data[at]!]!
          green += LIGHT[data[at + 1]!]!
          blue += LIGHT[data[at + 2]!]!
        }
      }
      const to = (row * columns + column) * 3
      light[to] = red * share
      light[to + 1] = green * share
      light[to + 2] = blue * share
    }
  }
  return { width: columns, height: rows, cell, light }
}

export function cellCentre({ width, cell }: Survey, index: number): Point {
  return [((index % width) + 0.5) * cell, (Math.floor(index / width) + 0.5) * cell]
}

function tapsAlong(cells: number, cell: number, taps: number, limit: number): Int32Array {
  return Int32Array.from({ length: cells * taps }, (_, index) => {
    const within = ((index % taps) + 0.5) / taps
    return Math.min(limit - 1, Math.floor((Math.floor(index / taps) + within) * cell))
  })
}
