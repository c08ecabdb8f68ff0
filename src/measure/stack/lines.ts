import type { LineEvidence } from './line-evidence.ts'

/** A line that could bound or part crates: where it is, and from where to where it is best seen. */
export interface Line {
  at: number
  from: number
  to: number
  /** Pixels of edge beyond what chance lays on a line. */
  weight: number
}

const CHANCE = 0.75
const APART = 3
const MOST_LINES = 64
const LEAST_WEIGHT = 4
const MOST_ENDS = 16

export function linesOf(evidence: LineEvidence): Line[] {
  const all = Array.from({ length: evidence.lines }, (_, at) => bestStretch(evidence, at))
  const order = all.filter(({ weight }) => weight >= LEAST_WEIGHT).sort((a, b) => b.weight - a.weight || a.at - b.at)
  const kept: Line[] = []
  const near = new Uint8Array(evidence.lines)
  for (const line of order) {
    if (near[line.at] === 1) continue
    kept.push(line)
    for (let at = Math.max(0, line.at - APART); at <= Math.min(near.length - 1, line.at + APART); at++) near[at] = 1
    if (kept.length === MOST_LINES) break
  }
  return kept.sort((a, b) => a.at - b.at)
}

function bestStretch(evidence: LineEvidence, at: number): Line {
  let [sum, start] = [0, 0]
  const best: Line = { at, from: 0, to: 0, weight: 0 }
  for (let along = 0; along < evidence.length; along++) {
    sum += evidence.edges[at * evidence.length + along]! - CHANCE
    if (sum <= 0) {
      sum = 0
      start = along + 1
    } else if (sum > best.weight) {
      best.weight = sum
      best.from = start
      best.to = along + 1
    }
  }
  return best
}

/** Where lines of the other direction stop together: a load ends there even where its outline cannot be seen. */
export function endsOf(lines: readonly Line[], reach: number): number[] {
  const ends = new Float32Array(reach + 1)
  for (const { from, to, weight } of lines) {
    for (const end of [from, to]) {
      for (let off = -2; off <= 2; off++) {
        const at = Math.max(0, Math.min(reach, end + off))
        ends[at]! += weight / (1 + Math.abs(off))
      }
    }
  }
  const places = Array.from(ends.keys()).filter((at) => ends[at]! > 0)
  places.sort((a, b) => ends[b]! - ends[a]! || a - b)
  const kept: number[] = []
  for (const at of places) {
    if (kept.every((other) => Math.abs(other - at) > APART)) kept.push(at)
    if (kept.length === MOST_ENDS) break
  }
  return kept
}
