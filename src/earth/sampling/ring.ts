import { type Corner, sideOf, touch } from './segments.ts'

export type Ring = readonly Corner[]

export type RingFault =
  | { fault: 'too_few_corners' }
  | { fault: 'no_area' }
  /** Which edges, counted from 0 by their first corner. */
  | { fault: 'crosses_itself'; edges: [number, number] }
  /** An edge over more than half the globe may mean either way round it. */
  | { fault: 'edge_too_wide'; edge: number }

const HALF_ROUND = 180
const POLE = 90

/** A ring that can be sampled, whichever way round it runs and whether or not its last corner repeats the first. */
export function readRing(corners: readonly Corner[]): Ring | RingFault {
  const kept = corners
    .map((corner, index) => ({ corner, index }))
    .filter(({ corner }, index) => index === 0 || !same(corner, corners[index - 1]!))
  while (kept.length > 1 && same(kept[0]!.corner, kept.at(-1)!.corner)) kept.pop()
  const ring = kept.map(({ corner }) => corner)
  if (ring.length < 3) return { fault: 'too_few_corners' }
  const wide = ring.findIndex((corner, index) => isTooWide(corner, next(ring, index)))
  if (wide !== -1) return { fault: 'edge_too_wide', edge: kept[wide]!.index }
  if (ring.every((corner) => sideOf(ring[0]!, ring[1]!, corner) === 0)) return { fault: 'no_area' }
  const crossing = crossingOf(ring)
  if (crossing !== null) return { fault: 'crosses_itself', edges: [kept[crossing[0]]!.index, kept[crossing[1]]!.index] }
  return ring
}

export function isRing(read: Ring | RingFault): read is Ring {
  return Array.isArray(read)
}

/** Along a pole every longitude is the same place. */
function isTooWide(a: Corner, b: Corner): boolean {
  const alongPole = a[1] === b[1] && Math.abs(a[1]) === POLE
  return Math.abs(a[0] - b[0]) > HALF_ROUND && !alongPole
}

function crossingOf(ring: Ring): [number, number] | null {
  const edges = ring
    .map((a, index) => {
      const b = next(ring, index)
      return { index, a, b, from: Math.min(a[0], b[0]), to: Math.max(a[0], b[0]) }
    })
    .sort((one, other) => one.from - other.from || one.index - other.index)
  for (let first = 0; first < edges.length; first++) {
    const one = edges[first]!
    for (let second = first + 1; second < edges.length && edges[second]!.from <= one.to; second++) {
      const other = edges[second]!
      const [early, late] = one.index < other.index ? [one, other] : [other, one]
      if (cross(early, late, ring.length)) return [early.index, late.index]
    }
  }
  return null
}

interface Edge {
  index: number
  a: Corner
  b: Corner
}

/** Two edges that share a corner may share nothing else. */
function cross(early: Edge, late: Edge, corners: number): boolean {
  if (late.index === early.index + 1) return foldsBack(early, late)
  if (early.index === 0 && late.index === corners - 1) return foldsBack(late, early)
  return touch(early.a, early.b, late.a, late.b)
}

function foldsBack({ a, b }: Edge, { b: c }: Edge): boolean {
  const isBackward = (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1]) < 0
  return isBackward && sideOf(a, b, c) === 0
}

function next(ring: Ring, index: number): Corner {
  return ring[(index + 1) % ring.length]!
}

function same(a: Corner, b: Corner): boolean {
  return a[0] === b[0] && a[1] === b[1]
}
