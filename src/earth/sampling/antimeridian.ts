import type { Box } from '../types.ts'
import { isRing, type Ring, readRing } from './ring.ts'
import type { Corner } from './segments.ts'

const EDGE = 180

/** A box whose west side lies east of its east side, as the boxes either side of 180°. */
export function boxesEitherSide({ west, east, ...sides }: Box): Box[] {
  return [
    { west, east: EDGE, ...sides },
    { west: -EDGE, east, ...sides },
  ].filter((box) => box.west < box.east)
}

/** A ring taken the short way across 180°, as the rings either side of it; null where the cut leaves no plain rings. */
export function ringsEitherSide(corners: readonly Corner[]): [west: Ring, east: Ring] | null {
  const unwrapped = unwrap(corners)
  const west = readRing(cut(unwrapped, (lng) => lng - EDGE))
  const east = readRing(cut(unwrapped, (lng) => EDGE - lng).map(([lng, lat]): Corner => [lng - 2 * EDGE, lat]))
  return isRing(west) && isRing(east) ? [west, east] : null
}

/** Longitudes of the eastern half go on beyond 180. */
function unwrap(corners: readonly Corner[]): Corner[] {
  return corners.map(([lng, lat]) => [lng < 0 ? lng + 2 * EDGE : lng, lat])
}

/** Keeps what lies where `beyond` is not positive; an edge that passes the line ends on it. */
function cut(corners: readonly Corner[], beyond: (lng: number) => number): Corner[] {
  return corners.flatMap((here, index) => {
    const before = corners[(index + corners.length - 1) % corners.length]!
    const [from, to] = [beyond(before[0]), beyond(here[0])]
    const kept: Corner[] = to <= 0 ? [here] : []
    if (from * to >= 0) return kept
    const lat = before[1] + (from / (from - to)) * (here[1] - before[1])
    return [[EDGE, Number(lat.toFixed(9))], ...kept]
  })
}
