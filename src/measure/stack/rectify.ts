import { type Facing, type Optics, type Turn, turnOf } from './facing.ts'
import type { Plane } from './plane.ts'

/** The picture as it would have been taken square on, and the way back. */
export interface Rectified {
  plane: Plane
  /** 1 where the frame showed something. */
  inFrame: Uint8Array
  /** From a place in the rectified picture to the one taken. */
  taken(x: number, y: number): readonly [x: number, y: number]
}

const MOST_GROWTH = 1.35

export function rectify(plane: Plane, facing: Facing, optics: Optics): Rectified {
  const turn = turnOf(facing)
  const { focalPx } = optics
  const [left, right] = reach(turn, optics, 0)
  const [top, bottom] = reach(turn, optics, 1)
  const width = Math.max(8, Math.ceil(right - left))
  const height = Math.max(8, Math.ceil(bottom - top))
  const values = new Float32Array(width * height)
  const inFrame = new Uint8Array(width * height)
  const taken = (x: number, y: number): [number, number] => {
    const [u, v] = [(x + left) / focalPx, (y + top) / focalPx]
    const deep = turn[2] * u + turn[5] * v + turn[8]
    if (deep < 0.05) return [-1e6, -1e6]
    return [
      (focalPx * (turn[0] * u + turn[3] * v + turn[6])) / deep + plane.width / 2,
      (focalPx * (turn[1] * u + turn[4] * v + turn[7])) / deep + plane.height / 2,
    ]
  }
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const [x, y] = taken(column + 0.5, row + 0.5)
      const at = row * width + column
      if (x >= 0 && y >= 0 && x < plane.width && y < plane.height) inFrame[at] = 1
      values[at] = between(plane, x - 0.5, y - 0.5)
    }
  }
  return { plane: { width, height, values }, inFrame, taken }
}

/** How far the frame's corners land along one axis, within reason. */
function reach(turn: Turn, { focalPx, width, height }: Optics, axis: 0 | 1): [number, number] {
  const most = (MOST_GROWTH * Math.max(width, height)) / 1.6
  const places = [-1, 1].flatMap((x) =>
    [-1, 1].map((y) => {
      const [u, v] = [(x * width) / 2 / focalPx, (y * height) / 2 / focalPx]
      const deep = Math.max(0.2, turn[6] * u + turn[7] * v + turn[8])
      const row = axis * 3
      return (focalPx * (turn[row]! * u + turn[row + 1]! * v + turn[row + 2]!)) / deep
    }),
  )
  const middle = (Math.min(...places) + Math.max(...places)) / 2
  return [Math.max(middle - most, Math.min(...places)), Math.min(middle + most, Math.max(...places))]
}

/** Beyond the frame its edge goes on, so that the frame makes no edge of its own. */
function between({ width, height, values }: Plane, x: number, y: number): number {
  const column = Math.max(0, Math.min(width - 2, Math.floor(x)))
  const row = Math.max(0, Math.min(height - 2, Math.floor(y)))
  const right = Math.max(0, Math.min(1, x - column))
  const down = Math.max(0, Math.min(1, y - row))
  const at = row * width + column
  const top = values[at]! * (1 - right) + values[at + 1]! * right
  return top * (1 - down) + (values[at + width]! * (1 - right) + values[at + width + 1]! * right) * down
}
