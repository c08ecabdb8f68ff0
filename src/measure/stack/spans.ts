import type { Evidence } from './evidence.ts'
import type { LineEvidence } from './line-evidence.ts'
import { endsOf, linesOf } from './lines.ts'

/** A stretch that many lines fill, and none outruns. */
export interface Span {
  from: number
  to: number
  weight: number
}

/** Where lines run, where they end, and from where to where most of them go, along one axis. */
interface Outline {
  lines: number[]
  ends: number[]
  /** Of the lines of the other axis, between two of these ends. */
  spans: Span[]
}

export interface Outlines {
  columns: Outline
  rows: Outline
}

/** No face is smaller than this. */
export const LEAST_CELL = 11
const LONG_SPANS = 36
const MOST_SPANS = 56
const SAME = 5
/** Just outside an end, where the line that it ends at is past. */
const CLEAR = 4
const OUTSIDE = 8

export function outlinesOf({ upright, level }: Evidence): Outlines {
  const columns = linesOf(upright)
  const rows = linesOf(level)
  const columnPlaces = columns.map(({ at }) => at)
  const rowPlaces = rows.map(({ at }) => at)
  const columnEnds = merged(columnPlaces, endsOf(rows, upright.lines - 1))
  const rowEnds = merged(rowPlaces, endsOf(columns, level.lines - 1))
  return {
    columns: { lines: columnPlaces, ends: columnEnds, spans: spansOf(level, rowPlaces, columnEnds) },
    rows: { lines: rowPlaces, ends: rowEnds, spans: spansOf(upright, columnPlaces, rowEnds) },
  }
}

/** How many lines fill a stretch, beyond half of it; those that outrun it count for less. */
export function filledBy(evidence: LineEvidence, lines: readonly number[], from: number, to: number): number {
  let filled = 0
  for (const at of lines) {
    const outrun = Math.max(
      evidence.share(at, from - CLEAR - OUTSIDE, from - CLEAR),
      evidence.share(at, to + CLEAR, to + CLEAR + OUTSIDE),
    )
    filled += Math.max(0, evidence.share(at, from, to) - 0.5 - 0.25 * outrun)
  }
  return filled
}

/** The longest of them, and those that most lines fill. */
function spansOf(evidence: LineEvidence, lines: readonly number[], ends: readonly number[]): Span[] {
  const found: (Span & { filled: number })[] = []
  for (let first = 0; first < ends.length; first++) {
    for (let second = first + 1; second < ends.length; second++) {
      const [from, to] = [ends[first]!, ends[second]!]
      if (to - from < LEAST_CELL) continue
      const filled = filledBy(evidence, lines, from, to)
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
