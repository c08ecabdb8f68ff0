import type { Point } from '../types.ts'

/** Picture coordinates about its middle, half a diagonal being 1: there one radial term bends straight lines. */
export interface Frame {
  toFrame(imagePoint: Point): Point
  toImage(framePoint: Point): Point
  /** Pixels to the unit. */
  unit: number
}

export function frameOf(width: number, height: number): Frame {
  const unit = Math.hypot(width, height) / 2
  return {
    unit,
    toFrame: ([x, y]) => [(x - width / 2) / unit, (y - height / 2) / unit],
    toImage: ([x, y]) => [x * unit + width / 2, y * unit + height / 2],
  }
}

/** One radial term about the point where the lens's axis meets the picture. */
export interface Lens {
  k: number
  axis: Point
}

export const PLAIN_LENS: Lens = { k: 0, axis: [0, 0] }

export function bend([x, y]: Point, { k, axis }: Lens): Point {
  const [dx, dy] = [x - axis[0], y - axis[1]]
  const factor = 1 + k * (dx * dx + dy * dy)
  return [axis[0] + dx * factor, axis[1] + dy * factor]
}

const ROUNDS = 12

/** Newton's steps back along the radius. */
export function straighten([x, y]: Point, { k, axis }: Lens): Point {
  const [dx, dy] = [x - axis[0], y - axis[1]]
  const bent = Math.sqrt(dx * dx + dy * dy)
  if (bent === 0 || k === 0) return [x, y]
  let radius = bent
  for (let round = 0; round < ROUNDS; round++) {
    const step = (radius * (1 + k * radius * radius) - bent) / Math.max(0.1, 1 + 3 * k * radius * radius)
    radius -= step
    if (Math.abs(step) < 1e-14) break
  }
  return [axis[0] + (dx * radius) / bent, axis[1] + (dy * radius) / bent]
}
