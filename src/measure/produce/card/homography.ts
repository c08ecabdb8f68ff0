import type { Point } from '../types.ts'
import { solve } from './least-squares.ts'

/** Rows of the matrix one after another; the last is 1. */
export type Homography = readonly number[]

export function through(h: Homography, [x, y]: Point): Point {
  const depth = h[6]! * x + h[7]! * y + h[8]!
  return [(h[0]! * x + h[1]! * y + h[2]!) / depth, (h[3]! * x + h[4]! * y + h[5]!) / depth]
}

/** The direct linear transform; both sides in coordinates about 1 in size. */
export function homographyOf(from: readonly Point[], to: readonly Point[]): Homography {
  const normal = Array.from({ length: 8 }, () => Array<number>(8).fill(0))
  const right = Array<number>(8).fill(0)
  from.forEach(([x, y], index) => {
    const [u, v] = to[index]!
    const rows: [number[], number][] = [
      [[x, y, 1, 0, 0, 0, -u * x, -u * y], u],
      [[0, 0, 0, x, y, 1, -v * x, -v * y], v],
    ]
    for (const [row, value] of rows) {
      for (let i = 0; i < 8; i++) {
        right[i]! += row[i]! * value
        for (let j = 0; j < 8; j++) normal[i]![j]! += row[i]! * row[j]!
      }
    }
  })
  return [...solve(normal, right), 1]
}

export function inverse([a, b, c, d, e, f, g, h, i]: Homography): Homography {
  const minors = [
    e! * i! - f! * h!,
    c! * h! - b! * i!,
    b! * f! - c! * e!,
    f! * g! - d! * i!,
    a! * i! - c! * g!,
    c! * d! - a! * f!,
    d! * h! - e! * g!,
    b! * g! - a! * h!,
    a! * e! - b! * d!,
  ]
  const last = minors[8]!
  return minors.map((minor) => minor / last)
}
