import { isCutOff, isPlainlyCutOff } from './cut-off.ts'
import { isDoubtful } from './doubts.ts'
import { type Stand, tiltOf } from './facing.ts'
import { groundsOf } from './grounds.ts'
import type { Lattice } from './lattice.ts'
import type { Seen } from './seen.ts'
import { sureValue } from './sure.ts'

export const ABSTENTIONS = ['no_lattice', 'row_out_of_frame', 'taken_at_an_angle'] as const
export type Abstention = (typeof ABSTENTIONS)[number]

export interface Judgement {
  abstained: Abstention | null
  seen: Seen
  /** Null where there is none to speak of. */
  lattice: Lattice | null
}

/** Over 12° is at an angle; what a picture tells of a tilt is off by a few degrees, of a roll by a fraction of one. */
export const MOST_TILT = 9
export const MOST_ROLL = 11.5

const LEAST_VALUE = 0.4
const LEAST_SCORE = 0.05
const LEAST_STRAIGHT = 0.47

/** Of all stands the one from which most can be counted. What cannot be counted there may still be seen to be cut off. */
export function judge(all: readonly Seen[]): Judgement {
  const seen = all.reduce((one, other) => (scoreOf(other) > scoreOf(one) ? other : one))
  const judgement = judgeBest(seen)
  if (judgement.abstained !== 'no_lattice') return judgement
  const cutOff = cutOffAmong(all)
  if (cutOff !== undefined) return cutOff
  return isAskew(seen.stand) ? { ...judgement, abstained: 'taken_at_an_angle' } : judgement
}

function scoreOf({ lattices }: Seen): number {
  return lattices[0]?.score ?? Number.NEGATIVE_INFINITY
}

function judgeBest(seen: Seen): Judgement {
  const { stand, lattices, evidence, rectified } = seen
  const [best] = lattices
  const verdict = (abstained: Abstention | null, lattice: Lattice | null) => ({ abstained, seen, lattice })
  const isAngled = isAtAnAngle(stand)
  if (best === undefined || best.value < LEAST_VALUE || best.score < LEAST_SCORE) {
    if (isAngled && stand.straight > LEAST_STRAIGHT) return verdict('taken_at_an_angle', null)
    return verdict('no_lattice', null)
  }
  if (isAngled) return verdict('taken_at_an_angle', best)
  if (best.value < sureValue(best)) return verdict('no_lattice', best)
  const grounds = groundsOf(best, evidence, rectified)
  if (isCutOff(best, grounds)) return verdict('row_out_of_frame', best)
  if (isDoubtful(best, grounds)) return verdict('no_lattice', best)
  const cutOff = lattices.find((other) => other.score > AS_GOOD * best.score && isSeenCutOff(other, seen))
  return cutOff === undefined ? verdict(null, best) : verdict('row_out_of_frame', cutOff)
}

/** The same load with its lines laid a little otherwise. */
const AS_GOOD = 0.9

function isSeenCutOff(lattice: Lattice, { evidence, rectified }: Seen): boolean {
  return isPlainlyCutOff(lattice, groundsOf(lattice, evidence, rectified))
}

function cutOffAmong(all: readonly Seen[]): Judgement | undefined {
  for (const seen of all) {
    if (isAtAnAngle(seen.stand)) continue
    const lattice = seen.lattices.find((one) => isSeenCutOff(one, seen))
    if (lattice !== undefined) return { abstained: 'row_out_of_frame', seen, lattice }
  }
  return undefined
}

function isAtAnAngle(stand: Stand): boolean {
  return tiltOf(stand) > MOST_TILT || Math.abs(stand.roll) > MOST_ROLL
}

const ASKEW = 9

/** Of what cannot be counted for no other reason: tilted and rolled together, less is enough to be the reason. */
function isAskew(stand: Stand): boolean {
  return Math.hypot(tiltOf(stand), stand.roll) > ASKEW && stand.straight > LEAST_STRAIGHT
}
