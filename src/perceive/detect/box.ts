import type { CocoClass } from './classes.ts'

/** x1, y1, x2, y2 in pixels of the picture; the picture itself is 0, 0, width, height. */
export type Box = readonly [x1: number, y1: number, x2: number, y2: number]

export interface Found<Class extends string = CocoClass> {
  class: Class
  score: number
  box: Box
}

export function area([x1, y1, x2, y2]: Box): number {
  return Math.max(0, x2 - x1) * Math.max(0, y2 - y1)
}

/** The area they share. */
export function overlap(a: Box, b: Box): number {
  const width = Math.min(a[2], b[2]) - Math.max(a[0], b[0])
  const height = Math.min(a[3], b[3]) - Math.max(a[1], b[1])
  return Math.max(0, width) * Math.max(0, height)
}

export function iou(a: Box, b: Box): number {
  const shared = overlap(a, b)
  return shared === 0 ? 0 : shared / (area(a) + area(b) - shared)
}

export function clip([x1, y1, x2, y2]: Box, width: number, height: number): Box {
  const [within, below] = [
    (x: number) => Math.min(Math.max(x, 0), width),
    (y: number) => Math.min(Math.max(y, 0), height),
  ]
  return [within(x1), below(y1), within(x2), below(y2)]
}

/** Best first; equal scores in an order that depends on nothing but the boxes. */
export function byScore(a: Found<string>, b: Found<string>): number {
  return (
    b.score - a.score ||
    (a.class < b.class ? -1 : a.class > b.class ? 1 : 0) ||
    a.box[0] - b.box[0] ||
    a.box[1] - b.box[1] ||
    a.box[2] - b.box[2] ||
    a.box[3] - b.box[3]
  )
}
