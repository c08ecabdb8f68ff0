import { beyondOf, REACHES_FRAME } from './beyond.ts'
import type { Evidence } from './evidence.ts'
import { type Stand, tiltOf } from './facing.ts'
import { type Lattice, type Lattices, strengthOf } from './lattice.ts'
import type { Rectified } from './rectify.ts'
import { topRowOf } from './top-row.ts'

export const ABSTENTIONS = ['no_lattice', 'row_out_of_frame', 'taken_at_an_angle'] as const
export type Abstention = (typeof ABSTENTIONS)[number]

export interface Judgement {
  abstained: Abstention | null
  /** Faces that show their outline, row by row; null where there is no lattice to speak of. */
  filled: boolean[] | null
}

/** Over 12° is at an angle; what a picture tells of a tilt is off by a few degrees, of a roll by a fraction of one. */
export const MOST_TILT = 9
export const MOST_ROLL = 11.5

const LEAST_SCORE = 0.1
const GOES_ON = 0.6
/** A single row next to more of the same is not the load. */
const GOES_ON_FROM_ONE = 0.5
const LEAST_REPEATS = 0.7
const LEAST_STRAIGHT = 0.42
const LEAST_CUT_REPEATS = 0.9
const NEAR_FRAME = 0.08
const RIVAL = 0.92
/** Of the faces of the top row with those below: what is behind the load closes places too. */
const ALIKE_AT_THE_TOP = 0.25

export function judge(lattices: Lattices, evidence: Evidence, rectified: Rectified, facing: Stand): Judgement {
  const { found, repeats, cutRepeats } = lattices
  const [best] = found
  const isAtAnAngle = tiltOf(facing) > MOST_TILT || Math.abs(facing.roll) > MOST_ROLL
  if (best === undefined || strengthOf(best) < LEAST_SCORE) {
    if (isAtAnAngle && (repeats > LEAST_REPEATS || facing.straight > LEAST_STRAIGHT))
      return { abstained: 'taken_at_an_angle', filled: null }
    return { abstained: cutRepeats > LEAST_CUT_REPEATS ? 'row_out_of_frame' : 'no_lattice', filled: null }
  }
  const top = topRowOf(best, rectified.plane)
  const filled = filledOf(best, top.isThere)
  if (isAtAnAngle) return { abstained: 'taken_at_an_angle', filled }
  const beyond = beyondOf(evidence, best.cells, rectified.inFrame)
  if (beyond.some(({ reachesFrame, shown }) => shown < NEAR_FRAME || reachesFrame > REACHES_FRAME))
    return { abstained: 'row_out_of_frame', filled }
  const isOneRow = best.down === 1
  const most = isOneRow ? GOES_ON_FROM_ONE : GOES_ON
  if (beyond.some(({ goesOn }) => goesOn > most) || hasRival(found) || isDoubtful(best) || top.alike < ALIKE_AT_THE_TOP)
    return { abstained: 'no_lattice', filled }
  return { abstained: null, filled }
}

/** A higher count of the same place, borne out nearly as well; of a lower one nothing follows, since pairs repeat too. */
export function hasRival([best, ...others]: readonly Lattice[]): boolean {
  return others.some(
    (other) =>
      other.score > RIVAL * best!.score &&
      (other.across > best!.across || other.down > best!.down) &&
      overlap(best!, other) > 0.5,
  )
}

function overlap(one: Lattice, other: Lattice): number {
  const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left)
  const tall = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
  const area = ({ left, right, top, bottom }: Lattice) => (right - left) * (bottom - top)
  return wide <= 0 || tall <= 0 ? 0 : (wide * tall) / Math.min(area(one), area(other))
}

const BONDED = 0.12

function isDoubtful(lattice: Lattice): boolean {
  return isBonded(lattice) || isOddlyShaped(lattice)
}

/** Seams that every second row shows and the others do not: the rows are laid like bricks. */
function isBonded({ cells: { across, down, sides } }: Lattice): boolean {
  if (across < 2 || down < 3) return false
  const [sums, counts] = [
    [0, 0],
    [0, 0],
  ]
  for (let row = 1; row < down; row++) {
    for (let column = 1; column < across; column++) {
      sums[row % 2]! += sides[(row * across + column) * 4]!
      counts[row % 2]!++
    }
  }
  return Math.abs(sums[0]! / counts[0]! - sums[1]! / counts[1]!) > BONDED
}

const ORDINARY: readonly [number, number] = [0.5, 2.4]

/** Flat or narrow faces are more likely the slats or ribs of crates, or several crates in one. */
function isOddlyShaped({ left, right, top, bottom, across, down }: Lattice): boolean {
  const shape = (right - left) / across / ((bottom - top) / down)
  return shape < ORDINARY[0] || shape > ORDINARY[1]
}

/** Crates stand on crates: only the top row can be begun. */
function filledOf({ cells }: Lattice, top: readonly boolean[]): boolean[] {
  return Array.from({ length: cells.across * cells.down }, (_, cell) => top[cell] ?? cell >= cells.across)
}
