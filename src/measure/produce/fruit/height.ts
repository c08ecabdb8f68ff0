import { type Curve, inwardNormals, resampled, smoothed } from './curve.ts'
import { type Finger, fingerOf, POINTS } from './finger.ts'

/** Where the camera stood over the card plane, millimetres; x and y are its foot. */
export interface Foot {
  x: number
  y: number
  z: number
}

const MOST_ROUNDS = 5
const SETTLED = 0.002
/** Steps of the outline over which the thickness is evened out. */
const EVENING = 10
/** 1 would hold both ends as high as the middle, 0 lay every part on the card: they hang a little. */
const LEVEL = 0.8

export interface Raised {
  finger: Finger
  heightMm: number
}

/**
 * The outline as it would be seen from straight above every point of it. The card gives the scale of its own plane, but
 * the outline lies about half a thickness higher and is seen slantingly: it is drawn in toward the camera's foot, then
 * each point moves inward by what the slanting view adds around a body of the local thickness.
 */
export function seenFromAbove(flat: Finger, foot: Foot): Raised | null {
  const radii = localRadii(flat)
  let heightMm = (flat.grade / 2) * (1 - flat.grade / 2 / foot.z)
  let finger: Finger | null = null
  for (let round = 0; round < MOST_ROUNDS; round++) {
    finger = fingerOf(lowered(flat.outline, radii, heightMm, foot))
    if (finger === null) return null
    const change = finger.grade / 2 / heightMm - 1
    heightMm = finger.grade / 2
    if (Math.abs(change) < SETTLED) break
  }
  return finger && { finger, heightMm }
}

/** Half the thickness about each point as a share of the middle's, evened out: its noise must not roughen the outline. */
function localRadii({ outline, halfThickness, grade }: Finger): Float64Array {
  const shares = halfThickness.map((half) => Math.min(1, half / (grade / 2)))
  return smoothed([shares, outline[1]], EVENING)[0]
}

function lowered(onCard: Curve, radii: Float64Array, heightMm: number, foot: Foot): Curve {
  const [x, y, ...along] = onCard
  const heights = radii.map((share) => heightMm * (LEVEL + (1 - LEVEL) * share))
  const drawnIn = (value: number, to: number, index: number) => to + (value - to) * (1 - heights[index]! / foot.z)
  const nearX = x.map((value, index) => drawnIn(value, foot.x, index))
  const nearY = y.map((value, index) => drawnIn(value, foot.y, index))
  const normal = inwardNormals([nearX, nearY], 3)
  const inward = nearX.map((value, index) => {
    const rise = foot.z - heights[index]!
    const slant = ((value - foot.x) * normal.x[index]! + (nearY[index]! - foot.y) * normal.y[index]!) / rise
    return radii[index]! * heightMm * (Math.sqrt(1 + slant * slant) - 1)
  })
  const above: Curve = [
    nearX.map((value, index) => value + inward[index]! * normal.x[index]!),
    nearY.map((value, index) => value + inward[index]! * normal.y[index]!),
    ...along,
  ]
  return resampled(above, POINTS)
}
