import type { Evidence } from './evidence.ts'
import type { Faces } from './faces.ts'
import { cellSize, columnLines, type Grid, rowLines } from './grid.ts'

interface Place {
  /** How like the others the face is, the lower quarter left out. */
  face: number
  /** How much of a lid is seen. */
  lid: number
}

function placesOf(faces: Faces, evidence: Evidence, grid: Grid, row: number): Place[] {
  const [, tall] = cellSize(grid)
  const columns = columnLines(grid).map(Math.round)
  const lidAt = row < 0 ? grid.top - tall : rowLines(grid)[row]!
  return Array.from({ length: grid.across }, (_, column) => ({
    face: Math.min(1, (faces.upper(column, row) + faces.upperByColumns(column, row)) / 2),
    lid: lidNear(evidence, lidAt, tall, columns[column]! + 2, columns[column + 1]! - 2),
  }))
}

/** Of a face's height: the outermost line is the least sure. */
const LID_WITHIN = 0.12

function lidNear({ level }: Evidence, at: number, tall: number, from: number, to: number): number {
  let most = 0
  for (let row = Math.round(at - LID_WITHIN * tall); row <= at + LID_WITHIN * tall; row++)
    most = Math.max(most, level.share(row, from, to))
  return most
}

const IS_THERE = 0.24
const IS_THERE_WITHOUT_LID = 0.75
const A_LID = 0.6

/** A face may lack the label that most have. The less of a lid is seen the more like it must be: a place beside a crate shows that crate's side. */
function needed(lid: number): number {
  const missing = Math.max(0, 1 - lid / A_LID)
  return IS_THERE + (IS_THERE_WITHOUT_LID - IS_THERE) * missing
}

export interface TopRow {
  /** The run of places that hold a crate: crates are set down side by side. */
  from: number
  to: number
  /** How like the faces below those of the run are, and how much of their lids is seen. */
  alike: number
  lids: number
  /** How like them the least like place of the run is. */
  weakest: number
  /** Of the places that are left out: the most of a lid that is seen. */
  lidLeftOut: number
}

export function topRowOf(faces: Faces, evidence: Evidence, grid: Grid): TopRow {
  if (grid.down === 1) return { from: 0, to: grid.across, alike: 1, lids: 1, weakest: 1, lidLeftOut: 0 }
  const places = placesOf(faces, evidence, grid, 0)
  let [from, to, most, sum, start] = [0, 0, 0, 0, 0]
  places.forEach(({ face, lid }, column) => {
    if (sum <= 0) [sum, start] = [0, column]
    sum += face - needed(lid)
    if (sum > most) [from, to, most] = [start, column + 1, sum]
  })
  const run = places.slice(from, to)
  const mean = (pick: (place: Place) => number) =>
    run.reduce((total, place) => total + pick(place), 0) / Math.max(1, run.length)
  const outside = places.filter((_, column) => column < from || column >= to)
  return {
    from,
    to,
    alike: mean(({ face }) => face),
    lids: mean(({ lid }) => lid),
    weakest: Math.min(...run.map(({ face }) => face)),
    lidLeftOut: Math.max(0, ...outside.map(({ lid }) => lid)),
  }
}

/** Crates stand on crates: only the top row can be begun. */
export interface Stacked extends Grid {
  topRow: Pick<TopRow, 'from' | 'to'>
}

export function countFaces({ across, down, topRow }: Stacked): number {
  return across * (down - 1) + topRow.to - topRow.from
}

const CLEARLY_THERE = 0.4

/** Whether any place of the top row, or of the one above it, clearly holds a crate. */
export function isBegun(faces: Faces, evidence: Evidence, grid: Grid, row: -1 | 0): boolean {
  return placesOf(faces, evidence, grid, row).some(({ face, lid }) => face > CLEARLY_THERE && lid > A_LID)
}
