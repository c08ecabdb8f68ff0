import type { Point } from '../types.ts'
import type { FlatCamera, PinholeCamera, Scene } from './scene.ts'

type Vector = readonly [x: number, y: number, z: number]

/** Where each pixel looks: rays in the card's frame (x right, y down the page, z up toward the camera). */
export interface Lens {
  position: Vector
  tiltDeg: number
  /** Writes origin and unit direction of the ray through an image point. */
  ray(x: number, y: number, into: Float64Array): void
  project(x: number, y: number, z: number): Point
  /** How many pixels a millimetre facing the camera takes at a point. */
  pxPerMmAt(x: number, y: number, z: number): number
}

const RADIANS = Math.PI / 180

export function lensOf({ camera, width, height }: Scene): Lens {
  return camera.kind === 'flat' ? flat(camera, width, height) : pinhole(camera, width, height)
}

function flat(camera: FlatCamera, width: number, height: number): Lens {
  const { pxPerMm, aimMm } = camera
  const [cos, sin] = [Math.cos(camera.rollDeg * RADIANS), Math.sin(camera.rollDeg * RADIANS)]
  return {
    position: [aimMm[0], aimMm[1], Infinity],
    tiltDeg: 0,
    ray(x, y, into) {
      const across = (x - width / 2) / pxPerMm
      const down = (y - height / 2) / pxPerMm
      into[0] = aimMm[0] + across * cos - down * sin
      into[1] = aimMm[1] + across * sin + down * cos
      into[2] = 1000
      into[3] = 0
      into[4] = 0
      into[5] = -1
    },
    project(x, y) {
      const [dx, dy] = [x - aimMm[0], y - aimMm[1]]
      return [width / 2 + pxPerMm * (dx * cos + dy * sin), height / 2 + pxPerMm * (dy * cos - dx * sin)]
    },
    pxPerMmAt: () => pxPerMm,
  }
}

function pinhole(camera: PinholeCamera, width: number, height: number): Lens {
  const { focalPx, distanceMm, k1 } = camera
  const [tilt, azimuth, roll] = [camera.tiltDeg * RADIANS, camera.azimuthDeg * RADIANS, camera.rollDeg * RADIANS]
  const back: Vector = [Math.sin(tilt) * Math.cos(azimuth), Math.sin(tilt) * Math.sin(azimuth), Math.cos(tilt)]
  const forward: Vector = [-back[0], -back[1], -back[2]]
  const right = unit(away([Math.cos(roll), Math.sin(roll), 0], forward))
  const down = cross(right, forward)
  const position: Vector = [
    camera.aimMm[0] + distanceMm * back[0],
    camera.aimMm[1] + distanceMm * back[1],
    distanceMm * back[2],
  ]
  const centreX = width / 2 + camera.principalOffsetPx[0]
  const centreY = height / 2 + camera.principalOffsetPx[1]
  const straighten = straightener(k1, Math.hypot(width, height) / focalPx)
  const depthOf = (x: number, y: number, z: number) =>
    (x - position[0]) * forward[0] + (y - position[1]) * forward[1] + (z - position[2]) * forward[2]
  return {
    position,
    tiltDeg: camera.tiltDeg,
    ray(x, y, into) {
      const bentU = (x - centreX) / focalPx
      const bentV = (y - centreY) / focalPx
      const factor = k1 === 0 ? 1 : straighten(bentU * bentU + bentV * bentV)
      const u = bentU * factor
      const v = bentV * factor
      const length = Math.sqrt(1 + u * u + v * v)
      into[0] = position[0]
      into[1] = position[1]
      into[2] = position[2]
      into[3] = (forward[0] + u * right[0] + v * down[0]) / length
      into[4] = (forward[1] + u * right[1] + v * down[1]) / length
      into[5] = (forward[2] + u * right[2] + v * down[2]) / length
    },
    project(x, y, z) {
      const depth = depthOf(x, y, z)
      const [dx, dy, dz] = [x - position[0], y - position[1], z - position[2]]
      const u = (dx * right[0] + dy * right[1] + dz * right[2]) / depth
      const v = (dx * down[0] + dy * down[1] + dz * down[2]) / depth
      const bend = 1 + k1 * (u * u + v * v)
      return [centreX + focalPx * u * bend, centreY + focalPx * v * bend]
    },
    pxPerMmAt: (x, y, z) => focalPx / depthOf(x, y, z),
  }
}

const STEPS = 4096

/** From the bent radius squared to the factor that straightens it, as a table: solved once, read for every pixel. */
function straightener(k1: number, reach: number): (bentSquared: number) => number {
  const most = reach * reach
  const factors = new Float64Array(STEPS + 2)
  for (let step = 0; step < factors.length; step++) {
    const bent = Math.sqrt((step / STEPS) * most)
    let straight = bent
    for (let round = 0; round < 20; round++) {
      straight -= (straight * (1 + k1 * straight * straight) - bent) / (1 + 3 * k1 * straight * straight)
    }
    factors[step] = bent === 0 ? 1 : straight / bent
  }
  return (bentSquared) => {
    const at = Math.min(STEPS, (bentSquared / most) * STEPS)
    const step = Math.floor(at)
    return factors[step]! + (at - step) * (factors[step + 1]! - factors[step]!)
  }
}

function away(vector: Vector, from: Vector): Vector {
  const along = vector[0] * from[0] + vector[1] * from[1] + vector[2] * from[2]
  return [vector[0] - along * from[0], vector[1] - along * from[1], vector[2] - along * from[2]]
}

function unit([x, y, z]: Vector): Vector {
  const length = Math.hypot(x, y, z)
  return [x / length, y / length, z / length]
}

function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}
