import type { ProduceAbstention } from '../reading.ts'
import { mod } from './curve.ts'
import { apart, turnedWithin, turningOf } from './ends.ts'
import type { Finger, Side } from './finger.ts'

const SLENDERNESS = { least: 2, most: 13 }
/** Area over the square of the thickness: a disc has 0.8, a stout finger 1.5. */
const LEAST_ELONGATION = 1.25
/** Over the middle two thirds, degrees: less is a stick, more is no banana. */
const BEND = { least: 8, most: 150 }
const MOST_DENT = 0.02
const NEARLY_FULL = 0.75
const END_SHARE = 0.08
const LEAST_WAIST = 0.6
const FULLNESS = { least: 0.5, most: 1.02 }
const SHARP_CONVEX = 1.75
const SHARP_CONCAVE = -1.1

export type ShapeFault = {
  code: Extract<ProduceAbstention, 'several_fruits_touching' | 'not_banana_shaped'>
  what: string
}

/** What one banana on its side cannot look like; null where nothing speaks against it. */
export function shapeFault(finger: Finger): ShapeFault | null {
  const extra = extraEnds(finger)
  if (extra !== null) return several(extra)
  const dent = dentOf(finger.convex, 0.06 * finger.toPedicelBase, 0.8 * finger.toPedicelBase) / finger.toPedicelBase
  if (dent > MOST_DENT) return several('its outer side has a dent')
  if (waistOf(finger) < LEAST_WAIST) return several('it has a waist')
  const slenderness = finger.toPedicelBase / finger.grade
  if (slenderness < SLENDERNESS.least || slenderness > SLENDERNESS.most) {
    return unlike(`its length is ${slenderness.toFixed(1)} times its thickness`)
  }
  if (finger.area / finger.fullWidth ** 2 < LEAST_ELONGATION) return unlike('it is nearly as wide as it is long')
  const bend = bendDeg(finger)
  if (bend < BEND.least || bend > BEND.most) return unlike(`it bends by ${bend.toFixed(0)} degrees`)
  const fullness = finger.area / (finger.fullWidth * (finger.toCrown + axisLength(finger)) * 0.5)
  if (fullness < FULLNESS.least || fullness > FULLNESS.most)
    return unlike('its area does not fit its length and thickness')
  return null
}

const several = (what: string): ShapeFault => ({ code: 'several_fruits_touching', what })
const unlike = (what: string): ShapeFault => ({ code: 'not_banana_shaped', what })

/** Corners that turn as sharply as an end does, or notches, anywhere but at the two ends and the neck. */
function extraEnds({ outline, ends, pedicel, fullWidth, toCrown }: Finger): string | null {
  const count = outline[0].length
  const turned = turnedWithin(turningOf(outline), Math.round(0.025 * count))
  const stepLength = (2 * toCrown) / count
  const nearEnd = Math.round(Math.max(0.09 * count, fullWidth / stepLength))
  const nearNeck = Math.round(((pedicel?.fromCrown ?? 0) + 1.2 * fullWidth) / stepLength)
  for (let index = 0; index < count; index++) {
    const fromBlossom = apart(index, ends.blossom.place, count)
    const fromCrown = apart(index, ends.crown.place, count)
    if (fromBlossom > nearEnd && fromCrown > nearEnd && turned[index]! > SHARP_CONVEX)
      return 'it has more than two ends'
    if (fromBlossom > nearEnd && fromCrown > nearNeck && turned[index]! < SHARP_CONCAVE)
      return 'its outline has a notch'
  }
  return null
}

/** How deep the side sinks below a cord stretched over it. */
export function dentOf({ x, y, reached }: Side, from: number, to: number): number {
  const used: number[] = []
  for (let index = 0; index < x.length; index++) if (reached[index]! >= from && reached[index]! <= to) used.push(index)
  const hand = Math.sign(turn(used[0]!, used[used.length >> 1]!, used.at(-1)!))
  const cord: number[] = []
  for (const index of used) {
    while (cord.length > 1 && turn(cord.at(-2)!, cord.at(-1)!, index) * hand <= 0) cord.pop()
    cord.push(index)
  }
  let deepest = 0
  for (let span = 1; span < cord.length; span++) {
    const [start, end] = [cord[span - 1]!, cord[span]!]
    const length = Math.hypot(x[end]! - x[start]!, y[end]! - y[start]!)
    for (let index = start + 1; index < end; index++)
      deepest = Math.max(deepest, Math.abs(turn(start, index, end)) / length)
  }
  return deepest

  function turn(a: number, b: number, c: number): number {
    return (x[b]! - x[a]!) * (y[c]! - y[b]!) - (y[b]! - y[a]!) * (x[c]! - x[b]!)
  }
}

/** How thin it gets between the first and the last place of nearly full thickness, as a share of the full. */
function waistOf({ widths: { at, width }, fullWidth, toCrown }: Finger): number {
  const isFull = (value: number, index: number) =>
    value >= NEARLY_FULL * fullWidth && at[index]! > END_SHARE * toCrown && at[index]! < (1 - END_SHARE) * toCrown
  const body = width.subarray(width.findIndex(isFull), width.findLastIndex(isFull) + 1)
  return body.reduce((least, value) => Math.min(least, value), Infinity) / fullWidth
}

/** Of the axis over its middle: what both sides turn alike, so that a round thing does not count as bent. */
function bendDeg({ convex, concave, toPedicelBase, toCrown }: Finger): number {
  const share = toPedicelBase / toCrown
  return Math.abs(turnedAlong(convex, share) + turnedAlong(concave, share)) / 2
}

function turnedAlong(side: Side, share: number): number {
  const whole = side.reached[side.reached.length - 1]! * share
  const direction = (at: number) => {
    const from = indexAt(side, (at - 0.05) * whole)
    const to = indexAt(side, (at + 0.05) * whole)
    return Math.atan2(side.y[to]! - side.y[from]!, side.x[to]! - side.x[from]!)
  }
  const turned = direction(0.82) - direction(0.18)
  return (mod(turned + Math.PI, 2 * Math.PI) - Math.PI) * (180 / Math.PI)
}

function axisLength({ concave }: Finger): number {
  return concave.reached[concave.reached.length - 1]!
}

function indexAt({ reached }: Side, length: number): number {
  const index = reached.findIndex((value) => value >= length)
  return index < 0 ? reached.length - 1 : index
}
