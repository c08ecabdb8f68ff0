import type { Point } from '../types.ts'

export interface Line {
  at: Point
  direction: Point
}

/** Least squares across the line. */
export function lineThrough(points: readonly Point[]): Line {
  let [mx, my] = [0, 0]
  for (const [x, y] of points) {
    mx += x / points.length
    my += y / points.length
  }
  let [xx, xy, yy] = [0, 0, 0]
  for (const [x, y] of points) {
    xx += (x - mx) * (x - mx)
    xy += (x - mx) * (y - my)
    yy += (y - my) * (y - my)
  }
  const angle = 0.5 * Math.atan2(2 * xy, xx - yy)
  return { at: [mx, my], direction: [Math.cos(angle), Math.sin(angle)] }
}

export function meet(a: Line, b: Line): Point {
  const across = a.direction[0] * b.direction[1] - a.direction[1] * b.direction[0]
  const [dx, dy] = [b.at[0] - a.at[0], b.at[1] - a.at[1]]
  const along = (dx * b.direction[1] - dy * b.direction[0]) / across
  return [a.at[0] + along * a.direction[0], a.at[1] + along * a.direction[1]]
}
