import { areHardlyAlike } from './faces.ts'
import type { Grounds } from './grounds.ts'
import type { Lattice } from './lattice.ts'

const AT_THE_FRAME = 0.08
const WHOLE = 0.97
const GOES_ON = 0.5
const REACHES_FRAME = 0.6
const LEAST_LIKE = 0.25
const ALL_REACH_FRAME = 0.76
const MOST_UNSEEN = 0.6
const CLEARLY_REPEATS = 0.8
const LEAST_LINE = 0.3
const LINE_THROUGH = 0.9

/** Past a side the frame shows part of a place, and that part is like the faces, or the seams run on through it. */
export function isCutOff({ value, faces }: Lattice, grounds: Grounds): boolean {
  const { sides, unseenUpright, leastColumn, throughOne } = grounds
  if (areHardlyAlike(faces) || (unseenUpright > MOST_UNSEEN && value < CLEARLY_REPEATS)) return false
  // Where one column is unlike the rest, or the row is more than one, what looks like its faces says little.
  const isLikenessSure = leastColumn > LEAST_LINE && throughOne < LINE_THROUGH
  return sides.some(({ shown, like, reachesFrame }) => {
    if (shown < AT_THE_FRAME) return true
    if (shown > WHOLE) return false
    if (like > GOES_ON && isLikenessSure) return true
    return reachesFrame > (like > LEAST_LIKE && isLikenessSure ? REACHES_FRAME : ALL_REACH_FRAME)
  })
}

const SEEN_SEAMS = 0.7
const A_FEW = 6

/** Faces that are hardly alike, but whose seams are seen, and end at the frame. */
export function isSeenToTheFrame({ across, down }: Lattice, { sides, meanUpright, meanLevel }: Grounds): boolean {
  return (
    across * down >= A_FEW &&
    (meanUpright + meanLevel) / 2 > SEEN_SEAMS &&
    sides.some(({ shown }) => shown < AT_THE_FRAME)
  )
}
