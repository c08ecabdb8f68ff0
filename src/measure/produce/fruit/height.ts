import { type Curve, inwardNormals, resampled } from './curve.ts'
import { type Finger, fingerOf, POINTS } from './finger.ts'

/** Where the camera stood over the card plane, millimetres; x and y are its foot. */
export interface Foot {
  x: number
  y: number
  z: number
}

const MOST_ROUNDS = 5
const SETTLED = 0.002

export interface Raised {
  finger: Finger
  heightMm: number
}

/**
 * The outline as it would be seen from straight above every point of it. The card gives the scale of its own plane, but
 * the outline lies about half a thickness higher and is seen slantingly: it is drawn in toward the camera's foot, then
 * each point moves inward by what the slanting view adds around a body of the local thickness.
 */
export function seenFromAbove(onCard: Curve, flat: Finger, foot: Foot): Raised | null {
  let finger: Finger = flat
  let heightMm = (flat.grade / 2) * (1 - flat.grade / 2 / foot.z)
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const next = fingerOf(lowered(onCard, finger, heightMm, foot))
    if (next === null) return null
    const change = next.grade / 2 / heightMm - 1
    finger = next
    heightMm = next.grade / 2
    if (Math.abs(change) < SETTLED) break
  }
  return { finger, heightMm }
}

/** The outline on the card and the finger's own share their points, so the local thickness carries over by index. */
function lowered(onCard: Curve, { halfThickness, grade }: Finger, heightMm: number, foot: Foot): Curve {
  const [x, y, ...along] = onCard
  const drawnIn = (foot.z - heightMm) / foot.z
  const nearX = x.map((value) => foot.x + (value - foot.x) * drawnIn)
  const nearY = y.map((value) => foot.y + (value - foot.y) * drawnIn)
  const normal = inwardNormals([nearX, nearY], 3)
  const rise = foot.z - heightMm
  const inward = nearX.map((value, index) => {
    const slant = ((value - foot.x) * normal.x[index]! + (nearY[index]! - foot.y) * normal.y[index]!) / rise
    return Math.min(halfThickness[index]!, grade / 2) * (Math.sqrt(1 + slant * slant) - 1)
  })
  const above: Curve = [
    nearX.map((value, index) => value + inward[index]! * normal.x[index]!),
    nearY.map((value, index) => value + inward[index]! * normal.y[index]!),
    ...along,
  ]
  return resampled(above, POINTS)
}
