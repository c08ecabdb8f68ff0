import type { Point } from '../types.ts'
import { areaOf, type Curve, inwardNormals, mod, resampled, runningLength, smoothed, wound } from './curve.ts'
import { type End, endsOf, type Place, turningOf } from './ends.ts'
import { neckLength, type PedicelBase, pedicelBaseOf, type WidthProfile } from './pedicel.ts'
import { halfThickness } from './thickness.ts'

export const POINTS = 1200
/** Of the way round: 1.5 mm on an everyday finger. */
const SMOOTHING = 0.00375
/** Points each way: a normal over fewer shows the noise of a small picture. */
const NORMAL_REACH = 6
/** Half of the stretch over which the axis's direction is taken, as a share of the length. */
const AXIS_REACH = 0.06

/** One finger's outline read: in the units of the outline, with the way back to the picture. */
export interface Finger {
  toPedicelBase: number
  toCrown: number
  grade: number
  area: number
  /** Null where no stalk was told from the body: both lengths then end at the same place. */
  pedicel: PedicelBase | null
  ends: { blossom: End; crown: End }
  toPedicelBasePx: number
  toCrownPx: number
  gradePx: number
  /** From the blossom tip along the convex side to the crown, and back along the concave side. */
  convex: Side
  concave: Side
  middle: { outer: Point; inner: Point; outerPx: Point; innerPx: Point }
  widths: WidthProfile
  fullWidth: number
  halfThickness: Float64Array
  outline: Curve
}

/** A stretch of the outline: points of the measure and of the picture, with the length reached at each. */
export interface Side {
  x: Float64Array
  y: Float64Array
  pxX: Float64Array
  pxY: Float64Array
  reached: Float64Array
  reachedPx: Float64Array
}

/** Evened and smoothed as every outline is before anything is read off it. */
export function prepared(curve: Curve): Curve {
  return smoothed(resampled(wound(curve), POINTS), SMOOTHING * POINTS)
}

/** The outline's first two coordinates are measured, the next two are the picture's. Null where it has no two ends. */
export function fingerOf(outline: Curve): Finger | null {
  const ends = endsOf(outline, turningOf(outline))
  if (ends === null) return null
  const normal = inwardNormals(outline, NORMAL_REACH)
  const thickness = halfThickness(outline, normal)
  const oneWay = stretch(outline, ends[0].place, ends[1].place, thickness)
  const otherWay = stretch(outline, ends[1].place, ends[0].place, thickness)
  // The convex side is the longer way between the ends.
  const outer = last(oneWay.side.reached) >= last(otherWay.side.reached) ? oneWay : otherWay
  const inner = outer === oneWay ? otherWay : oneWay
  const full = quantile(outer.width, 0.95)
  const fromStart = neckLength(profileOf(outer, false), full)
  const fromEnd = neckLength(profileOf(outer, true), full)
  const crownIsLast = fromEnd >= fromStart
  const convex = crownIsLast ? outer.side : reversed(outer.side)
  const concave = crownIsLast ? reversed(inner.side) : inner.side
  const pedicel = pedicelBaseOf(profileOf(outer, crownIsLast), full)
  const toCrown = last(convex.reached)
  const toPedicelBase = toCrown - (pedicel?.fromCrown ?? 0)
  const section = middleSection(convex, concave, toPedicelBase / 2, toCrown)
  if (section === null) return null
  const crownEnd = crownIsLast === (outer === oneWay) ? ends[1] : ends[0]
  return {
    toPedicelBase,
    toCrown,
    grade: section.grade,
    area: Math.abs(areaOf(outline)),
    pedicel,
    ends: { blossom: crownEnd === ends[0] ? ends[1] : ends[0], crown: crownEnd },
    toPedicelBasePx: valueAt(convex.reached, convex.reachedPx, toPedicelBase),
    toCrownPx: last(convex.reachedPx),
    gradePx: section.gradePx,
    convex,
    concave,
    middle: section.middle,
    widths: profileOf(outer, !crownIsLast),
    fullWidth: full,
    halfThickness: thickness,
    outline,
  }
}

/** The point of a side at a length along it. */
export function pointAt(side: Side, length: number): { point: Point; px: Point } {
  const at = (values: Float64Array) => valueAt(side.reached, values, length)
  return { point: [at(side.x), at(side.y)], px: [at(side.pxX), at(side.pxY)] }
}

function stretch(outline: Curve, from: Place, to: Place, thickness: Float64Array): { side: Side; width: Float64Array } {
  const count = outline[0].length
  const whole = mod(to - from, count)
  const inner = Math.ceil(from + whole) - Math.floor(from) - 1
  const channel = (values: Float64Array) => {
    const along = new Float64Array(inner + 2)
    along[0] = between(values, from)
    for (let step = 1; step <= inner; step++) along[step] = values[(Math.floor(from) + step) % count]!
    along[inner + 1] = between(values, to)
    return along
  }
  const [x, y, pxX, pxY] = [0, 1, 2, 3].map((index) => channel(outline[index]!)) as Float64Array[]
  const side = { x: x!, y: y!, pxX: pxX!, pxY: pxY!, reached: lengths(x!, y!), reachedPx: lengths(pxX!, pxY!) }
  return { side, width: channel(thickness).map((half) => 2 * half) }
}

function between(values: Float64Array, place: Place): number {
  const index = Math.floor(place)
  const here = values[mod(index, values.length)]!
  return here + (place - index) * (values[mod(index + 1, values.length)]! - here)
}

function lengths(x: Float64Array, y: Float64Array): Float64Array {
  return runningLength([x, y]).subarray(0, x.length)
}

function reversed(side: Side): Side {
  const [x, y, pxX, pxY] = [side.x, side.y, side.pxX, side.pxY].map((values) =>
    values.slice().reverse(),
  ) as Float64Array[]
  return { x: x!, y: y!, pxX: pxX!, pxY: pxY!, reached: lengths(x!, y!), reachedPx: lengths(pxX!, pxY!) }
}

/** Widths by length from the first point, or from the last. */
function profileOf({ side, width }: { side: Side; width: Float64Array }, fromLast: boolean): WidthProfile {
  if (!fromLast) return { at: side.reached, width }
  const whole = last(side.reached)
  return { at: side.reached.map((reached) => whole - reached).reverse(), width: width.slice().reverse() }
}

/** From the outer side at a length, square to the axis there, to the inner side. */
function middleSection(convex: Side, concave: Side, length: number, whole: number) {
  const outer = pointAt(convex, length)
  const before = axisPoint(convex, concave, length - AXIS_REACH * whole)
  const after = axisPoint(convex, concave, length + AXIS_REACH * whole)
  const ahead = Math.hypot(after[0] - before[0], after[1] - before[1]) || 1
  const [alongX, alongY] = [(after[0] - before[0]) / ahead, (after[1] - before[1]) / ahead]
  const along = (index: number) =>
    (concave.x[index]! - outer.point[0]) * alongX + (concave.y[index]! - outer.point[1]) * alongY
  let nearest: { share: number; index: number; grade: number } | null = null
  for (let index = 1; index < concave.x.length; index++) {
    const [here, there] = [along(index - 1), along(index)]
    if (here < 0 === there < 0) continue
    const share = here / (here - there)
    const at = (values: Float64Array) => values[index - 1]! + share * (values[index]! - values[index - 1]!)
    const grade = Math.hypot(at(concave.x) - outer.point[0], at(concave.y) - outer.point[1])
    if (nearest === null || grade < nearest.grade) nearest = { share, index, grade }
  }
  if (nearest === null) return null
  const { share, index, grade } = nearest
  const at = (values: Float64Array) => values[index - 1]! + share * (values[index]! - values[index - 1]!)
  const inner: Point = [at(concave.x), at(concave.y)]
  const innerPx: Point = [at(concave.pxX), at(concave.pxY)]
  return {
    grade,
    gradePx: Math.hypot(innerPx[0] - outer.px[0], innerPx[1] - outer.px[1]),
    middle: { outer: outer.point, inner, outerPx: outer.px, innerPx },
  }
}

/** Half way from the outer side to its nearest point of the inner side. */
function axisPoint(convex: Side, concave: Side, length: number): Point {
  const { point } = pointAt(convex, length)
  let nearest = 0
  let least = Infinity
  for (let index = 0; index < concave.x.length; index++) {
    const distance = (concave.x[index]! - point[0]) ** 2 + (concave.y[index]! - point[1]) ** 2
    if (distance < least) {
      least = distance
      nearest = index
    }
  }
  return [(point[0] + concave.x[nearest]!) / 2, (point[1] + concave.y[nearest]!) / 2]
}

function valueAt(reached: Float64Array, values: Float64Array, length: number): number {
  let low = 0
  let high = reached.length - 1
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (reached[middle]! <= length) low = middle
    else high = middle
  }
  const part = Math.max(0, Math.min(1, (length - reached[low]!) / (reached[high]! - reached[low]! || 1)))
  return values[low]! + part * (values[high]! - values[low]!)
}

function quantile(values: Float64Array, share: number): number {
  return values.slice().sort()[Math.floor(share * (values.length - 1))]!
}

const last = (values: Float64Array) => values[values.length - 1]!
