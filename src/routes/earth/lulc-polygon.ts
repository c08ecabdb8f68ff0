import { z } from 'zod'
import { defineRoute } from '../../operation/route.ts'
import { EXAMPLE_POLYGON } from './examples.ts'
import { boundReads, readLandUse, Sampled, sampled } from './land-use.ts'
import { polygonMapLink } from './lulc-polygon-map.ts'
import { asBodies } from './map-address.ts'
import { A_RING, sampledRing } from './ring-input.ts'

const MOST_CORNERS = 1000

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

export const PolygonReply = z.object({
  sample_points: z.int(),
  ...Sampled,
  map: z
    .string()
    .nullable()
    .describe('A picture of the ring; it needs a key as this route does. null beyond 100 corners.'),
})

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
    const { places } = await sampledRing(coordinates, sample_points, call, asBodies)
    const points = await readLandUse(places, call)
    const map = polygonMapLink(call.context.config.baseUrl, coordinates, sample_points)
    return { sample_points, ...sampled(points), map }
  },
})
