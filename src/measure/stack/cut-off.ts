import { areHardlyAlike } from './faces.ts'
import type { Grounds } from './grounds.ts'
import type { Lattice } from './lattice.ts'

const AT_THE_FRAME = 0.08
const WHOLE = 0.97
const GOES_ON = 0.5
const REACHES_FRAME = 0.6
const LEAST_LIKE = 0.25
const ALL_REACH_FRAME = 0.72
const MOST_UNSEEN = 0.6

/** Past a side the frame shows part of a place, and that part is like the faces, or the seams run on through it. */
export function isCutOff({ across, down, faces }: Lattice, { sides, unseenUpright }: Grounds): boolean {
  if (areHardlyAlike(faces) || unseenUpright > MOST_UNSEEN) return false
  return sides.some(({ side, shown, like, reachesFrame }) => {
    if (shown < AT_THE_FRAME) return true
    if (shown > WHOLE) return false
    if (like > GOES_ON) return true
    // One seam alone may run on by chance: a rack behind the load has lines too.
    const seams = side === 'top' || side === 'bottom' ? across - 1 : down - 1
    if (seams === 1) return false
    return reachesFrame > (like > LEAST_LIKE ? REACHES_FRAME : ALL_REACH_FRAME)
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
