import { isCutOff, isSeenToTheFrame } from './cut-off.ts'
import { isDoubtful, sureValue } from './doubts.ts'
import type { Evidence } from './evidence.ts'
import { type Stand, tiltOf } from './facing.ts'
import { groundsOf } from './grounds.ts'
import type { Lattice } from './lattice.ts'
import type { Rectified } from './rectify.ts'

export const ABSTENTIONS = ['no_lattice', 'row_out_of_frame', 'taken_at_an_angle'] as const
export type Abstention = (typeof ABSTENTIONS)[number]

export interface Judgement {
  abstained: Abstention | null
  /** Faces, row by row; null where there is no lattice to speak of. */
  filled: boolean[] | null
}

/** Over 12° is at an angle; what a picture tells of a tilt is off by a few degrees, of a roll by a fraction of one. */
export const MOST_TILT = 9
export const MOST_ROLL = 11.5

const LEAST_VALUE = 0.4
const LEAST_SCORE = 0.05
const LEAST_STRAIGHT = 0.47

export function judge(best: Lattice | undefined, evidence: Evidence, rectified: Rectified, stand: Stand): Judgement {
  const grounds = best === undefined ? null : groundsOf(best, evidence, rectified)
  const isAtAnAngle = tiltOf(stand) > MOST_TILT || Math.abs(stand.roll) > MOST_ROLL
  if (best === undefined || best.value < LEAST_VALUE || best.score < LEAST_SCORE) {
    if (isAtAnAngle && stand.straight > LEAST_STRAIGHT) return { abstained: 'taken_at_an_angle', filled: null }
    const isCut = best !== undefined && isSeenToTheFrame(best, grounds!)
    return { abstained: isCut ? 'row_out_of_frame' : 'no_lattice', filled: null }
  }
  const filled = filledOf(best)
  if (isAtAnAngle) return { abstained: 'taken_at_an_angle', filled }
  if (best.value < sureValue(best))
    return { abstained: isSeenToTheFrame(best, grounds!) ? 'row_out_of_frame' : 'no_lattice', filled }
  if (isCutOff(best, grounds!)) return { abstained: 'row_out_of_frame', filled }
  return { abstained: isDoubtful(best, grounds!) ? 'no_lattice' : null, filled }
}

/** Crates stand on crates: only the top row can be begun. */
function filledOf({ across, down, topRow }: Lattice): boolean[] {
  return Array.from({ length: across * down }, (_, cell) => cell >= across || (cell >= topRow.from && cell < topRow.to))
}
