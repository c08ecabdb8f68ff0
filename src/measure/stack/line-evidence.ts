/**
 * Where edges run along one axis, summed so that any stretch of a line can be asked. For upright lines `at` counts
 * columns and `along` rows; for level lines the two are exchanged.
 */
export interface LineEvidence {
  /** How many lines there are, and how long they are. */
  lines: number
  length: number
  /** 0 to 1 at every place, line by line. */
  edges: Float32Array
  /** The share of a stretch of one line that lies on an edge. */
  share(at: number, from: number, to: number): number
}

export function summed(edges: Float32Array, length: number, lines: number): LineEvidence {
  const sums = new Float32Array((length + 1) * lines)
  for (let line = 0; line < lines; line++) {
    let sum = 0
    for (let along = 0; along < length; along++) {
      sum += edges[line * length + along]!
      sums[line * (length + 1) + along + 1] = sum
    }
  }
  const share = (at: number, from: number, to: number): number => {
    if (at < 0 || at >= lines || to <= from) return 0
    const start = at * (length + 1)
    const last = to < 0 ? 0 : to > length ? length : to
    const first = from < 0 ? 0 : from > length ? length : from
    return (sums[start + last]! - sums[start + first]!) / (to - from)
  }
  return { lines, length, edges, share }
}

/** How far a parting line may waver from where equal parts would have it, as a share of a part. */
const WAVER = 0.06

/** Where near a place a line is best seen, and what share of it. */
export function nearest(
  evidence: LineEvidence,
  at: number,
  part: number,
  from: number,
  to: number,
): { at: number; share: number } {
  const reach = Math.max(1, Math.min(6, Math.round(WAVER * part)))
  const middle = Math.round(at)
  const best = { at: middle, share: evidence.share(middle, from, to) }
  for (let off = 1; off <= reach; off++) {
    for (const near of [middle - off, middle + off]) {
      const share = evidence.share(near, from, to)
      if (share <= best.share) continue
      best.at = near
      best.share = share
    }
  }
  return best
}

export function nearShare(evidence: LineEvidence, at: number, part: number, from: number, to: number): number {
  return nearest(evidence, at, part, from, to).share
}
