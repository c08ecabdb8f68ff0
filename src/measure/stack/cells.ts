import type { Box } from './boxes.ts'
import type { Evidence } from './evidence.ts'
import { type LineEvidence, nearest } from './line-evidence.ts'

/** How much of its outline each face shows: left, right, top and bottom, row by row from the upper left. */
export interface Cells {
  across: number
  down: number
  /** Where the parting lines are, outer ones included. */
  columns: number[]
  rows: number[]
  sides: Float32Array
}

export function cellsOf({ upright, level }: Evidence, box: Box, across: number, down: number): Cells {
  const columns = linesIn(upright, box.left, box.right, across, box.top, box.bottom)
  const rows = linesIn(level, box.top, box.bottom, down, box.left, box.right)
  const sides = new Float32Array(across * down * 4)
  for (let row = 0; row < down; row++) {
    for (let line = 0; line <= across; line++) {
      const share = shareBeside(upright, columns[line]!, rows[row]!, rows[row + 1]!)
      if (line < across) sides[(row * across + line) * 4] = share
      if (line > 0) sides[(row * across + line - 1) * 4 + 1] = share
    }
  }
  for (let column = 0; column < across; column++) {
    for (let line = 0; line <= down; line++) {
      const share = shareBeside(level, rows[line]!, columns[column]!, columns[column + 1]!)
      if (line < down) sides[(line * across + column) * 4 + 2] = share
      if (line > 0) sides[((line - 1) * across + column) * 4 + 3] = share
    }
  }
  return { across, down, columns, rows, sides }
}

/** Each line where most of it is seen, so that one crate's chance edge does not count as a side. */
function linesIn(
  evidence: LineEvidence,
  first: number,
  last: number,
  parts: number,
  from: number,
  to: number,
): number[] {
  const part = (last - first) / parts
  const inner = Array.from(
    { length: parts - 1 },
    (_, line) => nearest(evidence, first + (line + 1) * part, part, from, to).at,
  )
  return [first, ...inner, last]
}

/** Crates of one column stand a little out of line with each other. */
export function shareBeside(evidence: LineEvidence, at: number, from: number, to: number): number {
  const [start, end] = [from + 1, to - 1]
  return Math.max(
    evidence.share(at, start, end),
    evidence.share(at - 1, start, end),
    evidence.share(at + 1, start, end),
  )
}

/** A place without a crate shows two sides at most, its neighbours'. */
export const LEAST_OUTLINE_OF_A_CRATE = 0.62

/** The mean over the four sides of one face. */
export function outlineOf({ across, sides }: Cells, row: number, column: number): number {
  const at = (row * across + column) * 4
  return (sides[at]! + sides[at + 1]! + sides[at + 2]! + sides[at + 3]!) / 4
}
