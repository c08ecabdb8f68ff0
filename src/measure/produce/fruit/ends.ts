import { type Curve, mod, runningLength } from './curve.ts'

const WINDOW = 0.04
const APART = 0.22
const RATE_REACH = 0.006
const PEAK_REACH = 0.03
const MOST_REACH = 0.1
const GAP = 0.022
/** Of the sharpest turn about an end: what turns less is side, not end. */
const STILL_END = 0.35
const ROUNDS = 6

/** A place on a closed line between two of its points. */
export type Place = number

export interface End {
  place: Place
  /** Of the rounding, in the line's unit. */
  radius: number
}

/**
 * The two ends of a finger: the middle of the turning where the outline turns most. Of a round end that is where the
 * axis leaves it, of a stalk cut square the middle of the cut.
 */
export function endsOf(curve: Curve, turning: Float64Array): readonly [End, End] | null {
  const count = turning.length
  const turned = turnedWithin(turning, Math.round(WINDOW * count))
  const first = highest(turned, () => true)
  const second = highest(turned, (index) => apart(index, first, count) > APART * count)
  if (second < 0) return null
  const rate = turnedWithin(turning, Math.round(RATE_REACH * count))
  const step = runningLength(curve).at(-1)! / count
  return [endNear(first, turning, rate, step), endNear(second, turning, rate, step)]
}

/** How far the line turns at each point, radians; positive where it is convex (the line's area is positive). */
export function turningOf([x, y]: Curve): Float64Array {
  const count = x.length
  return x.map((_, index) => {
    const before = mod(index - 2, count)
    const after = mod(index + 2, count)
    const inX = x[index]! - x[before]!
    const inY = y[index]! - y[before]!
    const outX = x[after]! - x[index]!
    const outY = y[after]! - y[index]!
    // Over two steps each way the turn of two points is seen.
    return Math.atan2(inX * outY - inY * outX, inX * outX + inY * outY) / 2
  })
}

export function turnedWithin(turning: Float64Array, reach: number): Float64Array {
  const count = turning.length
  const sums = new Float64Array(count)
  let sum = 0
  for (let offset = -reach; offset <= reach; offset++) sum += turning[mod(offset, count)]!
  for (let index = 0; index < count; index++) {
    sums[index] = sum
    sum += turning[mod(index + reach + 1, count)]! - turning[mod(index - reach, count)]!
  }
  return sums
}

export function apart(index: number, place: Place, count: number): number {
  const ahead = mod(index - place, count)
  return Math.min(ahead, count - ahead)
}

function highest(values: Float64Array, isAllowed: (index: number) => boolean): number {
  let best = -1
  for (let index = 0; index < values.length; index++) {
    if (isAllowed(index) && (best < 0 || values[index]! > values[best]!)) best = index
  }
  return best
}

function endNear(start: number, turning: Float64Array, rate: Float64Array, step: number): End {
  const count = turning.length
  const rateAt = (offset: number) => rate[mod(start + offset, count)]!
  const about = Math.round(PEAK_REACH * count)
  let sharpest = 0
  for (let offset = -about; offset <= about; offset++) sharpest = Math.max(sharpest, rateAt(offset))
  const last = edgeOf(rateAt, 1, sharpest, count)
  const first = edgeOf(rateAt, -1, sharpest, count)
  const half = (last - first) / 2
  let middle = (first + last) / 2
  let turned = 0
  for (let round = 0; round < ROUNDS; round++) {
    // The same reach to both sides: the sides' own bend, one way on each, must not draw the end to the outer one.
    const [from, to] = [Math.round(middle - half), Math.round(middle + half)]
    let moment = 0
    turned = 0
    for (let offset = from; offset <= to; offset++) {
      const turn = turning[mod(start + offset, count)]!
      turned += turn
      moment += turn * offset
    }
    middle = moment / turned
  }
  return { place: mod(start + middle, count), radius: ((last - first) * step) / turned }
}

/** The farthest point that still turns like an end; a cut between two corners is a gap and no edge. */
function edgeOf(rateAt: (offset: number) => number, way: 1 | -1, sharpest: number, count: number): number {
  let edge = 0
  for (let steps = 0; steps - Math.abs(edge) <= GAP * count && steps <= MOST_REACH * count; steps++) {
    if (rateAt(way * steps) >= STILL_END * sharpest) edge = way * steps
  }
  return edge
}
