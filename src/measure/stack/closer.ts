import type { Box } from './boxes.ts'
import { isSteep, type Optics, type Stand, standsOf } from './facing.ts'
import type { Seen } from './seen.ts'
import type { Segment } from './segments.ts'

/** Of the edges of a place, by their length: of those of grass and hedges it is a third. */
const LEAST_STRAIGHT = 0.55
const FEWEST_EDGES = 40

/**
 * Where most edges of a picture are grass, those of a small load say little of the stand. In the place of the load they
 * are most: the stands that the edges of one place after the other speak for.
 */
export function closerStandsOf(segments: readonly Segment[], optics: Optics, seen: Seen): Stand[][] {
  return [...placesOfLattices(seen), ...placeOfSeams(segments, optics)]
    .map((place) => standsOf(segmentsIn(place, segments), optics))
    .map((stands) => stands.filter(({ straight, edges }) => straight > LEAST_STRAIGHT && edges >= FEWEST_EDGES))
    .filter((stands) => stands.length > 0)
}

/** Something repeats there, if not as it was laid. */
const LATTICES = 3
const AROUND = 15

function placesOfLattices({ lattices, rectified }: Seen): Box[] {
  return lattices.slice(0, LATTICES).map(({ left, right, top, bottom }) => {
    const corners = [left, right].flatMap((x) => [top, bottom].map((y) => rectified.taken(x, y)))
    const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)]
    return {
      left: Math.min(...xs) - AROUND,
      right: Math.max(...xs) + AROUND,
      top: Math.min(...ys) - AROUND,
      bottom: Math.max(...ys) + AROUND,
    }
  })
}

const LONGEST = 60
const SIDE_BY_SIDE = 12
const FEWEST_SEAMS = 12
const HALF_BAND = 32

/** The seams of a row far away are short, but they stand side by side, and are as many as it has crates. */
function placeOfSeams(segments: readonly Segment[], { width }: Optics): Box[] {
  const heights = segments
    .filter(isSteep)
    .slice(0, LONGEST)
    .map(({ from, to }) => (from[1] + to[1]) / 2)
  const beside = heights.map((height) => heights.filter((other) => Math.abs(other - height) < SIDE_BY_SIDE).length)
  const most = Math.max(0, ...beside)
  if (most < FEWEST_SEAMS) return []
  const middle = heights[beside.indexOf(most)]!
  return [{ left: 0, right: width, top: middle - HALF_BAND, bottom: middle + HALF_BAND }]
}

function segmentsIn({ left, right, top, bottom }: Box, segments: readonly Segment[]): Segment[] {
  return segments.filter(({ from, to }) =>
    [from, to].every(([x, y]) => x >= left && x <= right && y >= top && y <= bottom),
  )
}
