import type { Segment } from './segments.ts'

/** How the camera stood to the face of the load, in degrees: all zero is square on. */
export interface Facing {
  yaw: number
  pitch: number
  roll: number
}

/** Where most edges would run level or upright from: how many they are, and the share of their length that does. Little of it is no stand at all. */
export interface Stand extends Facing {
  edges: number
  straight: number
}

export interface Optics {
  focalPx: number
  width: number
  height: number
}

/** Of either direction, the longest. */
const MOST_SEGMENTS = 150
const MOST_TILT = 36
const STRAIGHT_DEG = 2
const RADIANS = Math.PI / 180

export type Turn = readonly [number, number, number, number, number, number, number, number, number]

/** From the axes of the camera to those of the face: roll first, then pitch, then yaw. */
export function turnOf({ yaw, pitch, roll }: Facing): Turn {
  const [cy, sy] = [Math.cos(yaw * RADIANS), Math.sin(yaw * RADIANS)]
  const [cp, sp] = [Math.cos(pitch * RADIANS), Math.sin(pitch * RADIANS)]
  const [cr, sr] = [Math.cos(roll * RADIANS), Math.sin(roll * RADIANS)]
  return [
    cy * cr - sy * sp * sr,
    -cy * sr - sy * sp * cr,
    sy * cp,
    cp * sr,
    cp * cr,
    sp,
    -sy * cr - cy * sp * sr,
    sy * sr - cy * sp * cr,
    cy * cp,
  ]
}

/** Between the face's normal and the camera's axis. */
export function tiltOf({ yaw, pitch }: Facing): number {
  return Math.acos(Math.cos(yaw * RADIANS) * Math.cos(pitch * RADIANS)) / RADIANS
}

/** What each degree of tilt costs: edges at an angle must be found, and what barely speaks for one must not be believed. */
const BOLD = 1 / 500
const CAREFUL = 1 / 100
const APART_DEG = 2.5
/** Where a tilt makes so much more of the edges straight, the picture speaks for it. */
const MUCH_STRAIGHTER = 0.05

/**
 * The stands from which most edges would run level or upright: the boldest reading first, and a careful one where that
 * is another. Which of them is right shows in what can be counted from there.
 */
export function standsOf(segments: readonly Segment[], optics: Optics): [Stand, ...Stand[]] {
  const rays = raysOf(segments, optics)
  const coarse = coarseStands(rays)
  const bold = standOf(rays, coarse, BOLD)
  const careful = standOf(rays, coarse, CAREFUL)
  if (difference(bold, careful) < APART_DEG || bold.straight > careful.straight + MUCH_STRAIGHTER) return [bold]
  return [bold, careful]
}

/** The few edges of a load that is drowned in others speak well for a roll, and badly for a tilt. */
export function untilted(stand: Stand): Stand {
  return { ...stand, yaw: 0, pitch: 0 }
}

/** As many edges speak for them as for the best, or nearly. */
const NEARLY_AS_MANY = 0.85
const YAW_WIDTH = 1.6
const YAW_APART = 4

/**
 * Other turns to the side that many edges speak for, the most first: how the camera was rolled and pitched shows in the
 * upright edges, but a rough floor and grass have hundreds that run across, and drown those of the load.
 */
export function otherYawsOf(segments: readonly Segment[], optics: Optics, known: readonly Stand[]): Stand[] {
  const rays = raysOf(segments, optics)
  const [{ pitch, roll }] = known as [Stand]
  const values = Array.from({ length: 2 * MOST_TILT + 1 }, (_, index) =>
    uprightness(rays, { yaw: index - MOST_TILT, pitch, roll }, YAW_WIDTH),
  )
  const most = Math.max(...values)
  const peaks = values.flatMap((value, index) => {
    const around = values.slice(Math.max(0, index - YAW_APART), index + YAW_APART + 1)
    return value > NEARLY_AS_MANY * most && value === Math.max(...around) ? [{ yaw: index - MOST_TILT, value }] : []
  })
  const found: Stand[] = []
  for (const { yaw } of peaks.sort((one, other) => other.value - one.value)) {
    const stand = refined(rays, { yaw, pitch, roll }, BOLD, REFINEMENTS.slice(1))
    if ([...known, ...found].every((other) => difference(stand, other) > APART_DEG)) found.push(stand)
  }
  return found
}

/** From the best seen coarsely closer and closer: a few that differ, since the best seen coarsely is not always the best. */
function standOf(rays: Rays, coarse: readonly Rated[], doubt: number): Stand {
  const rated = mostDifferent(coarse, doubt).map((facing) => {
    const stand = refined(rays, facing, doubt, REFINEMENTS)
    return { stand, value: doubted(stand, uprightness(rays, stand, REFINEMENTS.at(-1)![1]), doubt) }
  })
  return rated.reduce((best, other) => (other.value > best.value ? other : best)).stand
}

function refined(rays: Rays, from: Facing, doubt: number, refinements: typeof REFINEMENTS): Stand {
  const closer = refinements.reduce((best, [step, width]) => climbed(rays, best, step, width, doubt), from)
  const byLength = { ends: rays.ends, weights: rays.lengths }
  const straight = uprightness(byLength, closer, STRAIGHT_DEG) / (sumOf(rays.lengths) || 1)
  return { ...closer, edges: rays.lengths.length, straight }
}

/** Tilts that the picture does not speak for are not assumed. */
function doubted(facing: Facing, value: number, doubt: number): number {
  return value * (1 - tiltOf(facing) * doubt)
}

/** Steps in degrees, each with how far from upright an edge may be to count. */
const REFINEMENTS: readonly (readonly [step: number, width: number])[] = [
  [2, 2.5],
  [1, 1.6],
  [0.5, 1.2],
  [0.25, 1],
  [0.12, 0.8],
  [0.06, 0.8],
]

interface Rated {
  facing: Facing
  value: number
}

function coarseStands(rays: Rays): Rated[] {
  let around = 0
  let most = -1
  for (let roll = -44; roll <= 44; roll += 2) {
    const value = uprightness(rays, { yaw: 0, pitch: 0, roll }, 6)
    if (value > most) [around, most] = [roll, value]
  }
  const all: Rated[] = []
  for (let roll = around - 10; roll <= around + 10; roll += 2.5) {
    for (let yaw = -MOST_TILT; yaw <= MOST_TILT; yaw += 4) {
      for (let pitch = -MOST_TILT; pitch <= MOST_TILT; pitch += 4) {
        all.push({ facing: { yaw, pitch, roll }, value: uprightness(rays, { yaw, pitch, roll }, 3.5) })
      }
    }
  }
  return all
}

const COARSE_STANDS = 4
const OTHER_DEG = 6

function mostDifferent(coarse: readonly Rated[], doubt: number): Facing[] {
  const rated = coarse.map(({ facing, value }) => ({ facing, value: doubted(facing, value, doubt) }))
  rated.sort((one, other) => other.value - one.value)
  const kept: Facing[] = []
  for (const { facing } of rated) {
    if (kept.every((other) => difference(facing, other) > OTHER_DEG)) kept.push(facing)
    if (kept.length === COARSE_STANDS) break
  }
  return kept
}

function difference(one: Facing, other: Facing): number {
  return Math.hypot(one.yaw - other.yaw, one.pitch - other.pitch, one.roll - other.roll)
}

const MOST_STEPS = 12

function climbed(rays: Rays, from: Facing, step: number, width: number, doubt: number): Facing {
  let best = from
  let most = doubted(from, uprightness(rays, from, width), doubt)
  for (let turn = 0; turn < MOST_STEPS; turn++) {
    const { yaw, pitch, roll } = best
    for (const dy of [-step, 0, step]) {
      for (const dp of [-step, 0, step]) {
        for (const dr of [-step, 0, step]) {
          const facing = { yaw: yaw + dy, pitch: pitch + dp, roll: roll + dr }
          const value = doubted(facing, uprightness(rays, facing, width), doubt)
          if (value > most) [best, most] = [facing, value]
        }
      }
    }
    if (best.yaw === yaw && best.pitch === pitch && best.roll === roll) break
  }
  return best
}

function sumOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0)
}

interface Rays {
  ends: Float64Array
  lengths: Float64Array
  weights: Float64Array
}

/** Those that run up and down weigh as much as those that run across: slats and shelves are many, and say little of a pitch. */
function raysOf(segments: readonly Segment[], { focalPx, width, height }: Optics): Rays {
  const directions = [segments.filter(isSteep), segments.filter((segment) => !isSteep(segment))].map((some) =>
    some.slice(0, MOST_SEGMENTS),
  )
  const all = directions.flat()
  const ends = new Float64Array(all.length * 4)
  all.forEach(({ from, to }, index) => {
    ends.set(
      [
        (from[0] - width / 2) / focalPx,
        (from[1] - height / 2) / focalPx,
        (to[0] - width / 2) / focalPx,
        (to[1] - height / 2) / focalPx,
      ],
      index * 4,
    )
  })
  const weights = directions.flatMap((some) => {
    const total = some.reduce((sum, { length }) => sum + length, 0)
    return some.map(({ length }) => length / total)
  })
  return { ends, lengths: Float64Array.from(all, ({ length }) => length), weights: Float64Array.from(weights) }
}

export function isSteep({ from, to }: Segment): boolean {
  return Math.abs(to[0] - from[0]) < Math.abs(to[1] - from[1])
}

function uprightness({ ends, weights }: Pick<Rays, 'ends' | 'weights'>, facing: Facing, width: number): number {
  const [a, b, c, d, e, f, g, h, i] = turnOf(facing)
  const steepest = Math.tan(width * RADIANS)
  let sum = 0
  for (let index = 0; index < weights.length; index++) {
    const at = index * 4
    const [x, y, u, v] = [ends[at]!, ends[at + 1]!, ends[at + 2]!, ends[at + 3]!]
    const near = g * x + h * y + i
    const far = g * u + h * v + i
    if (near < 0.2 || far < 0.2) continue
    const across = Math.abs((a * u + b * v + c) / far - (a * x + b * y + c) / near)
    const down = Math.abs((d * u + e * v + f) / far - (d * x + e * y + f) / near)
    const slope = Math.min(across, down) / (Math.max(across, down) || 1) / steepest
    if (slope < 1) sum += weights[index]! * (1 - slope * slope)
  }
  return sum
}
