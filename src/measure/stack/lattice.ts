import { withBegunRow } from './begun-row.ts'
import { furthestBeyond } from './beyond.ts'
import { type Box, boxesOf, LEAST_CELL } from './boxes.ts'
import { type Cells, cellsOf, LEAST_OUTLINE_OF_A_CRATE, outlineOf } from './cells.ts'
import type { Evidence } from './evidence.ts'
import { isDoubtfulRow, isOnlyWithinCrates, type Parting, partings } from './partings.ts'
import type { Plane } from './plane.ts'
import { brightnessSums, profileAcross, profileDown } from './profiles.ts'
import type { Rectified } from './rectify.ts'

/** Rows and columns of equal crates between four outer lines. */
export interface Lattice extends Box {
  across: number
  down: number
  cells: Cells
  score: number
  /** How well every count of columns and of rows is borne out in this box. */
  columns: Parting[]
  rows: Parting[]
}

export const MOST_ACROSS = 16
export const MOST_DOWN = 14
/** Width over height of one face: beyond these it is a rib, a slat or a shelf. */
const NARROWEST = 0.32
const FLATTEST = 3.3
/** A single row has no second to compare with, and may be many whose seams were missed. */
const NARROWEST_OF_ONE = 0.5
const FLATTEST_OF_ONE = 2.6

export interface Lattices {
  /** The best of each box, best first. */
  found: Lattice[]
  /** How well anything in the picture repeats along one axis at least: 1 is perfectly. */
  repeats: number
  /** The same for what the frame cuts across the repeat: columns cut above or below, rows cut at a side. */
  cutRepeats: number
}

export function latticesOf(evidence: Evidence, { plane, inFrame }: Rectified): Lattices {
  const sums = brightnessSums(plane)
  const found: Lattice[] = []
  let [repeats, cutRepeats] = [0, 0]
  for (const box of boxesOf(evidence)) {
    const partings = partingsOf(evidence, plane, sums, box)
    repeats = Math.max(repeats, mostAlike(partings.columns), mostAlike(partings.rows))
    const cut = cutBy(inFrame, plane, box)
    if (cut.upright) cutRepeats = Math.max(cutRepeats, mostAlike(partings.columns))
    if (cut.level) cutRepeats = Math.max(cutRepeats, mostAlike(partings.rows))
    const best = bestLattice(evidence, inFrame, box, partings)
    if (best !== null) found.push(best)
  }
  return { found: found.sort((a, b) => b.score - a.score), repeats, cutRepeats }
}

/** Free of the load's size. */
export function strengthOf({ score, left, right, top, bottom }: Lattice): number {
  return score / Math.sqrt((right - left) * (bottom - top))
}

const CLEARLY_SEEN = 0.85

function mostAlike(partings: readonly Parting[]): number {
  return Math.max(0, ...partings.map(({ alike, worth, mean }) => (worth > 0 && mean > CLEARLY_SEEN ? alike : 0)))
}

const AT_THE_FRAME = 8

/** Whether the frame ends the box above or below, or at its left or right. */
function cutBy(
  inFrame: Uint8Array,
  { width, height }: Plane,
  { left, right, top, bottom }: Box,
): { upright: boolean; level: boolean } {
  const [x, y] = [Math.round((left + right) / 2), Math.round((top + bottom) / 2)]
  const isOut = (column: number, row: number) =>
    column < 0 || row < 0 || column >= width || row >= height || inFrame[row * width + column] === 0
  return {
    upright: isOut(x, top - AT_THE_FRAME) || isOut(x, bottom + AT_THE_FRAME),
    level: isOut(left - AT_THE_FRAME, y) || isOut(right + AT_THE_FRAME, y),
  }
}

interface BothPartings {
  columns: Parting[]
  rows: Parting[]
}

function partingsOf({ upright, level }: Evidence, plane: Plane, sums: Float64Array, box: Box): BothPartings {
  const [across, down] = [[box.left, box.right] as const, [box.top, box.bottom] as const]
  return {
    columns: partings(upright, profileAcross(sums, plane, upright, box), across, down, MOST_ACROSS),
    rows: partings(level, profileDown(sums, plane, level, box), down, across, MOST_DOWN),
  }
}

function bestLattice(
  evidence: Evidence,
  inFrame: Uint8Array,
  box: Box,
  { columns, rows }: BothPartings,
): Lattice | null {
  let best: Lattice | null = null
  const held: [across: number, down: number][] = []
  for (let across = MOST_ACROSS; across >= 2; across--) {
    for (let down = MOST_DOWN; down >= 1; down--) {
      if (!isPlausible(box, across, down)) continue
      if (columns[across]!.worth === 0 || rows[down]!.worth === 0) continue
      if (isOnlyWithinCrates(columns[across]!, across, rows[down]!, down)) continue
      if (down === 1 && isDoubtfulRow(columns, across, rows)) continue
      // What is parted finer, and holds, is what is parted: twice a crate repeats as well as a crate does.
      if (held.some(([finer, lower]) => finer % across === 0 && lower % down === 0)) continue
      const cells = cellsOf(evidence, box, across, down)
      if (!isClosed(cells)) continue
      held.push([across, down])
      const score = explained(cells, box) * (columns[across]!.worth + rows[down]!.worth)
      if (best === null || score > best.score) best = { ...box, across, down, cells, score, columns, rows }
    }
  }
  if (best === null) return null
  best = withBegunRow(evidence, best)
  return { ...best, score: best.score * (1 - 0.9 * furthestBeyond(evidence, best.cells, inFrame)) }
}

const LEAST_LINE_OF_FACES = 0.7

/** Every row and every column by itself: one of background beside many of crates must not hide among them. */
function isClosed(cells: Cells): boolean {
  const { across, down } = cells
  const columns = new Float32Array(across)
  for (let row = 0; row < down; row++) {
    let sum = 0
    for (let column = 0; column < across; column++) {
      const outline = outlineOf(cells, row, column)
      sum += outline
      if (row > 0 || down === 1) columns[column]! += outline
    }
    if ((row > 0 || down === 1) && sum < LEAST_LINE_OF_FACES * across) return false
  }
  if (down > 1 && !columns.some((_, column) => outlineOf(cells, 0, column) >= LEAST_OUTLINE_OF_A_CRATE)) return false
  return columns.every((sum) => sum >= LEAST_LINE_OF_FACES * Math.max(1, down - 1))
}

const LEAST_OUTLINE = 0.78

/** The extent of faces that show their outline, less that of faces which do not; a top row may be begun only. */
function explained(cells: Cells, { left, right, top, bottom }: Box): number {
  let sum = 0
  for (let row = 0; row < cells.down; row++) {
    for (let column = 0; column < cells.across; column++) {
      const shows = outlineOf(cells, row, column) - LEAST_OUTLINE
      sum += row === 0 && cells.down > 1 ? Math.max(0, shows) : shows
    }
  }
  return (Math.sqrt((right - left) * (bottom - top)) * sum) / (cells.across * cells.down)
}

export function isPlausible({ left, right, top, bottom }: Box, across: number, down: number): boolean {
  const [wide, tall] = [(right - left) / across, (bottom - top) / down]
  const [narrowest, flattest] = down === 1 ? [NARROWEST_OF_ONE, FLATTEST_OF_ONE] : [NARROWEST, FLATTEST]
  return wide >= LEAST_CELL && tall >= LEAST_CELL && wide / tall >= narrowest && wide / tall <= flattest
}
