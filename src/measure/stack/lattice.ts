import { alignedBox, alignedGrid } from './align.ts'
import { type Alternation, alternation, ENOUGH_TO_DOUBT, ENOUGH_TO_TRY, pairsBySeams, pairsOf } from './alternation.ts'
import { type Bond, bondOf } from './bond.ts'
import { areaOf, type Box, boxesOf } from './boxes.ts'
import { type Counts, countsOf, SHAPES, type Strips, stripsOf, worthOf } from './counts.ts'
import type { Evidence } from './evidence.ts'
import { columnLike, fitted, rowLike } from './extent.ts'
import type { Faces } from './faces.ts'
import type { Field } from './field.ts'
import { framedBoxes } from './framed.ts'
import { cellSize, type Grid, plainGrid } from './grid.ts'
import { repeats } from './repeats.ts'
import { trimmedRow } from './single-row.ts'
import type { Outlines } from './spans.ts'
import { countFaces, type TopRow, topRowOf } from './top-row.ts'

/** Rows and columns of equal crates, and what speaks for them. */
export interface Lattice extends Grid {
  faces: Faces
  topRow: TopRow
  /** How well columns and rows repeat, in one. */
  value: number
  /** The same, weighed by how much of the picture the lattice explains. */
  score: number
  /** What halves would gain on the faces, left from right and upper from lower: near 0 or above, faces may be pairs. */
  halves: { across: number; down: Gain }
  /** What upper, middle and lower thirds would gain. Worked out when asked for, as the bond is: most lattices are never doubted. */
  thirds(): Gain
  bond(): Bond
  /** How much the faces differ by turns. */
  alternation: Alternation
  /** Other counts of the same place that hold as well. */
  rivals: Counts[]
}

interface Gain {
  columns: number
  rows: number
}

/** How far to look. */
interface Reach {
  /** Boxes that are looked at closely, and starts in them that are tried. */
  lookedAt: number
  tried: number
  /** How much larger boxes come first. */
  size: number
  fewestFaces: number
}

const NEAR: Reach = { lookedAt: 8, tried: 5, size: 0.5, fewestFaces: 2 }
const WIDER_TIMES = 4
const WIDE: Reach = { lookedAt: 32, tried: 20, size: 0.5, fewestFaces: 2 }
/** What is cut off is often small, and before something larger; two whole faces do not tell what is cut off beside them. */
const AT_THE_FRAME: Reach = { lookedAt: 14, tried: 6, size: 0.2, fewestFaces: 3 }
/** How much less alike than a coarser count a finer one may be: while lines are still a little off, and then. */
const LOOSE = 0.08
const STRICT = 0.035
/** What repeats no better than this repeats by chance. */
const CHANCE = 0.2
export const ALIKE_OF_TWO = 0.6

const CONVINCING = 0.5
const CLEAR_VALUE = 0.8

/** Best first. Where what is most striking holds no lattice, more is looked at: racks behind a load are larger than the load. */
export function latticesOf(field: Field, evidence: Evidence, outlines: Outlines, inFrame: Uint8Array): Lattice[] {
  const found: Lattice[] = []
  const look = (boxes: readonly Box[], reach: Reach) => {
    for (const start of startsAmong(boxes, reach, field, evidence)) {
      const lattice = latticeFrom(field, evidence, inFrame, start, found)
      if (lattice !== null) found.push(lattice)
    }
    return ranked(found)[0]
  }
  let best = look(boxesOf(evidence, outlines), NEAR)
  if (best === undefined || !isClear(best)) best = look(framedBoxes(field, evidence, outlines, inFrame), AT_THE_FRAME)
  if (best === undefined || best.value < CONVINCING) look(boxesOf(evidence, outlines, WIDER_TIMES), WIDE)
  return ranked(found)
}

/** So well repeated in all its lines that nothing better is to be found. */
function isClear(lattice: Lattice): boolean {
  return lattice.value > CLEAR_VALUE && leastLine(lattice) > CLEAR_LINE
}

function startsAmong(
  boxes: readonly Box[],
  { lookedAt, tried, size, fewestFaces }: Reach,
  field: Field,
  evidence: Evidence,
): Grid[] {
  return boxes
    .map((box) => ({ box, strips: stripsOf(field, box) }))
    .map(({ box, strips }) => ({ box, strips, promise: promise(strips) * areaOf(box) ** size }))
    .sort((one, other) => other.promise - one.promise)
    .slice(0, lookedAt)
    .flatMap(({ box, strips }) => startsIn(field, evidence, alignedBox(field, box, strips), size))
    .filter(({ grid }) => grid.across * grid.down >= fewestFaces)
    .sort((one, other) => other.worth - one.worth)
    .slice(0, tried)
    .map(({ grid }) => grid)
}

function ranked(found: readonly Lattice[]): Lattice[] {
  const order = found.toSorted((one, other) => other.score - one.score)
  const finer = order.findIndex((one) => isFiner(one, order[0]!))
  if (finer > 0) order.unshift(...order.splice(finer, 1))
  const clearest = clearestOf(order)
  if (clearest > 0) order.unshift(...order.splice(clearest, 1))
  return order
}

const ABOUT_AS_GOOD = 0.95
const CLEAR_LINE = 0.5

/** Where a line of the first is unlike the others, one that counts the same, and about as well, but has none such. */
function clearestOf(found: readonly Lattice[]): number {
  const [first] = found
  if (first === undefined || leastLine(first) > CLEAR_LINE) return 0
  return found.findIndex(
    (one) =>
      one.across === first.across &&
      one.down === first.down &&
      one.score > ABOUT_AS_GOOD * first.score &&
      leastLine(one) > CLEAR_LINE,
  )
}

/** How like the others the most unlike column is, or row below the top. */
function leastLine(lattice: Lattice): number {
  const { across, down, faces } = lattice
  return Math.min(
    ...Array.from({ length: across }, (_, column) => columnLike(faces, lattice, column)),
    ...Array.from({ length: down - 1 }, (_, row) => rowLike(faces, lattice, row + 1)),
  )
}

/** Rows within crates repeat too, and more often than columns do. */
const WEIGHT_OF_ROWS = 0.7

function promise({ columns, rows }: Strips): number {
  return Math.max(...columns) + WEIGHT_OF_ROWS * Math.max(...rows)
}

function startsIn(field: Field, evidence: Evidence, box: Box, size: number): { grid: Grid; worth: number }[] {
  return countsOf(field, evidence, box, stripsOf(field, box), LOOSE)
    .slice(0, 2)
    .map(({ across, down, value }) => ({
      grid: plainGrid(box, across, down),
      worth: (value - CHANCE / 2) * areaOf(box) ** size,
    }))
}

/** Lines first, then how far the faces go, then the counts once more now that the lines are where they belong. */
function latticeFrom(
  field: Field,
  evidence: Evidence,
  inFrame: Uint8Array,
  start: Grid,
  known: readonly Lattice[],
): Lattice | null {
  const whole = alignedGrid(field, fitted(field, evidence, inFrame, alignedGrid(field, start)).grid)
  if (known.some((other) => isSame(whole, other))) return null
  const [counts, ...rivals] = countsOf(field, evidence, whole, stripsOf(field, whole), STRICT)
  if (counts === undefined) return null
  const { across, down } = counts
  const { grid, faces, turns } = inPairs(field, evidence, inFrame, { ...whole, across, down })
  if (!isFaceShaped(grid) || known.some((other) => isSame(grid, other))) return null
  const topRow = topRowOf(faces, evidence, grid)
  const isCountedSo = grid.across === across && grid.down === down
  const repeated = wholeRowsValue(field, grid, topRow)
  const value = Math.max(repeated, isCountedSo ? counts.value : 0)
  const share = countFaces({ ...grid, topRow }) / (grid.across * grid.down)
  const explains = Math.sqrt((areaOf(grid) * share) / (field.width * field.height))
  // Two rows of which the upper is unlike the lower are one row and something above it.
  const doubt = grid.down === 2 ? Math.min(1, topRow.alike / ALIKE_OF_TWO) : 1
  return {
    ...grid,
    faces,
    topRow,
    value,
    // What one seam says for two of a kind, a rack's post says too: what repeats comes first.
    score: ((value + repeated) / 2 - CHANCE) * explains * doubt,
    halves: halvesOf(field, grid),
    thirds: () => gainOf(field, grid, { ...grid, down: 3 * grid.down }),
    bond: () => bondOf(field, grid),
    alternation: turns,
    rivals,
  }
}

/** Lines that are a little off make a face a little flatter, or narrower. */
const SLACK = 1.1

function isFaceShaped(grid: Grid): boolean {
  const [wide, tall] = cellSize(grid)
  return wide / tall > SHAPES[0] / SLACK && wide / tall < SHAPES[1] * SLACK
}

interface Fit {
  grid: Grid
  faces: Faces
}

/** Faces that differ by turns are halves, and are taken together where that makes them more alike. */
function inPairs(field: Field, evidence: Evidence, inFrame: Uint8Array, start: Grid): Fit & { turns: Alternation } {
  const single = withoutTheRest(field, evidence, inFrame, start)
  const halves = pairsOf(single.grid, alternation(field, single.grid, ENOUGH_TO_TRY))
  const pairs = [...halves, ...pairsBySeams(evidence, single.grid)]
    .map((grid) => withoutTheRest(field, evidence, inFrame, grid))
    .filter(({ grid }) => isFaceShaped(grid))
  const worth = ({ grid }: Fit) =>
    worthOf(repeats(field, grid, 'columns'), grid.down === 1 ? 0 : repeats(field, grid, 'rows'), grid.down)
  const best = pairs.reduce((one, other) => (worth(other) > worth(one) ? other : one), single)
  return { ...best, turns: alternation(field, best.grid, ENOUGH_TO_DOUBT) }
}

function withoutTheRest(field: Field, evidence: Evidence, inFrame: Uint8Array, start: Grid): Fit {
  const first = fitted(field, evidence, inFrame, start)
  if (first.grid.down > 1) return first
  const trimmed = trimmedRow(field, evidence, first.grid)
  return trimmed === first.grid ? first : fitted(field, evidence, inFrame, trimmed)
}

/** Of the whole rows: a row that is only begun repeats nothing where there is nothing. */
function wholeRowsValue(field: Field, grid: Grid, { from, to }: TopRow): number {
  const isBegun = to - from < grid.across && grid.down > 1
  const rest = isBegun ? { ...grid, top: grid.top + cellSize(grid)[1], down: grid.down - 1 } : grid
  const columns = repeats(field, rest, 'columns')
  const rows = rest.down === 1 ? 0 : repeats(field, rest, 'rows')
  return isBegun && rest.down === 1 ? columns : worthOf(columns, rows, rest.down)
}

function halvesOf(field: Field, grid: Grid): Lattice['halves'] {
  const across = repeats(field, { ...grid, across: 2 * grid.across }, 'columns') - repeats(field, grid, 'columns')
  return { across, down: gainOf(field, grid, { ...grid, down: 2 * grid.down }) }
}

function gainOf(field: Field, grid: Grid, finer: Grid): Gain {
  const gain = (along: 'columns' | 'rows') => repeats(field, finer, along) - repeats(field, grid, along)
  return { columns: gain('columns'), rows: gain('rows') }
}

const SAME = 6

function isSame(one: Grid, other: Grid): boolean {
  if (one.across !== other.across || one.down !== other.down) return false
  return (['left', 'right', 'top', 'bottom'] as const).every((side) => Math.abs(one[side] - other[side]) < SAME)
}

const HOLDS_AS_WELL = { value: 0.8, score: 0.7, line: 0.5 }
const WHOLE_TIMES = 0.12

/** Whether one divides the faces of the best, and holds about as well: pairs of crates repeat as crates do. */
export function isFiner(one: Lattice, best: Lattice): boolean {
  if (one.value < HOLDS_AS_WELL.value * best.value || one.score < HOLDS_AS_WELL.score * best.score) return false
  if (leastLine(one) < HOLDS_AS_WELL.line) return false
  const [finer, coarser] = [cellSize(one), cellSize(best)]
  const times = [coarser[0] / finer[0], coarser[1] / finer[1]]
  const areWhole = times.every((ratio) => ratio > 0.5 && Math.abs(ratio - Math.round(ratio)) < WHOLE_TIMES)
  return areWhole && times.some((ratio) => ratio > 1.5)
}
