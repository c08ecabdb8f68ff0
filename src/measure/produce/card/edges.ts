import type { Pixels, Point } from '../types.ts'
import { CELLS } from './dictionary.ts'
import { lineThrough, meet } from './lines.ts'
import type { SeenMarker } from './markers.ts'

/** A marker's four sides as points on them, each found to a fraction of a pixel, in the order of its corners. */
export interface TracedMarker {
  id: number
  sides: readonly [Point[], Point[], Point[], Point[]]
}

/** In light, not in code values: blur mixes light, so that only there the middle of an edge stays where it was. */
const LIGHT = Float64Array.from({ length: 256 }, (_, value) => {
  const share = value / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
})

const STEP = 0.5
/** How far a profile reaches, in pixels and in cells: blur carries the white of the inner cells into the black border. */
const ROUGH_REACH = { most: 16, cells: 0.8 }
const FINE_REACH = { most: 8, cells: 0.6 }
const ENDS = 0.1
const MOST_PROFILES = 160
/** While the corners are still only roughly known. */
const ROUGH_PROFILES = 40
/** Of a side's profiles; a side covered further than this is not known. */
const LEAST_SHARE = 0.5
const LEAST_CONTRAST = 0.08
const ROUNDS = 3

/** Null where a side is covered, out of the picture or too blurred to be followed. */
export function traceMarker(pixels: Pixels, { id, corners }: SeenMarker): TracedMarker | null {
  let quad: readonly Point[] = corners
  let sides: Point[][] = []
  for (let round = 0; round < ROUNDS; round++) {
    const traced = [0, 1, 2, 3].map((side) => traceSide(pixels, quad, side, round))
    if (traced.some((side) => side === null)) return null
    sides = traced as Point[][]
    const lines = sides.map(lineThrough)
    quad = [0, 1, 2, 3].map((corner) => meet(lines[(corner + 3) % 4]!, lines[corner]!))
  }
  const [top, right, bottom, left] = sides
  return { id, sides: [top!, right!, bottom!, left!] }
}

function traceSide(pixels: Pixels, quad: readonly Point[], side: number, round: number): Point[] | null {
  const [ax, ay] = quad[side]!
  const [bx, by] = quad[(side + 1) % 4]!
  const length = Math.hypot(bx - ax, by - ay)
  const [tx, ty] = [(bx - ax) / length, (by - ay) / length]
  const [opposite, beside] = [quad[(side + 2) % 4]!, quad[(side + 3) % 4]!]
  const inward = ([x, y]: Point) => (y - ay) * tx - (x - ax) * ty
  const cell = Math.min(inward(opposite), inward(beside)) / CELLS
  const { most, cells } = round === 0 ? ROUGH_REACH : FINE_REACH
  const depth = Math.min(most, cells * cell)
  const count = Math.min(round === ROUNDS - 1 ? MOST_PROFILES : ROUGH_PROFILES, Math.max(8, Math.round(length)))
  const points: Point[] = []
  for (let index = 0; index < count; index++) {
    const along = length * (ENDS + ((1 - 2 * ENDS) * index) / (count - 1))
    const [x, y] = [ax + along * tx, ay + along * ty]
    const offset = edgeAt(pixels, x, y, ty, -tx, depth)
    if (offset !== null) points.push([x + offset * ty, y - offset * tx])
  }
  const kept = onOneLine(points)
  return kept.length >= LEAST_SHARE * count ? kept : null
}

/** Along the outward normal, from the black border to the white around it: where all the light would step at once. */
function edgeAt(pixels: Pixels, x: number, y: number, nx: number, ny: number, depth: number): number | null {
  const steps = Math.round(depth / STEP)
  const values: number[] = []
  for (let step = -steps; step <= steps; step++) {
    const value = lightAt(pixels, x + step * STEP * nx, y + step * STEP * ny)
    if (value === null) return null
    values.push(value)
  }
  const flat = Math.max(2, Math.round(steps / 3))
  const dark = mean(values.slice(0, flat))
  const bright = mean(values.slice(-flat))
  if (!(bright - dark >= LEAST_CONTRAST)) return null
  let area = 0
  for (let index = 0; index < values.length; index++) {
    const share = (bright - values[index]!) / (bright - dark)
    area += index === 0 || index === values.length - 1 ? share / 2 : share
  }
  return area * STEP - steps * STEP
}

function lightAt({ width, height, data }: Pixels, x: number, y: number): number | null {
  const column = Math.floor(x - 0.5)
  const row = Math.floor(y - 0.5)
  if (column < 0 || row < 0 || column + 1 >= width || row + 1 >= height) return null
  const [right, lower] = [x - 0.5 - column, y - 0.5 - row]
  const at = (row * width + column) * 3 + 1
  const below = at + width * 3
  const upper = LIGHT[data[at]!]! * (1 - right) + LIGHT[data[at + 3]!]! * right
  const under = LIGHT[data[below]!]! * (1 - right) + LIGHT[data[below + 3]!]! * right
  return upper * (1 - lower) + under * lower
}

/** A bent lens bows a long side by a pixel or two: what lies further out is something that covers it. */
function onOneLine(points: Point[]): Point[] {
  let kept = points
  for (let round = 0; round < 4 && kept.length > 4; round++) {
    const { at, direction } = lineThrough(kept)
    const off = ([x, y]: Point) => Math.abs((x - at[0]) * direction[1] - (y - at[1]) * direction[0])
    const typical = kept.map(off).sort((a, b) => a - b)[kept.length >> 1]!
    const limit = Math.max(0.3, 4 * typical)
    const next = points.filter((point) => off(point) <= limit)
    if (next.length === kept.length) break
    kept = next
  }
  return kept
}

function mean(values: number[]): number {
  let sum = 0
  for (const value of values) sum += value
  return sum / values.length
}
