import type { Segment } from './segments.ts'

/** How the camera stood to the face of the load, in degrees: all zero is square on. */
export interface Facing {
  yaw: number
  pitch: number
  roll: number
}

export interface Optics {
  focalPx: number
  width: number
  height: number
}

const MOST_SEGMENTS = 300
const MOST_TILT = 36
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

/** The stand from which most edges would run level or upright, found coarsely, then closer and closer. */
export function facingOf(segments: readonly Segment[], optics: Optics): Facing {
  const rays = raysOf(segments.slice(0, MOST_SEGMENTS), optics)
  let best: Facing = { yaw: 0, pitch: 0, roll: 0 }
  let most = -1
  const take = (facing: Facing, width: number) => {
    const value = uprightness(rays, facing, width)
    if (value <= most) return
    most = value
    best = facing
  }
  for (let roll = -44; roll <= 44; roll += 2) take({ yaw: 0, pitch: 0, roll }, 6)
  const around = best.roll
  most = -1
  for (let roll = around - 10; roll <= around + 10; roll += 2.5) {
    for (let yaw = -MOST_TILT; yaw <= MOST_TILT; yaw += 4) {
      for (let pitch = -MOST_TILT; pitch <= MOST_TILT; pitch += 4) take({ yaw, pitch, roll }, 3.5)
    }
  }
  for (const [step, width] of [
    [2, 2.5],
    [1, 1.6],
    [0.5, 1.2],
    [0.25, 1],
    [0.12, 0.8],
    [0.06, 0.8],
  ] as const) {
    most = -1
    take(best, width)
    for (let moved = true, turns = 0; moved && turns < 12; turns++) {
      const { yaw, pitch, roll } = best
      const before = most
      for (const dy of [-step, 0, step]) {
        for (const dp of [-step, 0, step]) {
          for (const dr of [-step, 0, step]) take({ yaw: yaw + dy, pitch: pitch + dp, roll: roll + dr }, width)
        }
      }
      moved = most > before
    }
  }
  return best
}

interface Rays {
  ends: Float64Array
  lengths: Float64Array
}

function raysOf(segments: readonly Segment[], { focalPx, width, height }: Optics): Rays {
  const ends = new Float64Array(segments.length * 4)
  segments.forEach(({ from, to }, index) => {
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
  return { ends, lengths: Float64Array.from(segments, ({ length }) => length) }
}

/** Tilts that the picture does not speak for are not assumed. */
const DOUBT_A_DEGREE = 1 / 500

function uprightness({ ends, lengths }: Rays, facing: Facing, width: number): number {
  const [a, b, c, d, e, f, g, h, i] = turnOf(facing)
  const steepest = Math.tan(width * RADIANS)
  let sum = 0
  for (let index = 0; index < lengths.length; index++) {
    const at = index * 4
    const [x, y, u, v] = [ends[at]!, ends[at + 1]!, ends[at + 2]!, ends[at + 3]!]
    const near = g * x + h * y + i
    const far = g * u + h * v + i
    if (near < 0.2 || far < 0.2) continue
    const across = Math.abs((a * u + b * v + c) / far - (a * x + b * y + c) / near)
    const down = Math.abs((d * u + e * v + f) / far - (d * x + e * y + f) / near)
    const slope = Math.min(across, down) / (Math.max(across, down) || 1) / steepest
    if (slope < 1) sum += lengths[index]! * (1 - slope * slope)
  }
  return sum * (1 - tiltOf(facing) * DOUBT_A_DEGREE)
}
