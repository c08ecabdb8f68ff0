import type { Banana } from './scene.ts'

/**
 * The fruit as spheres along its axis, close together: their union is the body, its silhouette from any point is exact,
 * and seen from above it is a union of discs whose outline has a closed form.
 */
export interface Swept {
  count: number
  stepMm: number
  /** Samples from the blossom end to the crown. */
  x: Float64Array
  y: Float64Array
  z: Float64Array
  radius: Float64Array
  /** Of the radius along the axis. */
  slope: Float64Array
  headingRad: Float64Array
  /** The sample at the base of the pedicel, as a fraction of an index. */
  pedicelBase: number
}

const RADIANS = Math.PI / 180

export function sweep(banana: Banana, stepMm: number): Swept {
  const { axisMm, stalk } = banana
  const total = axisMm + stalk.lengthMm
  const count = Math.round(total / stepMm) + 1
  const step = total / (count - 1)
  const columns = () => new Float64Array(count)
  const swept: Swept = {
    count,
    stepMm: step,
    x: columns(),
    y: columns(),
    z: columns(),
    radius: columns(),
    slope: columns(),
    headingRad: columns(),
    pedicelBase: axisMm / step,
  }
  for (let index = 0; index < count; index++) {
    const along = index * step
    swept.radius[index] = radiusAt(banana, along)
    swept.slope[index] = (radiusAt(banana, along + 0.005) - radiusAt(banana, along - 0.005)) / 0.01
    swept.z[index] =
      banana.lateralRatio * (banana.levelness * banana.radiusMm + (1 - banana.levelness) * swept.radius[index]!)
    swept.headingRad[index] = headingAt(banana, along / total)
    if (index > 0) {
      const heading = headingAt(banana, (along - step / 2) / total)
      swept.x[index] = swept.x[index - 1]! + step * Math.cos(heading)
      swept.y[index] = swept.y[index - 1]! + step * Math.sin(heading)
    }
  }
  centre(swept, banana)
  return swept
}

/** The curvature falls or rises along the axis as a half cosine, so that the whole turn is the bend whatever the skew. */
function headingAt({ turnDeg, bendDeg, bendSkew }: Banana, share: number): number {
  const turned = share - 0.5 + (0.6 * bendSkew * Math.sin(Math.PI * share)) / Math.PI
  return (turnDeg + bendDeg * turned) * RADIANS
}

function centre(swept: Swept, { centreMm }: Banana): void {
  const middleX = mean(swept.x)
  const middleY = mean(swept.y)
  for (let index = 0; index < swept.count; index++) {
    swept.x[index] = swept.x[index]! - middleX + centreMm[0]
    swept.y[index] = swept.y[index]! - middleY + centreMm[1]
  }
}

const mean = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / values.length

/** How sharply the shoulder meets the stalk: the narrowing ends within about three of these. */
const KNEE_MM = 1.5

/**
 * The body with a slight belly, narrowing to the blossom end as a parabola and to the stalk as a cone;
 * the cone meets the stalk exactly at the base of the pedicel, where the width profile's curvature is largest.
 */
export function radiusAt({ axisMm, radiusMm, stalk, shoulderMm, blossom }: Banana, along: number): number {
  const belly = radiusMm * (1 - 0.05 * ((2 * along) / axisMm - 1) ** 2)
  const taper = Math.max(0, 1 - along / blossom.taperMm)
  const body = belly - (radiusMm * 0.95 - blossom.radiusMm) * taper ** 2
  const steepness = (radiusMm * 0.95 - stalk.halfWidthMm) / shoulderMm
  const cone = stalk.halfWidthMm + steepness * softplus(axisMm - along, KNEE_MM)
  return -softplus(-body + cone, 0.12 * radiusMm) + cone
}

/** Max(0, value) with its corner rounded; the curvature is largest at 0. */
function softplus(value: number, roundness: number): number {
  const scaled = value / roundness
  return scaled > 30 ? value : roundness * Math.log1p(Math.exp(scaled))
}
