import { type Curve, mod } from './curve.ts'

/** Points this near along the line only repeat its own curvature and noise. */
const NEIGHBOURHOOD = 0.03

/**
 * At each point the radius of the largest circle that touches the line there from inside and holds no point of it:
 * half the local thickness. Every `stride`-th point is worked out, those between lie straight between.
 */
export function halfThickness(curve: Curve, normal: { x: Float64Array; y: Float64Array }, stride = 3): Float64Array {
  const [x, y] = curve
  const count = x.length
  const near = Math.round(NEIGHBOURHOOD * count)
  const radii = new Float64Array(count)
  for (let index = 0; index < count; index += stride) {
    let least = Infinity
    for (let offset = near; offset <= count - near; offset += stride) {
      const other = index + offset < count ? index + offset : index + offset - count
      const dx = x[other]! - x[index]!
      const dy = y[other]! - y[index]!
      const toward = dx * normal.x[index]! + dy * normal.y[index]!
      if (toward <= 0) continue
      const radius = (dx * dx + dy * dy) / (2 * toward)
      if (radius < least) least = radius
    }
    radii[index] = least
  }
  for (let index = 0; index < count; index++) {
    const into = index % stride
    if (into === 0) continue
    const before = index - into
    const after = mod(before + stride, count)
    radii[index] = radii[before]! + (into / stride) * (radii[after]! - radii[before]!)
  }
  return radii
}
