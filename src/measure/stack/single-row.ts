import { SHAPES } from './counts.ts'
import type { Evidence } from './evidence.ts'
import type { Field } from './field.ts'
import { cellSize, type Grid } from './grid.ts'
import { repeats } from './repeats.ts'

const SEEN = 0.85
const APART = 4
/** Of what the row itself repeats: pallet, floor and shelf repeat nothing at the distance of crates. */
const REPEATS_NOTHING = 0.35
const LEAST_REST = 14

/**
 * A single row up to a line that runs right through it, or from there on, where the rest repeats nothing: nothing within
 * a single row says where it ends but its faces.
 */
export function trimmedRow(field: Field, evidence: Evidence, grid: Grid): Grid {
  const [wide] = cellSize(grid)
  const least = wide / SHAPES[1]
  let [best, most] = [grid, repeats(field, grid, 'columns')]
  for (const line of linesThrough(evidence, grid)) {
    const [upper, lower] = [
      { ...grid, bottom: line },
      { ...grid, top: line },
    ]
    for (const [part, rest] of [
      [upper, lower],
      [lower, upper],
    ] as const) {
      if (part.bottom - part.top < least || rest.bottom - rest.top < LEAST_REST) continue
      const value = repeats(field, part, 'columns')
      if (value > most && repeats(field, rest, 'columns') < REPEATS_NOTHING * value) [best, most] = [part, value]
    }
  }
  return best
}

function linesThrough({ level }: Evidence, { left, right, top, bottom }: Grid): number[] {
  const share = (row: number) => level.share(row, Math.round(left) + 2, Math.round(right) - 2)
  const lines: number[] = []
  for (let row = Math.ceil(top) + APART; row < bottom - APART; row++) {
    if (share(row) < SEEN) continue
    // A line is as wide as it is blurred: the middle of it.
    const first = row
    while (row + 1 < bottom && share(row + 1) >= SEEN) row++
    lines.push((first + row) / 2)
  }
  return lines
}
