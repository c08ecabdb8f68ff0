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

export function bend([x, y]: Point, k: number): Point {
  const factor = 1 + k * (x * x + y * y)
  return [x * factor, y * factor]
}

const ROUNDS = 12

/** Newton's steps back along the radius. */
export function straighten([x, y]: Point, k: number): Point {
  const bent = Math.hypot(x, y)
  if (bent === 0 || k === 0) return [x, y]
  let radius = bent
  for (let round = 0; round < ROUNDS; round++) {
    const step = (radius * (1 + k * radius * radius) - bent) / Math.max(0.1, 1 + 3 * k * radius * radius)
    radius -= step
    if (Math.abs(step) < 1e-14) break
  }
  return [(x * radius) / bent, (y * radius) / bent]
}
