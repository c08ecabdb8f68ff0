import type { Evidence } from './evidence.ts'
import type { Outlines } from './spans.ts'

export interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

export type Side = keyof Box

/** Of four: outlines fade, and a top row may be half empty. */
const LEAST_SIDES = 2.2

export interface Weighed extends Box {
  /** By the lines that run from side to side. */
  weight: number
  sides: number
  /** How many more edges there are within than around. */
  dense: number
}

/** What speaks for a box, and how many are kept for it: each alone would miss some loads. */
export type Reasons = readonly { worth(box: Weighed): number; count: number }[]

const REASONS: Reasons = [
  { worth: ({ weight }) => weight, count: 8 },
  { worth: ({ dense, ...box }) => dense * Math.sqrt(areaOf(box)), count: 6 },
  { worth: ({ sides, weight }) => sides * weight ** 0.25, count: 4 },
  { worth: ({ sides, ...box }) => (sides - 2) * Math.sqrt(areaOf(box)), count: 4 },
]

/** Rectangles between whose sides lines run from end to end, and stop there; or so many times more of them. */
export function boxesOf(evidence: Evidence, { columns, rows }: Outlines, times = 1): Box[] {
  const { upright, level } = evidence
  const edgesIn = edgeCounter(evidence)
  const boxes: Weighed[] = []
  for (const { from: top, to: bottom, weight: filled } of rows.spans) {
    for (const { from: left, to: right, weight } of columns.spans) {
      const sides =
        upright.share(left, top, bottom) +
        upright.share(right, top, bottom) +
        level.share(top, left, right) +
        level.share(bottom, left, right)
      if (sides < LEAST_SIDES) continue
      const box = { left, right, top, bottom }
      boxes.push({ ...box, weight: weight * filled * sides, sides, dense: densityOver(edgesIn, box) })
    }
  }
  return mostTelling(boxes, REASONS, times)
}

export function mostTelling<B extends Weighed>(boxes: B[], reasons: Reasons, times = 1): B[] {
  const kept: B[] = []
  for (const { worth, count } of reasons) {
    let taken = 0
    for (const box of boxes.sort((one, other) => worth(other) - worth(one))) {
      if (taken === times * count) break
      if (kept.some((other) => isNear(box, other))) continue
      kept.push(box)
      taken++
    }
  }
  return kept
}

export function areaOf({ left, right, top, bottom }: Box): number {
  return (right - left) * (bottom - top)
}

/** Edges of either direction within a box, as many as there are pixels of them. */
export function edgeCounter({ upright, level }: Evidence): (box: Box) => number {
  const [width, height] = [upright.lines, level.lines]
  const sums = new Float32Array((width + 1) * (height + 1))
  for (let row = 0; row < height; row++) {
    let line = 0
    for (let column = 0; column < width; column++) {
      line += upright.edges[column * height + row]! + level.edges[row * width + column]!
      const at = (row + 1) * (width + 1) + column + 1
      sums[at] = sums[at - width - 1]! + line
    }
  }
  return ({ left, right, top, bottom }) => {
    const [from, to] = [Math.max(0, left), Math.min(width, right)]
    const [first, last] = [Math.max(0, top) * (width + 1), Math.min(height, bottom) * (width + 1)]
    return sums[last + to]! - sums[last + from]! - sums[first + to]! + sums[first + from]!
  }
}

const AROUND = 24

export function densityOver(edgesIn: (box: Box) => number, box: Box): number {
  const wider = {
    left: box.left - AROUND,
    right: box.right + AROUND,
    top: box.top - AROUND,
    bottom: box.bottom + AROUND,
  }
  const within = edgesIn(box)
  return within / areaOf(box) - (edgesIn(wider) - within) / (areaOf(wider) - areaOf(box))
}

const NEAR = 8

function isNear(one: Box, other: Box): boolean {
  return (['left', 'right', 'top', 'bottom'] as const).every((side) => Math.abs(one[side] - other[side]) <= NEAR)
}
