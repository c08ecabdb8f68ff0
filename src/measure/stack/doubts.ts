import { areHardlyAlike } from './faces.ts'
import type { Grounds } from './grounds.ts'
import { ALIKE_OF_TWO, type Lattice } from './lattice.ts'

const SURE_VALUE = 0.5
const SURE_VALUE_OF_ONE_ROW = 0.45
const SURE_VALUE_OF_TWO = 0.7
const GOES_ON_BESIDE = 0.45
const LINES_GO_ON = 0.85
const LIKE_ENOUGH = 0.2
const LEAST_LINE = 0.4
const MOST_UNSEEN_UPRIGHT = 0.3
const MOST_UNSEEN_LEVEL = 0.45
const CLEARLY_REPEATS = 0.8
const MOST_ALTERNATION = 0.15
const MOST_THROUGH_ONE = 0.9
const RIVAL = 0.95

/** The fewer faces there are, the more alike they must be. */
export function sureValue({ across, down }: Lattice): number {
  if (across * down === 2) return SURE_VALUE_OF_TWO
  return down === 1 ? SURE_VALUE_OF_ONE_ROW : SURE_VALUE
}

export function isDoubtful(lattice: Lattice, grounds: Grounds): boolean {
  const { value, rivals, across, down, faces } = lattice
  if (isDoubtfulAtTheTop(lattice)) return true
  if (lattice.alternation > MOST_ALTERNATION) return true
  if (areHardlyAlike(faces)) return true
  const goesOn = grounds.sides.some(
    (side) => side.like > GOES_ON_BESIDE || (side.goesOn > LINES_GO_ON && side.like > LIKE_ENOUGH),
  )
  if (goesOn || grounds.leastColumn < LEAST_LINE || grounds.leastRow < LEAST_LINE) return true
  if (grounds.unseenUpright > MOST_UNSEEN_UPRIGHT) return true
  if (grounds.unseenLevel > MOST_UNSEEN_LEVEL && value < CLEARLY_REPEATS) return true
  if (mayBePairs(lattice, grounds) || isLaidLikeBricks(lattice, grounds)) return true
  if (grounds.throughOne > MOST_THROUGH_ONE) return true
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

const SEEN_THROUGH = 0.8
const SHIFTED = -0.15

/** Rows laid like bricks repeat by twos: a line runs through the middle, and below it the columns are others. */
function isLaidLikeBricks({ halves }: Lattice, grounds: Grounds): boolean {
  return grounds.halves.level > SEEN_THROUGH && halves.down.columns < SHIFTED
}

const ALIKE_AT_THE_TOP = 0.45
const LIDS_AT_THE_TOP = 0.8

/** What stands behind a load is no row of it. */
function isDoubtfulAtTheTop({ topRow, down }: Lattice): boolean {
  if (down === 2) return topRow.alike < ALIKE_OF_TWO
  return topRow.alike < ALIKE_AT_THE_TOP && topRow.lids < LIDS_AT_THE_TOP
}
