import type { Beyond } from './beyond.ts'
import { areHardlyAlike } from './faces.ts'
import { cellSize } from './grid.ts'
import type { Grounds } from './grounds.ts'
import { ALIKE_OF_TWO, type Lattice } from './lattice.ts'

/** Of the faces as they differ along a row: rows alone are shelves. */
const LEAST_COLUMNS = 0.25
const LEAST_ROWS = 0.3
const ALIKE_COLUMNS = 0.45
/** How like the faces a place beside them may be: one that the frame shows only in part, one above, and any other. */
const MOST_LIKE = { inPart: 0.45, above: 0.28, beside: 0.2 }
const WHOLE = 0.97
const LINES_GO_ON = 0.85
const LIKE_ENOUGH = 0.2
const LEAST_LINE = 0.35
const MOST_UNSEEN_UPRIGHT = 0.3
const MOST_UNSEEN_LEVEL = 0.45
const CLEARLY_REPEATS = 0.8
const MOST_ALTERNATION = 0.175
const RIVAL = 0.95
/** Nearly all of them, from end to end. */
const SEEN_SEAMS = 0.95

export function isDoubtful(lattice: Lattice, grounds: Grounds): boolean {
  const { value, rivals, across, down, faces } = lattice
  if (isDoubtfulAtTheTop(lattice)) return true
  if (Math.max(lattice.alternation.across, lattice.alternation.down) > MOST_ALTERNATION) return true
  if (areHardlyAlike(faces) || faces.usual.columns < LEAST_COLUMNS) return true
  if (down > 2 && faces.usual.rows < LEAST_ROWS) return true
  if (faces.usual.columns < ALIKE_COLUMNS && grounds.meanUpright < SEEN_SEAMS) return true
  const mostLike = ({ side, shown }: Beyond) =>
    shown < WHOLE ? MOST_LIKE.inPart : side === 'top' ? MOST_LIKE.above : MOST_LIKE.beside
  const goesOn = grounds.sides.some(
    (side) => side.like > mostLike(side) || (side.goesOn > LINES_GO_ON && side.like > LIKE_ENOUGH),
  )
  const goBothWays = (['left', 'right'] as const).every(
    (side) => grounds.sides.find((beyond) => beyond.side === side)!.goesOn > LINES_GO_ON,
  )
  if (goBothWays) return true
  if (goesOn || grounds.leastColumn < LEAST_LINE || grounds.leastRow < LEAST_LINE) return true
  if (grounds.unseenUpright > MOST_UNSEEN_UPRIGHT) return true
  if (grounds.unseenLevel > MOST_UNSEEN_LEVEL && value < CLEARLY_REPEATS) return true
  if (mayBePairs(lattice, grounds) || isLaidLikeBricks(lattice, grounds)) return true
  if (mayBeMoreThanOneRow(lattice, grounds)) return true
  return rivals.some((rival) => rival.value > RIVAL * value && rival.across * rival.down > across * down)
}

const SEEN_BETWEEN = { clearly: { upright: 0.85, level: 0.6 }, partly: 0.6 }
const NEARLY_AS_WELL = { across: -0.1, down: -0.05, inFull: -0.03 }

/** Lines that part the faces in two are seen, and the halves are nearly as alike as the faces. */
function mayBePairs({ halves }: Lattice, grounds: Grounds): boolean {
  const { upright, level } = grounds.halves
  if (upright > SEEN_BETWEEN.clearly.upright && halves.across > NEARLY_AS_WELL.across) return true
  if (upright > SEEN_BETWEEN.partly && halves.across > NEARLY_AS_WELL.inFull) return true
  const { columns, rows } = halves.down
  return level > SEEN_BETWEEN.clearly.level && Math.min(columns, rows) > NEARLY_AS_WELL.down
}

const SEEN_THROUGH = 0.6
const SHIFTED = -0.12
const INTERRUPTED = 0.96
const LAID_BETWEEN = 0.35

/**
 * One row is known by the next, which is laid between its faces. Rows laid like bricks repeat by twos, too: then a line
 * runs through the middle, below it the columns are others, and no seam is seen from end to end.
 */
function isLaidLikeBricks({ halves, down }: Lattice, grounds: Grounds): boolean {
  if (grounds.laidBetween > LAID_BETWEEN) return true
  if (down === 1 || grounds.meanUpright > INTERRUPTED) return false
  return grounds.halves.level > SEEN_THROUGH && halves.down.columns < SHIFTED
}

const MOST_THROUGH_ONE = 0.9
const UNLIKE_HALVES = { columns: -0.07, rows: -0.2 }

/** A line runs right through a single row. Slats do too, but then the seams are seen from end to end, the halves differ, and no crate stands on end. */
function mayBeMoreThanOneRow(lattice: Lattice, { throughOne, meanUpright }: Grounds): boolean {
  if (throughOne < MOST_THROUGH_ONE) return false
  const [wide, tall] = cellSize(lattice)
  const { columns, rows } = lattice.halves.down
  const areUnlike = columns < UNLIKE_HALVES.columns && rows < UNLIKE_HALVES.rows
  return meanUpright < SEEN_SEAMS || !areUnlike || wide < tall
}

const ALIKE_AT_THE_TOP = 0.45
const LIDS_AT_THE_TOP = 0.95
const WEAK_AT_THE_TOP = 0.45
const LID_OF_ONE_LEFT_OUT = 0.75

/** What stands behind a load is no row of it, and a single crate that is missing from a row may be there after all. */
function isDoubtfulAtTheTop({ topRow, across, down }: Lattice): boolean {
  const { from, to, alike, lids, weakest, lidLeftOut } = topRow
  if (to - from < across && weakest < WEAK_AT_THE_TOP) return true
  if (to - from === across - 1 && lidLeftOut > LID_OF_ONE_LEFT_OUT) return true
  if (down === 2) return alike < ALIKE_OF_TWO
  return alike < ALIKE_AT_THE_TOP && lids < LIDS_AT_THE_TOP
}
