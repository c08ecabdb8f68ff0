import type { Beyond } from './beyond.ts'
import { isLaidLikeBricks } from './bricks.ts'
import { areHardlyAlike } from './faces.ts'
import { cellSize } from './grid.ts'
import type { Grounds } from './grounds.ts'
import type { Lattice } from './lattice.ts'
import { sureValue } from './sure.ts'
import { countFaces } from './top-row.ts'

const AT_THE_FRAME = 0.08
const AT_THE_FRAME_PX = 12
const WHOLE = 0.97
const GOES_ON = 0.5
const REACHES_FRAME = 0.6
const LEAST_LIKE = 0.25
const SAME_FACE = 0.75
const FEWEST_FACES = 4
/** Two columns at the frame may be anything, unless they are high. */
const FEWEST_AT_THE_FRAME = { columns: 3, faces: 8 }
const ALL_REACH_FRAME = 0.72
const MOST_UNSEEN = 0.6
const CLEARLY_REPEATS = 0.8
const LEAST_LINE = 0.3
const SURE_LINE = 0.8
const LINE_THROUGH = 0.9

/** Past a side the frame shows part of a place, and that part is like the faces, or the seams run on through it. */
export function isCutOff(lattice: Lattice, grounds: Grounds): boolean {
  const { value, faces, across } = lattice
  const { sides, unseenUpright, leastColumn } = grounds
  if (areHardlyAlike(faces)) return false
  // Seams that are not seen are made up for by columns that are alike, and alike enough by how well all of it repeats.
  if (unseenUpright > MOST_UNSEEN && leastColumn < (value < CLEARLY_REPEATS ? SURE_LINE : LEAST_LINE)) return false
  // Where faces are few, one column is unlike the rest, or the row is more than one, what looks like them says little.
  const isLikenessSure = countFaces(lattice) >= FEWEST_FACES && leastColumn > LEAST_LINE && isOneRow(grounds)
  const areEnough = across >= FEWEST_AT_THE_FRAME.columns || countFaces(lattice) >= FEWEST_AT_THE_FRAME.faces
  const isBrickwork = isLaidLikeBricks(lattice, grounds)
  return sides.some((beyond) => {
    const { shown, like, reachesFrame } = beyond
    // Bricks come near the frame too; the same face once more, right above or beside, is no brick, unless it is a block of them.
    if (isBrickwork) return areEnough && shown < WHOLE && like > SAME_FACE && reachesFrame > REACHES_FRAME
    if (areEnough && (shown < AT_THE_FRAME || (isLikenessSure && isAtTheFrame(lattice, beyond)))) return true
    if (shown > WHOLE) return false
    if (like > GOES_ON && isLikenessSure) return true
    return reachesFrame > (like > LEAST_LIKE && isLikenessSure ? REACHES_FRAME : ALL_REACH_FRAME)
  })
}

/** So near the frame a load may go on past it, and nothing would show that it does. */
export function isAtTheFrame(lattice: Lattice, { side, shown }: Beyond): boolean {
  const [wide, tall] = cellSize(lattice)
  return shown < AT_THE_FRAME || shown * (side === 'left' || side === 'right' ? wide : tall) < AT_THE_FRAME_PX
}

/** What leaves no doubt that a load goes on. */
const SURE = { line: 0.5, unseen: 0.4, seams: 0.6, reachesFrame: 0.85, like: 0.6, sameFace: 0.85, shown: 0.15 }
const LEAST_SHOWN = 0.3
const SEEN = { faces: 3, columns: 0.3, seams: 0.95, line: 0.5, reachesFrame: 0.95 }

/** The same of a lattice that is not the most striking one: what is past a side must be plain to see. */
export function isPlainlyCutOff(lattice: Lattice, grounds: Grounds): boolean {
  const { value, faces, across, down } = lattice
  const { sides, leastColumn, leastRow, unseenUpright, meanUpright } = grounds
  if (areHardlyAlike(faces)) return false
  const isSure =
    value >= sureValue(lattice) &&
    Math.min(leastColumn, leastRow) > SURE.line &&
    unseenUpright < SURE.unseen &&
    meanUpright > SURE.seams
  // Bare faces have little in common but their seams: these, and the edges, must then be seen to go on.
  const isSeen =
    across * down >= SEEN.faces &&
    faces.usual.columns > SEEN.columns &&
    meanUpright > SEEN.seams &&
    Math.min(leastColumn, leastRow) > SEEN.line
  const areManyAlike = countFaces(lattice) >= FEWEST_FACES && isOneRow(grounds)
  // A crate may lack the label that the others have; the same face once more, its seams and its edges, make up for it.
  const isSameFaceCut =
    areManyAlike &&
    value >= sureValue(lattice) &&
    meanUpright > SEEN.seams &&
    Math.min(leastColumn, leastRow) > LEAST_LINE
  const isSeenToGoOn = sides.some(({ shown, like, reachesFrame }) => {
    if (shown > WHOLE) return false
    if (isSure && reachesFrame > SURE.reachesFrame) return true
    if (isSure && like > SURE.like && shown > SURE.shown && areManyAlike) return true
    if (isSameFaceCut && like > SURE.sameFace && reachesFrame > REACHES_FRAME && shown > LEAST_SHOWN) return true
    return isSeen && reachesFrame > SEEN.reachesFrame
  })
  if (!isSeenToGoOn || !isLaidLikeBricks(lattice, grounds)) return isSeenToGoOn
  return sides.some(
    ({ shown, like, reachesFrame }) => shown < WHOLE && like > SURE.sameFace && reachesFrame > SURE.reachesFrame,
  )
}

/** The least that may be said of a side past which the frame cuts off a load: faces that are a little like, and lines. */
export function mayBeCutOff(lattice: Lattice, { sides }: Grounds): boolean {
  if (countFaces(lattice) < FEWEST_FACES) return false
  return sides.some(
    ({ shown, like, reachesFrame }) => shown < WHOLE && like > LEAST_LIKE && reachesFrame > REACHES_FRAME,
  )
}

/** A line right through a single row may part rows laid like bricks; where seams run from end to end it is a slat. */
function isOneRow({ throughOne, meanUpright }: Grounds): boolean {
  return throughOne < LINE_THROUGH || meanUpright > SEEN.seams
}
