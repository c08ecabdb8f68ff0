export type Vector = readonly [number, number, number]

/** A pinhole before the load: x to the right, y down, z away from the camera; the load's face lies in z = 0. */
export interface Camera {
  width: number
  height: number
  focalPx: number
  distance: number
  yawDeg: number
  pitchDeg: number
  rollDeg: number
  /** The point of the load's plane that the picture's middle shows. */
  aim: readonly [x: number, y: number]
}

export interface View {
  from: Vector
  /** Where the ray through a pixel goes. */
  towards(x: number, y: number): Vector
  /** Where a point of the load's plane is seen. */
  seen(x: number, y: number): readonly [number, number]
}

const RADIANS = Math.PI / 180

/** Between the optical axis and the load's normal. */
export function tiltDeg({ yawDeg, pitchDeg }: Camera): number {
  return Math.acos(Math.cos(yawDeg * RADIANS) * Math.cos(pitchDeg * RADIANS)) / RADIANS
}

export function viewOf(camera: Camera): View {
  const { width, height, focalPx, distance, yawDeg, pitchDeg, rollDeg, aim } = camera
  const turned = rotation(yawDeg * RADIANS, pitchDeg * RADIANS, rollDeg * RADIANS)
  const axis = turned([0, 0, 1])
  const from: Vector = [aim[0] - axis[0] * distance, aim[1] - axis[1] * distance, -axis[2] * distance]
  const [right, down] = [turned([1, 0, 0]), turned([0, 1, 0])]
  return {
    from,
    towards: (x, y) => turned([(x - width / 2) / focalPx, (y - height / 2) / focalPx, 1]),
    seen(x, y) {
      const to: Vector = [x - from[0], y - from[1], -from[2]]
      const deep = dot(to, axis)
      return [width / 2 + (focalPx * dot(to, right)) / deep, height / 2 + (focalPx * dot(to, down)) / deep]
    },
  }
}

function dot(one: Vector, other: Vector): number {
  return one[0] * other[0] + one[1] * other[1] + one[2] * other[2]
}

/** Roll first, then pitch, then yaw. */
function rotation(yaw: number, pitch: number, roll: number): (vector: Vector) => Vector {
  const [cy, sy, cp, sp, cr, sr] = [yaw, pitch, roll].flatMap((angle) => [Math.cos(angle), Math.sin(angle)]) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  return ([x, y, z]) => {
    const [rx, ry] = [cr * x - sr * y, sr * x + cr * y]
    const [py, pz] = [cp * ry + sp * z, -sp * ry + cp * z]
    return [cy * rx + sy * pz, py, -sy * rx + cy * pz]
  }
}
