import { areHardlyAlike } from './faces.ts'
import type { Grounds } from './grounds.ts'
import { ALIKE_OF_TWO, type Lattice } from './lattice.ts'

/** Of the faces as they differ along a row: rows alone are shelves. */
const LEAST_COLUMNS = 0.25
/** How like the faces a place beside them may be, and where the faces themselves are less alike. */
const GOES_ON_BESIDE = 0.45
const GOES_ON_BESIDE_WEAK = 0.28
const CLEARLY_ALIKE = 0.7
const LINES_GO_ON = 0.85
const LIKE_ENOUGH = 0.2
const LEAST_LINE = 0.4
const MOST_UNSEEN_UPRIGHT = 0.3
const MOST_UNSEEN_LEVEL = 0.45
const CLEARLY_REPEATS = 0.8
const MOST_ALTERNATION = 0.15
const RIVAL = 0.95

export function isDoubtful(lattice: Lattice, grounds: Grounds): boolean {
  const { value, rivals, across, down, faces } = lattice
  if (isDoubtfulAtTheTop(lattice)) return true
  if (Math.max(lattice.alternation.across, lattice.alternation.down) > MOST_ALTERNATION) return true
  if (areHardlyAlike(faces) || faces.usual.columns < LEAST_COLUMNS) return true
  const mostLike = value > CLEARLY_ALIKE ? GOES_ON_BESIDE : GOES_ON_BESIDE_WEAK
  const goesOn = grounds.sides.some(
    (side) => side.like > mostLike || (side.goesOn > LINES_GO_ON && side.like > LIKE_ENOUGH),
  )
  if (goesOn || grounds.leastColumn < LEAST_LINE || grounds.leastRow < LEAST_LINE) return true
  if (grounds.unseenUpright > MOST_UNSEEN_UPRIGHT) return true
  if (grounds.unseenLevel > MOST_UNSEEN_LEVEL && value < CLEARLY_REPEATS) return true
  if (mayBePairs(lattice, grounds) || isLaidLikeBricks(lattice, grounds)) return true
  if (mayBeMoreThanOneRow(lattice, grounds)) return true
  return rivals.some((rival) => rival.value > RIVAL * value && rival.across * rival.down > across * down)
}

const SEEN_BETWEEN = { upright: 0.85, level: 0.6 }
const NEARLY_AS_WELL = { across: -0.1, down: -0.05 }

/** Lines that part the faces in two are seen, and the halves are nearly as alike as the faces. */
function mayBePairs({ halves }: Lattice, grounds: Grounds): boolean {
  if (grounds.halves.upright > SEEN_BETWEEN.upright && halves.across > NEARLY_AS_WELL.across) return true
  const { columns, rows } = halves.down
  return grounds.halves.level > SEEN_BETWEEN.level && Math.min(columns, rows) > NEARLY_AS_WELL.down
}

const SEEN_THROUGH = { clearly: 0.94, mostly: 0.8 }
const SHIFTED = { clearly: -0.15, far: -0.22 }

/** Rows laid like bricks repeat by twos: a line runs through the middle, and below it the columns are others. */
function isLaidLikeBricks({ halves }: Lattice, grounds: Grounds): boolean {
  const { columns } = halves.down
  if (grounds.halves.level > SEEN_THROUGH.clearly) return columns < SHIFTED.clearly
  return grounds.halves.level > SEEN_THROUGH.mostly && columns < SHIFTED.far
}

const MOST_THROUGH_ONE = 0.9
const SEEN_SEAMS = 0.95
const UNLIKE_HALVES = -0.1

/** A line runs right through a single row. Slats do too, but then the seams are seen from end to end, and the halves differ. */
function mayBeMoreThanOneRow({ halves }: Lattice, { throughOne, meanUpright }: Grounds): boolean {
  return throughOne > MOST_THROUGH_ONE && (meanUpright < SEEN_SEAMS || halves.down.rows > UNLIKE_HALVES)
}

const ALIKE_AT_THE_TOP = 0.45
const LIDS_AT_THE_TOP = 0.95

/** What stands behind a load is no row of it. */
function isDoubtfulAtTheTop({ topRow, down }: Lattice): boolean {
  if (down === 2) return topRow.alike < ALIKE_OF_TWO
  return topRow.alike < ALIKE_AT_THE_TOP && topRow.lids < LIDS_AT_THE_TOP
}
