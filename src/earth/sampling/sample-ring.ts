import type { Place } from '../types.ts'
import { ringsEitherSide } from './antimeridian.ts'
import { samplePlaces } from './polygon.ts'
import { isRing, type Ring, type RingFault, readRing } from './ring.ts'
import type { Corner } from './segments.ts'

export type NotSampled =
  | Exclude<RingFault, { fault: 'edge_too_wide' }>
  /** What may have been meant, where the ring can be cut so. */
  | { fault: 'edge_too_wide'; edge: number; eitherSide: [west: Ring, east: Ring] | null }
  | { fault: 'too_thin' }

export type SampledRing = { ring: Ring; places: Place[] } | NotSampled

export function sampleRing(corners: readonly Corner[], count: number): SampledRing {
  const ring = readRing(corners)
  if (!isRing(ring)) return ring.fault === 'edge_too_wide' ? { ...ring, eitherSide: ringsEitherSide(corners) } : ring
  const places = samplePlaces(ring, count)
  return places === null ? { fault: 'too_thin' } : { ring, places }
}
