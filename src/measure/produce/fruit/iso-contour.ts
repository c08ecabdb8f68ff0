import type { Mask } from './blobs.ts'
import type { Curve } from './curve.ts'

/**
 * The outer line of equal value around the piece that holds the seed, by marching squares, in columns and rows of the
 * grid. Only the outer line is followed, so what lies inside it, such as the glare on a fruit, leaves no hole.
 * Null where the line would pass beside an infinite value: nothing was sampled there, and no edge was seen.
 */
export function isoContour(
  values: Float32Array,
  width: number,
  height: number,
  seed: number,
  level: number,
): Curve | null {
  const piece = pieceAround(values, width, height, seed, level)
  return piece && follow(piece, values, level)
}

/** Null where the piece reaches the grid's rim. */
function pieceAround(values: Float32Array, width: number, height: number, seed: number, level: number): Mask | null {
  const count = width * height
  const at = new Uint8Array(count)
  if (!(values[seed]! >= level)) return null
  const stack = new Int32Array(count)
  let depth = 1
  stack[0] = seed
  at[seed] = 1
  while (depth > 0) {
    const index = stack[--depth]!
    const column = index % width
    if (column === 0 || column === width - 1 || index < width || index >= count - width) return null
    if (at[index - 1] === 0 && values[index - 1]! >= level) {
      at[index - 1] = 1
      stack[depth++] = index - 1
    }
    if (at[index + 1] === 0 && values[index + 1]! >= level) {
      at[index + 1] = 1
      stack[depth++] = index + 1
    }
    if (at[index - width] === 0 && values[index - width]! >= level) {
      at[index - width] = 1
      stack[depth++] = index - width
    }
    if (at[index + width] === 0 && values[index + width]! >= level) {
      at[index + width] = 1
      stack[depth++] = index + width
    }
  }
  return { width, height, at }
}

/** Walks with the piece on its right hand; at a saddle the four-connected piece does not jump across the diagonal. */
function follow({ width, at }: Mask, values: Float32Array, level: number): Curve | null {
  const start = at.indexOf(1)
  const columns: number[] = []
  const rows: number[] = []
  // Headings clockwise: 0 right, 1 down, 2 left, 3 up. The edge followed lies left of the walker's inner node.
  const stepOf = [1, width, -1, -width]
  let inner = start
  let heading = 0
  do {
    const outward = stepOf[(heading + 3) % 4]!
    if (!Number.isFinite(values[inner]! - values[inner + outward]!)) return null
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
    // Outside the piece every neighbour of it lies below the level.
    const share = (values[inside]! - level) / (values[inside]! - values[outside]!)
    const column = inside % width
    const row = (inside - column) / width
    const outColumn = outside % width
    const outRow = (outside - outColumn) / width
    columns.push(column + share * (outColumn - column))
    rows.push(row + share * (outRow - row))
  }
}
