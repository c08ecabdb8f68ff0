import type { Evidence } from './evidence.ts'
import type { LineEvidence } from './line-evidence.ts'
import { endsOf, linesOf } from './lines.ts'

export interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

/** No face is smaller than this. */
const LEAST_CELL = 11
const LONG_SPANS = 36
const MOST_SPANS = 56
/** Of four: outlines fade, and a top row may be half empty. */
const LEAST_SIDES = 2.2
const SAME = 5
/** Just outside an end, where the line that it ends at is past. */
const CLEAR = 4
const OUTSIDE = 8

interface Span {
  from: number
  to: number
  weight: number
}

interface Weighed extends Box {
  /** By the lines that run from side to side. */
  weight: number
  sides: number
  /** How many more edges there are within than around. */
  dense: number
}

/** What speaks for a box, and how many are kept for it: each alone would miss some loads. */
const REASONS: readonly { worth(box: Weighed): number; count: number }[] = [
  { worth: ({ weight }) => weight, count: 8 },
  { worth: ({ dense, ...box }) => dense * Math.sqrt(areaOf(box)), count: 6 },
  { worth: ({ sides, weight }) => sides * weight ** 0.25, count: 4 },
  { worth: ({ sides, ...box }) => (sides - 2) * Math.sqrt(areaOf(box)), count: 4 },
]

/** Rectangles between whose sides lines run from end to end, and stop there; or so many times more of them. */
export function boxesOf(evidence: Evidence, times = 1): Box[] {
  const { upright, level } = evidence
  const columns = linesOf(upright)
  const rows = linesOf(level)
  const columnPlaces = columns.map(({ at }) => at)
  const rowPlaces = rows.map(({ at }) => at)
  const heights = spansOf(upright, columnPlaces, merged(rowPlaces, endsOf(columns, level.lines - 1)))
  const widths = spansOf(level, rowPlaces, merged(columnPlaces, endsOf(rows, upright.lines - 1)))
  const edgesIn = edgeCounter(evidence)
  const boxes: Weighed[] = []
  for (const { from: top, to: bottom, weight: filled } of heights) {
    for (const { from: left, to: right, weight } of widths) {
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
  const kept: Box[] = []
  for (const { worth, count } of REASONS) {
    let taken = 0
    for (const box of boxes.sort((one, other) => worth(other) - worth(one))) {
      if (taken === times * count) break
      if (kept.some((other) => isNear(box, other))) continue
      kept.push(box)
      taken++
    }
  }
  return kept.map(({ left, right, top, bottom }) => ({ left, right, top, bottom }))
}

export function areaOf({ left, right, top, bottom }: Box): number {
  return (right - left) * (bottom - top)
}

/** Edges of either direction within a box, as many as there are pixels of them. */
function edgeCounter({ upright, level }: Evidence): (box: Box) => number {
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

function densityOver(edgesIn: (box: Box) => number, box: Box): number {
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

/** Stretches that many lines fill and none outruns: the longest of them, and those that most lines fill. */
function spansOf(evidence: LineEvidence, lines: readonly number[], ends: readonly number[]): Span[] {
  const found: (Span & { filled: number })[] = []
  for (let first = 0; first < ends.length; first++) {
    for (let second = first + 1; second < ends.length; second++) {
      const [from, to] = [ends[first]!, ends[second]!]
      if (to - from < LEAST_CELL) continue
      let filled = 0
      for (const at of lines) {
        const outrun = Math.max(
          evidence.share(at, from - CLEAR - OUTSIDE, from - CLEAR),
          evidence.share(at, to + CLEAR, to + CLEAR + OUTSIDE),
        )
        filled += Math.max(0, evidence.share(at, from, to) - 0.5 - 0.25 * outrun)
      }
      found.push({ from, to, filled, weight: filled * (to - from) })
    }
  }
  const kept: Span[] = []
  const keep = (worth: (span: (typeof found)[number]) => number, most: number) => {
    for (const span of found.sort((one, other) => worth(other) - worth(one))) {
      if (kept.length === most) break
      if (!kept.some(({ from, to }) => Math.abs(span.from - from) < SAME && Math.abs(span.to - to) < SAME))
        kept.push(span)
    }
  }
  keep(({ weight }) => weight, LONG_SPANS)
  keep(({ filled }) => filled, MOST_SPANS)
  return kept
}

function merged(places: readonly number[], more: readonly number[]): number[] {
  const all = [...places]
  for (const at of more) if (all.every((other) => Math.abs(other - at) > 2)) all.push(at)
  return all.sort((a, b) => a - b)
}
