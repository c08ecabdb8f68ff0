import { isLaidLikeBricks } from './bricks.ts'
import { isCutOff, isPlainlyCutOff, mayBeCutOff } from './cut-off.ts'
import { isDoubtful } from './doubts.ts'
import { type Stand, tiltOf } from './facing.ts'
import { groundsOf } from './grounds.ts'
import { insteadOf, isDividedOtherwise } from './instead.ts'
import type { Lattice } from './lattice.ts'
import type { Seen } from './seen.ts'
import { sureValue } from './sure.ts'
import type { Stacked } from './top-row.ts'

export const ABSTENTIONS = ['no_lattice', 'row_out_of_frame', 'taken_at_an_angle'] as const
export type Abstention = (typeof ABSTENTIONS)[number]

export interface Judgement {
  abstained: Abstention | null
  seen: Seen
  /** Null where there is none to speak of. */
  lattice: Stacked | null
}

/** Over 12° is at an angle; what a picture tells of a tilt is off by a few degrees, of a roll by a fraction of one. */
export const MOST_TILT = 9
export const MOST_ROLL = 11.5

const LEAST_VALUE = 0.4
const LEAST_SCORE = 0.05
const LEAST_STRAIGHT = 0.47
/** A dozen edges, as noise has, run straight from somewhere by chance. */
const FEWEST_EDGES = 50

/**
 * Of all stands the one from which most can be counted. What cannot be counted there may be at an angle if it is as
 * striking from a stand that is, and may still be seen to be cut off.
 */
export function judge(all: readonly Seen[]): Judgement {
  const seen = all.reduce((one, other) => (scoreOf(other) > scoreOf(one) ? other : one))
  const judgement = judgeBest(seen)
  if (judgement.abstained === null || judgement.abstained === 'taken_at_an_angle') return judgement
  const asStriking = all.filter((other) => scoreOf(other) > AS_STRIKING * scoreOf(seen))
  const atAnAngle = asStriking.map((other) => seenAtAnAngle(other)).find((other) => other !== null)
  if (atAnAngle !== undefined) return atAnAngle
  const cutOff = judgement.abstained === 'row_out_of_frame' ? judgement : cutOffAmong(all)
  if (cutOff !== undefined) return cutOff
  return isAskew(seen.stand) ? { ...judgement, abstained: 'taken_at_an_angle' } : judgement
}

const AS_STRIKING = 0.8

/** What cannot be read where hardly any edge runs straight may be a load whose own edges are too few among the rest. */
export function isDrowned({ abstained, seen: { stand } }: Judgement): boolean {
  return abstained === 'no_lattice' && stand.straight < LEAST_STRAIGHT
}

/** A few edges run straight from somewhere by chance: only a lattice that is seen from there says that they do not. */
export function seenAtAnAngle(seen: Seen, leastScore = LEAST_SCORE): Judgement | null {
  const judgement = judgeBest(seen, leastScore)
  return judgement.abstained === 'taken_at_an_angle' && judgement.lattice !== null ? judgement : null
}

function scoreOf({ lattices }: Seen): number {
  return lattices[0]?.score ?? Number.NEGATIVE_INFINITY
}

function judgeBest(seen: Seen, leastScore = LEAST_SCORE): Judgement {
  const { stand, lattices, evidence, rectified } = seen
  const [best] = lattices
  const verdict = (abstained: Abstention | null, lattice: Lattice | null): Judgement => ({ abstained, seen, lattice })
  const isAngled = isAtAnAngle(stand)
  if (best === undefined || best.value < LEAST_VALUE || best.score < leastScore) {
    if (isAngled && isPlain(stand)) return verdict('taken_at_an_angle', null)
    return verdict('no_lattice', null)
  }
  if (isAngled) return verdict('taken_at_an_angle', best)
  if (best.value < sureValue(best)) return verdict('no_lattice', best)
  const grounds = groundsOf(best, evidence, rectified)
  if (isCutOff(best, grounds)) return verdict('row_out_of_frame', best)
  const undoubted = isDoubtful(best, grounds) ? insteadOf(best, grounds, seen) : best
  if (undoubted === undefined || isDividedOtherwise(undoubted, seen)) return verdict('no_lattice', best)
  const cutOff = lattices.find((other) => isCutOffInstead(other, best, seen))
  return cutOff === undefined ? verdict(null, undoubted) : verdict('row_out_of_frame', cutOff)
}

/** The same load with its lines laid a little otherwise. */
const AS_GOOD = 0.9
const THE_SAME = 0.95

function isCutOffInstead(other: Lattice, best: Lattice, seen: Seen): boolean {
  if (other.score > AS_GOOD * best.score && isSeenCutOff(other, seen)) return true
  const isTheSame = other.across === best.across && other.down === best.down && other.score > THE_SAME * best.score
  return isTheSame && mayBeCutOff(other, groundsOf(other, seen.evidence, seen.rectified))
}

function isSeenCutOff(lattice: Lattice, { evidence, rectified }: Seen): boolean {
  return isPlainlyCutOff(lattice, groundsOf(lattice, evidence, rectified))
}

function cutOffAmong(all: readonly Seen[]): Judgement | undefined {
  for (const seen of all) {
    if (isAtAnAngle(seen.stand)) continue
    const lattice = seen.lattices.find((one) => isSeenCutOff(one, seen)) ?? combed(seen)
    if (lattice !== null) return { abstained: 'row_out_of_frame', seen, lattice }
  }
  return undefined
}

/** Each row of bricks is a comb of its own. */
function combed({ comb, lattices: [best], evidence, rectified }: Seen): Stacked | null {
  if (comb === null || (best && isLaidLikeBricks(best, groundsOf(best, evidence, rectified)))) return null
  return { ...comb, topRow: { from: 0, to: comb.across } }
}

function isAtAnAngle(stand: Stand): boolean {
  return tiltOf(stand) > MOST_TILT || Math.abs(stand.roll) > MOST_ROLL
}

const ASKEW = 9

/** Of what cannot be counted for no other reason: tilted and rolled together, less is enough to be the reason. */
function isAskew(stand: Stand): boolean {
  return Math.hypot(tiltOf(stand), stand.roll) > ASKEW && isPlain(stand)
}

function isPlain({ straight, edges }: Stand): boolean {
  return straight > LEAST_STRAIGHT && edges >= FEWEST_EDGES
}
