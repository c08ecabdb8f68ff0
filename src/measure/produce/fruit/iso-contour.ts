import { blobsOf, fillHoles, type Mask } from './blobs.ts'
import type { Curve } from './curve.ts'

/**
 * The outer line of equal value around the largest piece, by marching squares, in columns and rows of the grid.
 * Holes are closed and other pieces levelled first, so that there is exactly one line to follow.
 */
export function isoContour(values: Float32Array, width: number, height: number, level: number): Curve | null {
  const mask: Mask = { width, height, at: new Uint8Array(values.length) }
  for (let index = 0; index < values.length; index++) mask.at[index] = values[index]! >= level ? 1 : 0
  const { labels, blobs } = blobsOf(mask)
  const largest = blobs[0]
  if (largest === undefined || Object.values(largest.touches).some(Boolean)) return null
  for (let index = 0; index < labels.length; index++) mask.at[index] = labels[index] === largest.label ? 1 : 0
  fillHoles(mask)
  return follow(mask, values, level)
}

const HARD = 0.5

/** Walks with the piece on its right hand; at a saddle the four-connected piece does not jump across the diagonal. */
function follow({ width, at }: Mask, values: Float32Array, level: number): Curve {
  const start = at.indexOf(1)
  const columns: number[] = []
  const rows: number[] = []
  // Headings clockwise: 0 right, 1 down, 2 left, 3 up. The edge followed lies left of the walker's inner node.
  const stepOf = [1, width, -1, -width]
  let inner = start
  let heading = 0
  do {
    const outward = stepOf[(heading + 3) % 4]!
    cross(inner, inner + outward)
    const ahead = inner + stepOf[heading]!
    if (at[ahead] === 0) heading = (heading + 1) % 4
    else if (at[ahead + outward] === 1) {
      inner = ahead + outward
      heading = (heading + 3) % 4
    } else inner = ahead
  } while (inner !== start || heading !== 0)
  return [Float64Array.from(columns), Float64Array.from(rows)]

  function cross(inside: number, outside: number) {
    const [within, without] = [values[inside]!, values[outside]!]
    // A closed hole or a levelled piece has no crossing of its own: the line passes half way.
    const share = within >= level && without < level ? (within - level) / (within - without) : HARD
    const column = inside % width
    const row = (inside - column) / width
    const outColumn = outside % width
    const outRow = (outside - outColumn) / width
    columns.push(column + share * (outColumn - column))
    rows.push(row + share * (outRow - row))
  }
}
