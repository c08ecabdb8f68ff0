/**
 * A closed line of points, one array a coordinate. The first two are where it is measured;
 * further ones ride along, such as where in the picture each point was seen.
 */
export type Curve = readonly [x: Float64Array, y: Float64Array, ...along: Float64Array[]]

/** Length from the first point to each point; the last entry is the whole way round. */
export function runningLength([x, y]: Curve): Float64Array {
  const count = x.length
  const reached = new Float64Array(count + 1)
  for (let index = 0; index < count; index++) {
    const next = index + 1 === count ? 0 : index + 1
    reached[index + 1] = reached[index]! + Math.hypot(x[next]! - x[index]!, y[next]! - y[index]!)
  }
  return reached
}

export function resampled(curve: Curve, points: number): Curve {
  const count = curve[0].length
  const reached = runningLength(curve)
  const even = curve.map(() => new Float64Array(points))
  let segment = 0
  for (let point = 0; point < points; point++) {
    const target = (reached[count]! * point) / points
    while (reached[segment + 1]! < target) segment += 1
    const next = segment + 1 === count ? 0 : segment + 1
    const part = (target - reached[segment]!) / (reached[segment + 1]! - reached[segment]! || 1)
    for (let channel = 0; channel < curve.length; channel++) {
      const values = curve[channel]!
      even[channel]![point] = values[segment]! + part * (values[next]! - values[segment]!)
    }
  }
  return even as unknown as Curve
}

/** A Gaussian corrected to the fourth order: it takes the noise and leaves the curvature, so arcs keep their length. */
export function smoothed(curve: Curve, sigmaSteps: number): Curve {
  const half = Math.ceil(4 * sigmaSteps)
  const weights = Float64Array.from({ length: 2 * half + 1 }, (_, tap) => {
    const square = ((tap - half) / sigmaSteps) ** 2
    return Math.exp(-square / 2) * (1.5 - square / 2)
  })
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const count = curve[0].length
  const round = new Float64Array(count + 2 * half)
  return curve.map((values) => {
    for (let index = 0; index < round.length; index++) round[index] = values[mod(index - half, count)]!
    const even = new Float64Array(count)
    for (let index = 0; index < count; index++) {
      let sum = 0
      for (let tap = 0; tap < weights.length; tap++) sum += weights[tap]! * round[index + tap]!
      even[index] = sum / total
    }
    return even
  }) as unknown as Curve
}

/** Unit normals to the inside, whichever way the line runs. */
export function inwardNormals([x, y]: Curve, reach: number): { x: Float64Array; y: Float64Array } {
  const count = x.length
  const hand = areaOf([x, y]) > 0 ? 1 : -1
  const normal = { x: new Float64Array(count), y: new Float64Array(count) }
  for (let index = 0; index < count; index++) {
    const before = mod(index - reach, count)
    const after = mod(index + reach, count)
    const tangentX = x[after]! - x[before]!
    const tangentY = y[after]! - y[before]!
    const length = Math.hypot(tangentX, tangentY) || 1
    normal.x[index] = (-hand * tangentY) / length
    normal.y[index] = (hand * tangentX) / length
  }
  return normal
}

/** Signed: positive where the line runs from x toward y. */
export function areaOf([x, y]: Curve): number {
  let twice = 0
  for (let index = 0; index < x.length; index++) {
    const next = index + 1 === x.length ? 0 : index + 1
    twice += x[index]! * y[next]! - x[next]! * y[index]!
  }
  return twice / 2
}

/** The same line with its area positive. */
export function wound(curve: Curve): Curve {
  if (areaOf(curve) >= 0) return curve
  return curve.map((values) => values.slice().reverse()) as unknown as Curve
}

export const mod = (value: number, by: number) => ((value % by) + by) % by
