import { ringsEitherSide } from '../../earth/sampling/antimeridian.ts'
import { samplePlaces } from '../../earth/sampling/polygon.ts'
import { isRing, type Ring, type RingFault, readRing } from '../../earth/sampling/ring.ts'
import type { Corner } from '../../earth/sampling/segments.ts'
import type { Place } from '../../earth/types.ts'
import { refuse } from './land-use.ts'

export const A_RING: { coordinates: [number, number][]; sample_points: number } = {
  coordinates: [
    [0.3, 6.6],
    [0.3, 6.8],
    [0.4, 6.7],
  ],
  sample_points: 25,
}

/** [lat, lon] pairs as a ring with places inside, or the refusal that says why they are none. */
export function sampledRing(pairs: [number, number][], sample_points: number): { ring: Ring; places: Place[] } {
  const corners = pairs.map(([lat, lon]): Corner => [lon, lat])
  const ring = readRing(corners)
  if (!isRing(ring)) return refuseRing(ring, corners, sample_points)
  const places = samplePlaces(ring, sample_points)
  if (places !== null) return { ring, places }
  return refuse('the ring is too thin to hold a point that can be told from its edge', {
    do: 'Widen the ring, or ask for one point with GET /api/tool/satellite/lulc/analyze.',
    body: A_RING,
  })
}

function refuseRing(fault: RingFault, corners: Corner[], sample_points: number): never {
  if (fault.fault === 'crosses_itself')
    return refuse(
      `the ring crosses or touches itself: edges ${fault.edges[0]} and ${fault.edges[1]} meet`,
      {
        do: 'Give the corners in order along the edge, each once; ask for parts that touch ring by ring.',
        body: A_RING,
      },
      { edges: fault.edges },
    )
  if (fault.fault === 'edge_too_wide') {
    const bodies = ringsEitherSide(corners)?.map((ring) => ({ coordinates: pairsOf(ring), sample_points }))
    return refuse(
      `edge ${fault.edge} spans more than 180 degrees of longitude: it could mean either way round the globe`,
      {
        do: `${bodies ? 'Send one request for each of the bodies, the rings either side of 180°.' : 'Cut the ring at 180° and send one request for each part.'} If the long way round is meant, put a corner in between.`,
        body: bodies?.[0] ?? A_RING,
        ...(bodies && { bodies }),
      },
      { edge: fault.edge },
    )
  }
  return refuse(
    fault.fault === 'no_area'
      ? 'the ring has no area: its corners lie on one line'
      : 'fewer than three of the corners differ: that is no ring',
    { do: 'Give at least three corners that do not lie on one line.', body: A_RING },
  )
}

function pairsOf(ring: Ring): number[][] {
  return ring.map(([lng, lat]) => [lat, lng])
}
