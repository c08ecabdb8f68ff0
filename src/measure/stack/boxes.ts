import type { Evidence } from './evidence.ts'
import type { LineEvidence } from './line-evidence.ts'
import { endsOf, linesOf } from './lines.ts'

export interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

export const LEAST_CELL = 11
const MOST_SPANS = 48
const MOST_BOXES = 160
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

/** Rectangles between whose sides lines run from end to end, and stop there. */
export function boxesOf({ upright, level }: Evidence): Box[] {
  const columns = linesOf(upright)
  const rows = linesOf(level)
  const columnPlaces = columns.map(({ at }) => at)
  const rowPlaces = rows.map(({ at }) => at)
  const heights = spansOf(upright, columnPlaces, merged(rowPlaces, endsOf(columns, level.lines - 1)))
  const widths = spansOf(level, rowPlaces, merged(columnPlaces, endsOf(rows, upright.lines - 1)))
  const boxes = heights.flatMap(({ from: top, to: bottom, weight: filled }) =>
    widths.flatMap(({ from: left, to: right, weight }) => {
      const sides =
        upright.share(left, top, bottom) +
        upright.share(right, top, bottom) +
        level.share(top, left, right) +
        level.share(bottom, left, right)
      return sides < LEAST_SIDES ? [] : [{ left, right, top, bottom, weight: weight * filled * sides }]
    }),
  )
  return boxes.sort((a, b) => b.weight - a.weight).slice(0, MOST_BOXES)
}

/** Stretches that many lines fill and none outruns. */
function spansOf(evidence: LineEvidence, lines: readonly number[], ends: readonly number[]): Span[] {
  const found: Span[] = []
  for (let first = 0; first < ends.length; first++) {
    for (let second = first + 1; second < ends.length; second++) {
      const [from, to] = [ends[first]!, ends[second]!]
      if (to - from < LEAST_CELL) continue
      let sum = 0
      for (const at of lines) {
        const outrun = Math.max(
          evidence.share(at, from - CLEAR - OUTSIDE, from - CLEAR),
          evidence.share(at, to + CLEAR, to + CLEAR + OUTSIDE),
        )
        sum += Math.max(0, evidence.share(at, from, to) - 0.5 - 0.25 * outrun)
      }
      found.push({ from, to, weight: sum * (to - from) })
    }
  }
  found.sort((a, b) => b.weight - a.weight)
  const kept: Span[] = []
  for (const span of found) {
    if (kept.length === MOST_SPANS) break
    if (!kept.some(({ from, to }) => Math.abs(span.from - from) < SAME && Math.abs(span.to - to) < SAME))
      kept.push(span)
  }
  return kept
}

function merged(places: readonly number[], more: readonly number[]): number[] {
  const all = [...places]
  for (const at of more) if (all.every((other) => Math.abs(other - at) > 2)) all.push(at)
  return all.sort((a, b) => a - b)
}
