import { type Curve, mod } from './curve.ts'

const WINDOW = 0.04
const APART = 0.22
const ROUNDS = 12

/** A place on a closed line between two of its points. */
export type Place = number

export interface End {
  place: Place
  /** Half the width where the end's rounding begins. */
  halfWidth: number
}

/** The two ends of a finger: where its axis, carried on straight through the rounding, leaves the outline. */
export function endsOf(curve: Curve, turning: Float64Array): readonly [End, End] | null {
  const count = curve[0].length
  const turned = turnedWithin(turning, Math.round(WINDOW * count))
  const first = highest(turned, () => true)
  const second = highest(turned, (index) => {
    const apart = mod(index - first, count)
    return Math.min(apart, count - apart) > APART * count
  })
  if (second < 0) return null
  const ends = [endNear(curve, first), endNear(curve, second)] as const
  return ends[0] && ends[1] ? [ends[0], ends[1]] : null
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

function highest(values: Float64Array, isAllowed: (index: number) => boolean): number {
  let best = -1
  for (let index = 0; index < values.length; index++) {
    if (isAllowed(index) && (best < 0 || values[index]! > values[best]!)) best = index
  }
  return best
}

function endNear(curve: Curve, start: number): End | null {
  const [x, y] = curve
  const count = x.length
  const wing = Math.round(0.03 * count)
  let [alongX, alongY] = unit(
    x[start]! - (x[mod(start + wing, count)]! + x[mod(start - wing, count)]!) / 2,
    y[start]! - (y[mod(start + wing, count)]! + y[mod(start - wing, count)]!) / 2,
  )
  let tip = start
  let halfWidth = Number.NaN
  let middleAside = 0
  for (let round = 0; round < ROUNDS; round++) {
    tip = farthest(curve, tip, alongX, alongY, Math.round(0.05 * count))
    const sides = [sideFrom(curve, tip, 1, alongX, alongY), sideFrom(curve, tip, -1, alongX, alongY)] as const
    halfWidth = roundingOf(sides)
    if (Number.isNaN(halfWidth)) return null
    const midline = midlineFit(sides, halfWidth)
    if (midline === null) return null
    middleAside = midline.at(halfWidth)
    const slope = midline.slopeAt(halfWidth)
    const [nextX, nextY] = unit(alongX + slope * alongY, alongY - slope * alongX)
    const settled = nextX * alongX + nextY * alongY > 1 - 1e-9
    if (settled || round === ROUNDS - 1)
      return { place: crossingOf(curve, tip, alongX, alongY, middleAside), halfWidth }
    alongX = nextX
    alongY = nextY
  }
  return null
}

interface SideProfile {
  depth: number[]
  aside: number[]
}

/** One side of the end as depth below the tip and distance beside it. */
function sideFrom([x, y]: Curve, tip: number, way: 1 | -1, alongX: number, alongY: number): SideProfile {
  const count = x.length
  const depth: number[] = []
  const aside: number[] = []
  for (let step = 0; step < 0.3 * count; step++) {
    const index = mod(tip + way * step, count)
    const dx = x[index]! - x[tip]!
    const dy = y[index]! - y[tip]!
    depth.push(-(dx * alongX + dy * alongY))
    aside.push(dy * alongX - dx * alongY)
  }
  return { depth, aside }
}

function asideAt({ depth, aside }: SideProfile, at: number): number {
  for (let step = 1; step < depth.length; step++) {
    if (depth[step]! >= at && depth[step - 1]! < at) {
      const part = (at - depth[step - 1]!) / (depth[step]! - depth[step - 1]!)
      return aside[step - 1]! + part * (aside[step]! - aside[step - 1]!)
    }
  }
  return Number.NaN
}

/** The depth at which the end is as wide as it is deep: the middle of its rounding. */
function roundingOf(sides: readonly [SideProfile, SideProfile]): number {
  const deepest = Math.max(...sides[0].depth)
  for (let step = 1; step <= 400; step++) {
    const depth = (deepest * step) / 400
    const half = Math.abs(asideAt(sides[0], depth) - asideAt(sides[1], depth)) / 2
    if (Number.isNaN(half)) return Number.NaN
    if (half <= depth) return depth
  }
  return Number.NaN
}

/** The middle between both sides as a parabola over one to three roundings below the tip. */
function midlineFit(sides: readonly [SideProfile, SideProfile], halfWidth: number) {
  const sums = [0, 0, 0, 0, 0]
  const right = [0, 0, 0]
  let taken = 0
  for (let step = 0; step <= 40; step++) {
    const share = 1 + step / 20
    const middle = (asideAt(sides[0], share * halfWidth) + asideAt(sides[1], share * halfWidth)) / 2
    if (Number.isNaN(middle)) break
    taken += 1
    for (let power = 0; power < 5; power++) sums[power]! += share ** power
    for (let power = 0; power < 3; power++) right[power]! += middle * share ** power
  }
  if (taken < 12) return null
  const [s0, s1, s2, s3, s4] = sums as [number, number, number, number, number]
  const [r0, r1, r2] = right as [number, number, number]
  const whole = determinant(s0, s1, s2, s1, s2, s3, s2, s3, s4)
  const c0 = determinant(r0, s1, s2, r1, s2, s3, r2, s3, s4) / whole
  const c1 = determinant(s0, r0, s2, s1, r1, s3, s2, r2, s4) / whole
  const c2 = determinant(s0, s1, r0, s1, s2, r1, s2, s3, r2) / whole
  return {
    at: (depth: number) => c0 + c1 * (depth / halfWidth) + c2 * (depth / halfWidth) ** 2,
    slopeAt: (depth: number) => (c1 + (2 * c2 * depth) / halfWidth) / halfWidth,
  }
}

function determinant(...m: [number, number, number, number, number, number, number, number, number]): number {
  return m[0] * (m[4] * m[8] - m[5] * m[7]) - m[1] * (m[3] * m[8] - m[5] * m[6]) + m[2] * (m[3] * m[7] - m[4] * m[6])
}

function farthest([x, y]: Curve, start: number, alongX: number, alongY: number, reach: number): number {
  const count = x.length
  let best = start
  for (let offset = -reach; offset <= reach; offset++) {
    const index = mod(start + offset, count)
    if (x[index]! * alongX + y[index]! * alongY > x[best]! * alongX + y[best]! * alongY) best = index
  }
  return best
}

/** Where the line parallel to the axis at a distance beside the tip crosses the outline next to the tip. */
function crossingOf([x, y]: Curve, tip: number, alongX: number, alongY: number, middleAside: number): Place {
  const count = x.length
  const beside = (index: number) => (y[index]! - y[tip]!) * alongX - (x[index]! - x[tip]!) * alongY - middleAside
  for (let offset = 0; offset < 0.06 * count; offset++) {
    for (const way of [1, -1] as const) {
      const from = mod(tip + way * offset, count)
      const to = mod(tip + way * (offset + 1), count)
      const [here, there] = [beside(from), beside(to)]
      if (here === 0) return from
      if (here < 0 !== there < 0) return mod(tip + way * (offset + here / (here - there)), count)
    }
  }
  return tip
}

function unit(x: number, y: number): [number, number] {
  const length = Math.hypot(x, y) || 1
  return [x / length, y / length]
}
