import { z } from 'zod'
import { ringsEitherSide } from '../../earth/sampling/antimeridian.ts'
import { samplePlaces } from '../../earth/sampling/polygon.ts'
import { isRing, type Ring, type RingFault, readRing } from '../../earth/sampling/ring.ts'
import type { Corner } from '../../earth/sampling/segments.ts'
import { defineRoute } from '../../operation/route.ts'
import { EXAMPLE_POLYGON } from './examples.ts'
import { boundReads, readLandUse, refuse, Sampled, sampled } from './land-use.ts'

const MOST_CORNERS = 1000

const A_RING: { coordinates: [number, number][]; sample_points: number } = {
  coordinates: [
    [0.3, 6.6],
    [0.3, 6.8],
    [0.4, 6.7],
  ],
  sample_points: 25,
}

const Pair = z.tuple([z.number().min(-90).max(90), z.number().min(-180).max(180)], {
  error: ({ input }) =>
    Array.isArray(input) && Array.isArray(input[0])
      ? 'one ring of [lat, lon] pairs was expected: a polygon with holes, or of several rings, is asked for ring by ring'
      : undefined,
})

const Input = z.strictObject({
  coordinates: z
    .array(Pair)
    .min(3)
    .max(MOST_CORNERS)
    .describe('[lat, lon] pairs, either way round; the last may repeat the first. Edges are straight in degrees.'),
  sample_points: z.int().min(1).max(100).default(25),
})

export const PolygonReply = z.object({ sample_points: z.int(), ...Sampled })

export default defineRoute({
  method: 'POST',
  path: '/api/tool/satellite/lulc/polygon',
  group: 'tools',
  summary: 'Land cover at points spread evenly inside a ring: each by class, and the shares of those that were read.',
  description:
    'The same ring gives the same points: strictly inside, evenly spread by area on the sphere. A ring that crosses or touches itself is refused, and so is an edge wider than 180 degrees of longitude, which could mean either way round.',
  auth: 'key',
  metered: 'result',
  input: Input,
  output: PolygonReply,
  examples: [
    { name: 'three points in a triangle on São Tomé', input: { ...A_RING, sample_points: 3 }, output: EXAMPLE_POLYGON },
  ],
  receipt: {
    schema: 'svc.land_use.v1',
    payload: ({ coordinates, sample_points }, { points, proportions, points_read, points_unread }) => ({
      asked: { coordinates, sample_points },
      reads: boundReads(points),
      proportions,
      points_read,
      points_unread,
    }),
  },
  async handle({ coordinates, sample_points }, call) {
    const corners = coordinates.map(([lat, lon]): Corner => [lon, lat])
    const ring = readRing(corners)
    if (!isRing(ring)) return refuseRing(ring, corners, sample_points)
    const places = samplePlaces(ring, sample_points)
    if (places === null)
      return refuse('the ring is too thin to hold a point that can be told from its edge', {
        do: 'Widen the ring, or ask for one point with GET /api/tool/satellite/lulc/analyze.',
        body: A_RING,
      })
    return { sample_points, ...sampled(await readLandUse(places, call)) }
  },
})

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
    const bodies = ringsEitherSide(corners)?.map((ring) => ({ coordinates: pairs(ring), sample_points }))
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

function pairs(ring: Ring): number[][] {
  return ring.map(([lng, lat]) => [lat, lng])
}
