import { MOST_ACROSS, MOST_DOWN } from './counts.ts'
import type { Evidence } from './evidence.ts'
import { type Faces, facesOf } from './faces.ts'
import type { Field } from './field.ts'
import { cellSize, type Grid } from './grid.ts'
import { isBegun } from './top-row.ts'

/** Against the usual face. */
const GOES_ON = 0.6
const ENDS = 0.25
const LEAST_OWN = 0.4
const WHOLE = 0.97
/** So like them that no lid has to be seen, from end to end. */
const WHOLE_ROW_ABOVE = 0.8
const MOST_TURNS = 14

/** Columns and rows are added where the faces go on, and taken away where there are none. */
export function fitted(
  field: Field,
  evidence: Evidence,
  inFrame: Uint8Array,
  start: Grid,
): { grid: Grid; faces: Faces } {
  let grid = start
  let faces = facesOf(field, inFrame, grid)
  const seen = new Set<string>()
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    const next = changed(grid, faces, evidence)
    if (next === null) break
    const name = [next.left, next.top, next.across, next.down].join()
    if (seen.has(name)) break
    seen.add(name)
    grid = next
    faces = facesOf(field, inFrame, grid)
  }
  return { grid, faces }
}

/** How like the others a column is, or the place beside them; what runs along rows alone says nothing of a column. */
export function columnLike(faces: Faces, { down }: Grid, column: number): number {
  const from = down > 1 ? 1 : 0
  const own = meanOver(from, down, (row) => faces.byColumns(column, row))
  const along = down > 1 ? meanOver(from, down, (row) => faces.byRows(column, row)) : 1
  const least = Math.min(own, along)
  return least < LEAST_OWN ? least : meanOver(from, down, (row) => faces.whole(column, row))
}

export function rowLike(faces: Faces, { across }: Grid, row: number): number {
  const own = meanOver(0, across, (column) => faces.byColumns(column, row))
  return own < LEAST_OWN ? own : meanOver(0, across, (column) => faces.whole(column, row))
}

export function shownColumn(faces: Faces, { down }: Grid, column: number): number {
  return Math.min(...Array.from({ length: down }, (_, row) => faces.shown(column, row)))
}

export function shownRow(faces: Faces, { across }: Grid, row: number): number {
  return Math.min(...Array.from({ length: across }, (_, column) => faces.shown(column, row)))
}

function meanOver(from: number, to: number, value: (at: number) => number): number {
  let sum = 0
  for (let at = from; at < to; at++) sum += value(at)
  return sum / (to - from)
}

function changed(grid: Grid, faces: Faces, evidence: Evidence): Grid | null {
  const { left, right, top, bottom, across, down } = grid
  const [wide, tall] = cellSize(grid)
  if (across > 2 && columnLike(faces, grid, 0) < ENDS) return { ...grid, left: left + wide, across: across - 1 }
  if (across > 2 && columnLike(faces, grid, across - 1) < ENDS)
    return { ...grid, right: right - wide, across: across - 1 }
  if (down > 1 && rowLike(faces, grid, down - 1) < ENDS) return { ...grid, bottom: bottom - tall, down: down - 1 }
  if (down > 1 && !isBegun(faces, evidence, grid, 0)) return { ...grid, top: top + tall, down: down - 1 }
  const goesOn = (column: number) =>
    across < MOST_ACROSS && shownColumn(faces, grid, column) > WHOLE && columnLike(faces, grid, column) > GOES_ON
  if (goesOn(-1)) return { ...grid, left: left - wide, across: across + 1 }
  if (goesOn(across)) return { ...grid, right: right + wide, across: across + 1 }
  if (down === MOST_DOWN) return null
  if (shownRow(faces, grid, down) > WHOLE && rowLike(faces, grid, down) > GOES_ON)
    return { ...grid, bottom: bottom + tall, down: down + 1 }
  const isAbove = isBegun(faces, evidence, grid, -1) || rowLike(faces, grid, -1) > WHOLE_ROW_ABOVE
  if (shownRow(faces, grid, -1) > WHOLE && isAbove) return { ...grid, top: top - tall, down: down + 1 }
  return null
}
