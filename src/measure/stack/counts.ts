import type { Box } from './boxes.ts'
import type { Evidence } from './evidence.ts'
import type { Field } from './field.ts'
import { plainGrid } from './grid.ts'
import { nearShare } from './line-evidence.ts'
import { repeats } from './repeats.ts'

/** So many columns and rows, and how well what lies between their lines repeats. */
export interface Counts {
  across: number
  down: number
  columns: number
  rows: number
  /** Both in one. */
  value: number
}

export const MOST_ACROSS = 16
export const MOST_DOWN = 14
const LEAST_CELL = 12
/** Width over height of a face: beyond these it is a rib or a slat, or several crates in one. */
export const SHAPES: readonly [narrowest: number, flattest: number] = [0.6, 2.25]
/** A single row has only its columns to speak for it. */
const ONE_ROW = 0.8

/** How alike whole columns, and whole rows, are at every count. */
export interface Strips {
  columns: Float64Array
  rows: Float64Array
}

/** Every so many samples along a strip are enough to see whether strips are alike. */
export const ROUGHLY = 4

export function stripsOf(field: Field, box: Box): Strips {
  return { columns: stripsAlong(field, box, 'columns'), rows: stripsAlong(field, box, 'rows') }
}

export function stripsAlong(field: Field, box: Box, along: keyof Strips): Float64Array {
  const [length, most] = along === 'columns' ? [box.right - box.left, MOST_ACROSS] : [box.bottom - box.top, MOST_DOWN]
  return Float64Array.from({ length: most + 1 }, (_, parts) => {
    if (parts < 2 || length / parts < LEAST_CELL) return 0
    const grid = along === 'columns' ? plainGrid(box, parts, 1) : plainGrid(box, 1, parts)
    return repeats(field, grid, along, ROUGHLY)
  })
}

const LEAST_COLUMNS = 0.12
const LEAST_ROWS = 0.2

/**
 * The finest counts that repeat as well as anything coarser does, within some slack, best first: a pair of crates
 * repeats as well as a crate does, and slats or ribs do not quite.
 */
export function countsOf(field: Field, evidence: Evidence, box: Box, strips: Strips, slack: number): Counts[] {
  const across = alike(strips.columns)
  const down = alike(strips.rows)
  const seams = { columns: middleSeam(evidence, box, 'columns'), rows: middleSeam(evidence, box, 'rows') }
  if (!across.includes(2) && seams.columns > 0) across.push(2)
  if (!down.includes(2) && seams.rows > 0) down.push(2)
  const all = across.flatMap((columns) => [1, ...down].map((rows) => countedAs(field, box, columns, rows, seams)))
  const held = all.filter((one) => {
    const shape = (box.right - box.left) / one.across / ((box.bottom - box.top) / one.down)
    if (shape < SHAPES[0] || shape > SHAPES[1]) return false
    if (one.columns < LEAST_COLUMNS || (one.down > 1 && one.rows < LEAST_ROWS)) return false
    return all.every((other) => !divides(other, one) || isAsGood(one, other, slack))
  })
  return held.filter((one) => !held.some((other) => divides(one, other))).sort((a, b) => b.value - a.value)
}

function countedAs(
  field: Field,
  box: Box,
  across: number,
  down: number,
  seams: { columns: number; rows: number },
): Counts {
  const grid = plainGrid(box, across, down)
  const columns = Math.max(repeats(field, grid, 'columns'), across === 2 ? seams.columns : 0)
  const rows = down === 1 ? 0 : Math.max(repeats(field, grid, 'rows'), down === 2 ? seams.rows : 0)
  return { across, down, columns, rows, value: worthOf(columns, rows, down) }
}

export function worthOf(columns: number, rows: number, down: number): number {
  return down === 1 ? ONE_ROW * columns : (columns + rows) / 2
}

function divides(one: Counts, other: Counts): boolean {
  return one !== other && other.across % one.across === 0 && other.down % one.down === 0
}

function isAsGood(one: Counts, coarser: Counts, slack: number): boolean {
  if (coarser.columns > one.columns + slack) return false
  return one.down === 1 || coarser.down === 1 || coarser.rows <= one.rows + slack
}

const NEARLY = 0.12

function alike(strips: Float64Array): number[] {
  const least = Math.max(LEAST_COLUMNS / 2, Math.max(...strips) - NEARLY)
  return Array.from(strips.keys()).filter((parts) => parts > 1 && strips[parts]! > least)
}

const FROM_END_TO_END = 0.88
const WORTH_OF_A_SEAM = 0.55

/** Two of a kind share one seam, and nothing repeats: there the seam itself must be seen from end to end. */
function middleSeam(
  { upright, level }: Evidence,
  { left, right, top, bottom }: Box,
  along: 'columns' | 'rows',
): number {
  const share =
    along === 'columns'
      ? nearShare(upright, (left + right) / 2, (right - left) / 2, Math.round(top) + 2, Math.round(bottom) - 2)
      : nearShare(level, (top + bottom) / 2, (bottom - top) / 2, Math.round(left) + 2, Math.round(right) - 2)
  return share > FROM_END_TO_END ? WORTH_OF_A_SEAM * share : 0
}
