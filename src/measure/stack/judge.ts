import { isLaidLikeBricks } from './bricks.ts'
import { isCutOff, isPlainlyCutOff } from './cut-off.ts'
import { hasUnlikeLine, isDoubtful } from './doubts.ts'
import { type Stand, tiltOf } from './facing.ts'
import { cellSize } from './grid.ts'
import { type Grounds, groundsOf } from './grounds.ts'
import type { Lattice } from './lattice.ts'
import type { Seen } from './seen.ts'
import { sureValue } from './sure.ts'
import { countFaces, type Stacked } from './top-row.ts'

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
  const verdict = (abstained: Abstention | null, lattice: Lattice | null): Judgement => ({ abstained, seen, lattice })
  const isAngled = isAtAnAngle(stand)
  if (best === undefined || best.value < LEAST_VALUE || best.score < LEAST_SCORE) {
    if (isAngled && isPlain(stand)) return verdict('taken_at_an_angle', null)
    return verdict('no_lattice', null)
  }
  if (isAngled) return verdict('taken_at_an_angle', best)
  if (best.value < sureValue(best)) return verdict('no_lattice', best)
  const grounds = groundsOf(best, evidence, rectified)
  if (isCutOff(best, grounds)) return verdict('row_out_of_frame', best)
  const undoubted = isDoubtful(best, grounds) ? insteadOf(best, grounds, seen) : best
  if (undoubted === undefined) return verdict('no_lattice', best)
  const cutOff = lattices.find((other) => other.score > AS_GOOD * best.score && isSeenCutOff(other, seen))
  return cutOff === undefined ? verdict(null, undoubted) : verdict('row_out_of_frame', cutOff)
}

/** The same load with its lines laid a little otherwise. */
const AS_GOOD = 0.9

function isSeenCutOff(lattice: Lattice, { evidence, rectified }: Seen): boolean {
  return isPlainlyCutOff(lattice, groundsOf(lattice, evidence, rectified))
}

const NEARLY_AS_GOOD = 0.92
const FEWEST_INSTEAD = 4
/** How much larger its faces may be: blocks of crates repeat as crates do. */
const LARGER_INSTEAD = 2.5

/**
 * Where the most striking lattice is doubtful, the next that is hardly less striking and that nothing speaks against.
 * It has to reach as far, unless it is a line of the doubtful one that was unlike the rest: a part of a load is no count of it.
 */
function insteadOf(doubtful: Lattice, grounds: Grounds, { lattices, evidence, rectified }: Seen): Lattice | undefined {
  if (isLaidLikeBricks(doubtful, grounds)) return undefined
  const mayBeLess = hasUnlikeLine(grounds)
  return lattices.find((other) => {
    if (other === doubtful || other.score < NEARLY_AS_GOOD * doubtful.score) return false
    if (other.value < sureValue(other) || countFaces(other) < FEWEST_INSTEAD) return false
    if (faceArea(other) > LARGER_INSTEAD * faceArea(doubtful)) return false
    if (!mayBeLess && !reachesAsFar(other, doubtful)) return false
    const own = groundsOf(other, evidence, rectified)
    return !isCutOff(other, own) && !isDoubtful(other, own)
  })
}

function faceArea(lattice: Lattice): number {
  const [wide, tall] = cellSize(lattice)
  return wide * tall
}

/** Within half a face. */
function reachesAsFar(one: Lattice, other: Lattice): boolean {
  const [wide, tall] = cellSize(one)
  return (
    one.left < other.left + wide / 2 &&
    one.right > other.right - wide / 2 &&
    one.top < other.top + tall / 2 &&
    one.bottom > other.bottom - tall / 2
  )
}

function cutOffAmong(all: readonly Seen[]): Judgement | undefined {
  for (const seen of all) {
    if (isAtAnAngle(seen.stand)) continue
    const lattice = seen.lattices.find((one) => isSeenCutOff(one, seen)) ?? combed(seen)
    if (lattice !== null) return { abstained: 'row_out_of_frame', seen, lattice }
  }
  return undefined
}

function combed({ comb }: Seen): Stacked | null {
  return comb && { ...comb, topRow: { from: 0, to: comb.across } }
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
