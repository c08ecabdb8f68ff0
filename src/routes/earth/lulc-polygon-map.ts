import { z } from 'zod'
import type { Ring } from '../../earth/sampling/ring.ts'
import type { Box } from '../../earth/types.ts'
import { defineRoute } from '../../operation/route.ts'
import { fitsPixels, landUsePicture, readPixels, readPoints } from './land-use-picture.ts'
import { asCalls, mapAddress } from './map-address.ts'
import { sampledRing } from './ring-input.ts'

const PATH = '/api/tool/satellite/lulc/polygon/map.png'
/** Longer addresses are cut off on their way by some. */
const MOST_CORNERS = 100

const Input = z.strictObject({
  coordinates: z
    .array(z.number())
    .min(6)
    .max(2 * MOST_CORNERS)
    .refine((numbers) => numbers.length % 2 === 0, { error: 'an even count was expected: lat,lon,lat,lon,…' })
    .refine((numbers) => numbers.every((degrees, at) => Math.abs(degrees) <= (at % 2 === 0 ? 90 : 180)), {
      error: 'latitudes up to 90 and longitudes up to 180 degrees either way were expected: lat,lon,lat,lon,…',
    })
    .describe('lat,lon,lat,lon,… of up to 100 corners.'),
  sample_points: z.int().min(1).max(100).default(25),
})

/** Null where the ring has more corners than an address can carry. */
export function polygonMapLink(baseUrl: string, coordinates: number[][], sample_points: number): string | null {
  if (coordinates.length > MOST_CORNERS) return null
  return baseUrl + mapAddress(PATH, { coordinates, sample_points })
}

export default defineRoute({
  method: 'GET',
  path: PATH,
  group: 'tools',
  summary: 'The land cover inside a ring as a small map with a legend: its outline, and the points that were sampled.',
  description: 'The picture that the reply to POST /api/tool/satellite/lulc/polygon links to. Nothing is stored.',
  auth: 'key',
  input: Input,
  output: { type: 'image/png', description: 'A map with legend, scale bar and attribution.' },
  examples: [
    {
      name: 'a triangle on São Tomé',
      input: { coordinates: [0.3, 6.7, 0.3, 6.74, 0.33, 6.72], sample_points: 25 },
      output: undefined,
    },
  ],
  async handle({ coordinates, sample_points }, call) {
    const pairs = Array.from({ length: coordinates.length / 2 }, (_, at): [number, number] => [
      coordinates[2 * at]!,
      coordinates[2 * at + 1]!,
    ])
    const { ring, places } = await sampledRing(pairs, sample_points, call, asCalls(PATH))
    const box = around(ring)
    const fits = fitsPixels(box)
    const { codes, read } = await readPoints(places, call)
    const cells = fits ? (await readPixels(box, call)).cells : null
    const outline = ring.map(([lng, lat]) => ({ lat, lng }))
    const shown = {
      box,
      shows: fits ? 'pixels' : 'points',
      cells,
      points: places,
      atPoints: codes,
      ring: outline,
    } as const
    return landUsePicture(shown, read, call)
  },
})

/** The ring with a little room, as far as the globe goes. */
function around(ring: Ring): Box {
  const [lngs, lats] = [ring.map(([lng]) => lng), ring.map(([, lat]) => lat)]
  const [west, east, south, north] = [Math.min(...lngs), Math.max(...lngs), Math.min(...lats), Math.max(...lats)]
  const [across, down] = [(east - west) * 0.06, (north - south) * 0.06]
  return {
    west: Math.max(-180, west - across),
    east: Math.min(180, east + across),
    south: Math.max(-90, south - down),
    north: Math.min(90, north + down),
  }
}
