import type { Evidence } from './evidence.ts'
import type { Field } from './field.ts'
import { cellSize, columnLines, type Grid } from './grid.ts'
import { nearShare } from './line-evidence.ts'
import { columnMeans, placesOf, rowMeans } from './repeats.ts'

const SAMPLE = 3
/** Of fewer faces, some that lack a label are soon of the same turn: they can be tried as halves, not doubted. */
export const ENOUGH_TO_DOUBT = 12
export const ENOUGH_TO_TRY = 5

export interface Alternation {
  across: number
  down: number
}

/**
 * How much more alike than the others the faces of every second column, and of every second row, are: 0 where all faces
 * are of a kind. Halves of crates and single slats alternate.
 */
export function alternation(field: Field, grid: Grid, fewest: number): Alternation {
  if (grid.across * Math.max(1, grid.down - 1) < fewest) return { across: 0, down: 0 }
  return {
    across: grid.across > 3 ? gain(field, grid, (column) => column % 2) : 0,
    down: grid.down > 3 ? gain(field, grid, (_column, row) => row % 2) : 0,
  }
}

const HALVES = 0.2

/** What alternates this much is halves: two and two are one, and where the number is odd one half is something else. */
export function pairsOf(grid: Grid, { across, down }: Alternation): Grid[] {
  const [wide, tall] = cellSize(grid)
  if (Math.max(across, down) < HALVES) return []
  if (across > down) {
    if (grid.across % 2 === 0) return [{ ...grid, across: grid.across / 2 }]
    const half = (grid.across - 1) / 2
    return [
      { ...grid, left: grid.left + wide, across: half },
      { ...grid, right: grid.right - wide, across: half },
    ]
  }
  if (grid.down % 2 === 0) return [{ ...grid, down: grid.down / 2 }]
  const half = (grid.down - 1) / 2
  return [
    { ...grid, top: grid.top + tall, down: half },
    { ...grid, bottom: grid.bottom - tall, down: half },
  ]
}

const SEEN_BY_TURNS = 0.5

/** Where every second seam is seen, and those between are not, faces are halves whether they differ or not. */
export function pairsBySeams({ upright }: Evidence, grid: Grid): Grid[] {
  if (grid.across < 4) return []
  const [wide, tall] = cellSize(grid)
  const lines = columnLines(grid)
  const from = Math.round(grid.top + (grid.down > 1 ? tall : 0)) + 2
  const seen = lines.map((line) => nearShare(upright, line, wide, from, Math.round(grid.bottom) - 2))
  const mean = (turn: number) => {
    const some = seen.slice(1, -1).filter((_, index) => index % 2 === turn)
    return some.reduce((sum, share) => sum + share, 0) / some.length
  }
  const more = mean(0) - mean(1)
  if (Math.abs(more) < SEEN_BY_TURNS) return []
  const first = more > 0 ? 1 : 0
  const across = Math.floor((grid.across - first) / 2)
  return [{ ...grid, left: lines[first]!, right: lines[first + 2 * across]!, across }]
}

/** A top row may be begun only, and is left out. */
function gain(field: Field, grid: Grid, turnOf: (column: number, row: number) => number): number {
  const { across, down, left, right, top, bottom } = grid
  const { width, height } = field
  const wide = Math.max(4, Math.round((right - left) / across / SAMPLE))
  const tall = Math.max(4, Math.round((bottom - top) / down / SAMPLE))
  const columns = placesOf(across * wide, left, right, grid.sagAcross, width)
  const rows = placesOf(down * tall, top, bottom, grid.sagDown, height)
  const acrossMeans = columnMeans(field, grid, columns)
  const downMeans = rowMeans(field, grid, rows)
  const size = wide * tall
  const kinds = 2
  const [sums, counts] = [new Float32Array(2 * kinds * size), new Float32Array(kinds * size)]
  const firstRow = down > 1 ? 1 : 0
  const eachSample = (
    column: number,
    row: number,
    take: (sample: number, slopeAcross: number, slopeDown: number) => void,
  ) => {
    for (let v = 0; v < tall; v++) {
      const y = rows[row * tall + v]!
      if (y < 0) continue
      for (let u = 0; u < wide; u++) {
        const x = columns[column * wide + u]!
        if (x < 0) continue
        const at = y * width + x
        take(
          v * wide + u,
          field.across[at]! - acrossMeans[column * wide + u]!,
          field.down[at]! - downMeans[row * tall + v]!,
        )
      }
    }
  }
  for (let row = firstRow; row < down; row++) {
    for (let column = 0; column < across; column++) {
      const first = turnOf(column, row) * size
      eachSample(column, row, (sample, a, d) => {
        sums[2 * (first + sample)]! += a
        sums[2 * (first + sample) + 1]! += d
        counts[first + sample]!++
      })
    }
  }
  let [sum, weight] = [0, 0]
  for (let row = firstRow; row < down; row++) {
    for (let column = 0; column < across; column++) {
      const turn = turnOf(column, row)
      const [same, other] = [turn * size, (1 - turn) * size]
      let [own, product, length, otherProduct, otherLength] = [0, 0, 0, 0, 0]
      eachSample(column, row, (sample, a, d) => {
        const [alike, others] = [counts[same + sample]! - 1, counts[other + sample]!]
        if (alike < 1 || others < 1) return
        const sameA = (sums[2 * (same + sample)]! - a) / alike
        const sameD = (sums[2 * (same + sample) + 1]! - d) / alike
        const otherA = sums[2 * (other + sample)]! / others
        const otherD = sums[2 * (other + sample) + 1]! / others
        own += a * a + d * d
        product += a * sameA + d * sameD
        length += sameA * sameA + sameD * sameD
        otherProduct += a * otherA + d * otherD
        otherLength += otherA * otherA + otherD * otherD
      })
      if (own * length === 0 || own * otherLength === 0) continue
      sum += own * (product / Math.sqrt(own * length) - otherProduct / Math.sqrt(own * otherLength))
      weight += own
    }
  }
  return weight > 0 ? sum / weight : 0
}
