import { isCutOff, isPlainlyCutOff, isSeenToTheFrame } from './cut-off.ts'
import { isDoubtful } from './doubts.ts'
import { type Stand, tiltOf } from './facing.ts'
import { groundsOf } from './grounds.ts'
import { framedLatticesOf, type Lattice } from './lattice.ts'
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
  const grounds = best === undefined ? null : groundsOf(best, evidence, rectified)
  if (best === undefined || best.value < LEAST_VALUE || best.score < LEAST_SCORE) {
    if (isAngled && stand.straight > LEAST_STRAIGHT) return verdict('taken_at_an_angle', null)
    const isCut = best !== undefined && isSeenToTheFrame(best, grounds!)
    return verdict(isCut ? 'row_out_of_frame' : 'no_lattice', null)
  }
  if (isAngled) return verdict('taken_at_an_angle', best)
  if (best.value < sureValue(best))
    return verdict(isSeenToTheFrame(best, grounds!) ? 'row_out_of_frame' : 'no_lattice', best)
  if (isCutOff(best, grounds!)) return verdict('row_out_of_frame', best)
  return verdict(isDoubtful(best, grounds!) ? 'no_lattice' : null, best)
}

function cutOffAmong(all: readonly Seen[]): Judgement | undefined {
  for (const seen of all) {
    const { stand, field, evidence, rectified, lattices } = seen
    if (isAtAnAngle(stand)) continue
    const isCut = (lattice: Lattice) => isPlainlyCutOff(lattice, groundsOf(lattice, evidence, rectified))
    const lattice = lattices.find(isCut) ?? framedLatticesOf(field, evidence, rectified.inFrame).find(isCut)
    if (lattice !== undefined) return { abstained: 'row_out_of_frame', seen, lattice }
  }
  return undefined
}

function isAtAnAngle(stand: Stand): boolean {
  return tiltOf(stand) > MOST_TILT || Math.abs(stand.roll) > MOST_ROLL
}

const ASKEW = 8

/** Of what cannot be counted for no other reason: tilted and rolled together, less is enough to be the reason. */
function isAskew(stand: Stand): boolean {
  return Math.hypot(tiltOf(stand), stand.roll) > ASKEW && stand.straight > LEAST_STRAIGHT
}
