import type { Beyond } from './beyond.ts'
import type { Side } from './boxes.ts'
import { areSeamsInterrupted, isLaidLikeBricks } from './bricks.ts'
import { SHAPES } from './counts.ts'
import { isAtTheFrame } from './cut-off.ts'
import { areHardlyAlike } from './faces.ts'
import { cellSize } from './grid.ts'
import type { Grounds } from './grounds.ts'
import { ALIKE_OF_TWO, type Lattice } from './lattice.ts'

type Doubt = (lattice: Lattice, grounds: Grounds) => boolean

/** What a face is: as doubtful of every lattice with faces of that size. */
const OF_ITS_FACES: readonly Doubt[] = [
  differsByTurns,
  mayBePairs,
  mayBeThreeRows,
  mayBeOneRow,
  isLaidLikeBricks,
  areSeamsInterrupted,
  mayBeMoreThanOneRow,
  hasFinerRival,
]
/** Where its lines are, and where it ends. */
const OF_ITS_PLACE: readonly Doubt[] = [
  isDoubtfulAtTheTop,
  isHardlyAlike,
  isUnevenRow,
  goesOn,
  (_lattice, grounds) => hasUnlikeLine(grounds),
  lacksSeams,
]

/** One doubt is enough: what is not sure is not counted. */
export function isDoubtful(lattice: Lattice, grounds: Grounds): boolean {
  return areFacesDoubtful(lattice, grounds) || OF_ITS_PLACE.some((isDoubted) => isDoubted(lattice, grounds))
}

export function areFacesDoubtful(lattice: Lattice, grounds: Grounds): boolean {
  return OF_ITS_FACES.some((isDoubted) => isDoubted(lattice, grounds))
}

const AT_THE_TOP = { alike: 0.45, lids: 0.95, weakest: 0.3, lidOfOneLeftOut: 0.75, lidOfOneAlone: 0.85 }

/** What stands behind a load is no row of it, nor a crate upon it; a single crate that is missing from a row may be there after all. */
function isDoubtfulAtTheTop({ topRow, across, down }: Lattice): boolean {
  const { from, to, alike, lids, weakest, lidLeftOut } = topRow
  if (to - from < across && weakest < AT_THE_TOP.weakest) return true
  if (to - from === 1 && lids < AT_THE_TOP.lidOfOneAlone) return true
  if (to - from === across - 1 && lidLeftOut > AT_THE_TOP.lidOfOneLeftOut) return true
  if (down === 2) return alike < ALIKE_OF_TWO
  return alike < AT_THE_TOP.alike && lids < AT_THE_TOP.lids
}

const MOST_ALTERNATION = 0.25

function differsByTurns({ alternation }: Lattice): boolean {
  return Math.max(alternation.across, alternation.down) > MOST_ALTERNATION
}

/** Of the faces as they differ along a row: rows alone are shelves. */
const LEAST_COLUMNS = 0.25
const LEAST_ROWS = 0.3
const ALIKE_COLUMNS = 0.5
/** Nearly all of them, from end to end. */
const SEEN_SEAMS = 0.95

function isHardlyAlike({ faces, down }: Lattice, { meanUpright }: Grounds): boolean {
  const { columns, rows } = faces.usual
  if (areHardlyAlike(faces) || columns < LEAST_COLUMNS || (down > 2 && rows < LEAST_ROWS)) return true
  return columns < ALIKE_COLUMNS && meanUpright < SEEN_SEAMS
}

const EVEN = { faces: 0.5, row: 0.85 }

/** The ribs of a single box part it as seams would, and leave nothing else alike. */
function isUnevenRow({ faces, down }: Lattice, { leastRow }: Grounds): boolean {
  return down === 1 && (faces.usual.rows < EVEN.faces || leastRow < EVEN.row)
}

/** How like the faces a place next to them may be: shown only in part, above, beside a single row, any other. */
const MOST_LIKE = { inPart: 0.45, above: 0.36, besideOne: 0.2, beside: 0.24 }
const WHOLE = 0.97
/** Seams may run on into what is behind a load or below it; where they run on both ways, it is a part of something. */
const LINES_GO_ON = { oneWay: 0.85, toTheSides: 0.75, upAndDown: 0.8 }
const LIKE_ENOUGH = 0.25

function goesOn(lattice: Lattice, { sides }: Grounds): boolean {
  if (sides.some((side) => isAtTheFrame(lattice, side))) return true
  const goOnPast = (least: number, ...both: Side[]) =>
    sides.every(({ side, goesOn }) => !both.includes(side) || goesOn > least)
  if (goOnPast(LINES_GO_ON.toTheSides, 'left', 'right') || goOnPast(LINES_GO_ON.upAndDown, 'top', 'bottom')) return true
  const mostLike = ({ side, shown }: Beyond) =>
    MOST_LIKE[shown < WHOLE ? 'inPart' : side === 'top' ? 'above' : lattice.down === 1 ? 'besideOne' : 'beside']
  return sides.some(
    (side) => side.like > mostLike(side) || (side.goesOn > LINES_GO_ON.oneWay && side.like > LIKE_ENOUGH),
  )
}

const LEAST_LINE = { column: 0.35, row: 0.5 }

/** A column, or a row below the top, that is unlike the others: one too many, or lines laid elsewhere. */
export function hasUnlikeLine({ leastColumn, leastRow }: Grounds): boolean {
  return leastColumn < LEAST_LINE.column || leastRow < LEAST_LINE.row
}

const MOST_UNSEEN = { upright: 0.4, level: 0.7 }
const CLEARLY_REPEATS = 0.8
const SEAMS_OF_TWO_ROWS = 0.6
const LEAST_AT_THE_BOTTOM = 0.85

/** One line alone makes two rows of one, and a band around crates is such a line: there more of the seams must be seen. */
function lacksSeams({ value, down }: Lattice, grounds: Grounds): boolean {
  const { unseenUpright, unseenLevel, meanUpright, bottomSeams } = grounds
  // Seams that end within the bottom row end where the load does: the rest is floor.
  if (bottomSeams < LEAST_AT_THE_BOTTOM) return true
  if (unseenUpright > MOST_UNSEEN.upright || (down === 2 && meanUpright < SEAMS_OF_TWO_ROWS)) return true
  return unseenLevel > MOST_UNSEEN.level && value < CLEARLY_REPEATS
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

const THIRDS = { seen: 0.9, nearlyAsWell: -0.1 }

/** The same of lines that part them in three: what is below a load may spoil the rows, not the lines. */
function mayBeThreeRows(lattice: Lattice, { levelThirds }: Grounds): boolean {
  const [wide, tall] = cellSize(lattice)
  if (levelThirds < THIRDS.seen || 3 * wide > SHAPES[1] * tall) return false
  const { columns, rows } = lattice.thirds()
  return Math.min(columns, rows) > THIRDS.nearlyAsWell
}

const TOGETHER = 0.94

/** No two crates are of the same tone, the halves of one are: a band around a single row makes two of it. */
function mayBeOneRow(_lattice: Lattice, { tonesOfTwoRows }: Grounds): boolean {
  return tonesOfTwoRows > TOGETHER
}

const MOST_THROUGH_ONE = 0.9
const UNLIKE_HALVES = { columns: -0.07, rows: -0.2 }

/**
 * A line runs right through a single row. So do slats, but then crates do not stand on end, and the seams are seen from
 * end to end, or the halves differ and no two lines part it in three.
 */
function mayBeMoreThanOneRow(lattice: Lattice, { throughOne, meanUpright, levelThirds }: Grounds): boolean {
  if (throughOne < MOST_THROUGH_ONE) return false
  const [wide, tall] = cellSize(lattice)
  const { columns, rows } = lattice.halves.down
  const areHalvesAlike = columns > UNLIKE_HALVES.columns || rows > UNLIKE_HALVES.rows
  return wide < tall || (meanUpright < SEEN_SEAMS && (areHalvesAlike || levelThirds > THIRDS.seen))
}

const RIVAL = 0.95

function hasFinerRival({ value, rivals, across, down }: Lattice): boolean {
  return rivals.some((rival) => rival.value > RIVAL * value && rival.across * rival.down > across * down)
}
