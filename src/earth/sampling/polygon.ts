import type { Place } from '../types.ts'
import type { Ring } from './ring.ts'
import { isInside } from './segments.ts'
import { areaUpTo, lngAt, type Slab, slabsOf } from './slabs.ts'

/**
 * `count` places strictly inside the ring, the same for the same ring. Each has a row of its own, the rows part the
 * ring's area on the sphere into equal shares, and along the rows the places stand in `count` equal columns: every
 * stretch of ground has the same chance to be seen. Of all such patterns the one whose nearest two places lie farthest
 * apart is taken. Null where the ring is too thin to hold a place that the digits can tell from its edge.
 */
export function samplePlaces(ring: Ring, count: number): Place[] | null {
  const rows = rowsOf(ring, count)
  let best: Place[] = []
  let bestApart = -1
  for (const step of stepsOf(count)) {
    const places = rows.map((row, index) => placeOn(row, (((index * step) % count) + 0.5) / count))
    const apart = leastApart(places, bestApart)
    if (apart > bestApart) [best, bestApart] = [places, apart]
  }
  const tidied = best.map((place) => tidy(place, ring))
  return tidied.length === count && tidied.every((place) => place !== null) ? tidied : null
}

/** Where a parallel runs inside the ring. */
interface Row {
  lat: number
  stretches: [west: number, east: number][]
  width: number
}

function rowsOf(ring: Ring, count: number): Row[] {
  const slabs = slabsOf(ring)
  const areas = slabs.map((slab) => areaUpTo(slab, slab.north))
  const total = areas.reduce((sum, area) => sum + area, 0)
  const rows: Row[] = []
  let [at, below] = [0, 0]
  for (let index = 0; index < count; index++) {
    const wanted = ((index + 0.5) / count) * total
    while (at < slabs.length - 1 && below + areas[at]! < wanted) below += areas[at++]!
    const slab = slabs[at]!
    const lat = latitudeWith(slab, wanted - below)
    const stretches = stretchesAt(slab, lat)
    rows.push({ lat, stretches, width: stretches.reduce((sum, [west, east]) => sum + east - west, 0) })
  }
  return rows
}

function latitudeWith(slab: Slab, area: number): number {
  let [low, high] = [slab.south, slab.north]
  for (let round = 0; round < 60; round++) {
    const middle = (low + high) / 2
    if (areaUpTo(slab, middle) < area) low = middle
    else high = middle
  }
  return (low + high) / 2
}

function stretchesAt({ edges }: Slab, lat: number): Row['stretches'] {
  const stretches: Row['stretches'] = []
  for (let index = 0; index + 1 < edges.length; index += 2)
    stretches.push([lngAt(edges[index]!, lat), lngAt(edges[index + 1]!, lat)])
  return stretches
}

/** A share that falls on the end of a stretch is kept this part of the stretch away from it. */
const MARGIN = 0.02

function placeOn({ lat, stretches, width }: Row, share: number): Place {
  let left = share * width
  let at = 0
  while (at < stretches.length - 1 && left > stretches[at]![1] - stretches[at]![0]) {
    left -= stretches[at]![1] - stretches[at]![0]
    at++
  }
  const [west, east] = stretches[at] ?? [Number.NaN, Number.NaN]
  const along = Math.min(1 - MARGIN, Math.max(MARGIN, left / (east - west)))
  return { lat, lng: west + along * (east - west) }
}

/** To a tenth of a millimetre where that is still inside. */
function tidy({ lat, lng }: Place, ring: Ring): Place | null {
  const short = { lat: Number(lat.toFixed(9)), lng: Number(lng.toFixed(9)) }
  if (isInside(ring, [short.lng, short.lat])) return short
  return isInside(ring, [lng, lat]) ? { lat, lng } : null
}

function stepsOf(count: number): number[] {
  if (count === 1) return [0]
  return Array.from({ length: count - 1 }, (_, index) => index + 1).filter((step) => divisor(step, count) === 1)
}

function divisor(a: number, b: number): number {
  return b === 0 ? a : divisor(b, a % b)
}

/**
 * The square of the shortest chord between two of the places, the sphere's radius being 1; given up as soon as it is no
 * longer than what was found before.
 */
function leastApart(places: readonly Place[], found: number): number {
  const points = Float64Array.from(places.flatMap(onSphere))
  let least = Number.POSITIVE_INFINITY
  for (let one = 0; one < points.length; one += 3)
    for (let other = one + 3; other < points.length; other += 3) {
      const x = points[one]! - points[other]!
      const y = points[one + 1]! - points[other + 1]!
      const z = points[one + 2]! - points[other + 2]!
      const apart = x * x + y * y + z * z
      if (apart >= least) continue
      if (apart <= found) return apart
      least = apart
    }
  return least
}

function onSphere({ lat, lng }: Place): [number, number, number] {
  const [phi, lambda] = [(lat * Math.PI) / 180, (lng * Math.PI) / 180]
  return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)]
}
