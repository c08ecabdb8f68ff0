import { z } from 'zod'
import { boxesEitherSide } from '../../earth/sampling/antimeridian.ts'
import { cellCentres } from '../../earth/sampling/grid.ts'
import type { Box } from '../../earth/types.ts'
import type { Fix } from '../../kernel/refusal.ts'
import { defineRoute } from '../../operation/route.ts'
import { EXAMPLE_BBOX } from './examples.ts'
import { boundReads, Lat, Lon, readLandUse, refuse, Sampled, sampled } from './land-use.ts'
import { asBodies, mapAddress } from './map-address.ts'

export const BBOX_MAP = '/api/tool/satellite/lulc/map.png'

const Corners = { min_lat: Lat, min_lon: Lon, max_lat: Lat, max_lon: Lon }

/** How its refusals are mended depends on who asks: with a body, or with an address. */
export const bboxInput = (mended: (fix: Fix) => Fix) =>
  z
    .strictObject({
      ...Corners,
      grid_size: z.int().min(2).max(20).default(5).describe('Points a side; each is the centre of its cell.'),
    })
    .check(({ value }) => checkCorners(value, (reason, fix) => refuse(reason, mended(fix))))

type Asked = { [Corner in keyof typeof Corners]: number } & { grid_size: number }

function checkCorners(value: Asked, refuseWith: (reason: string, fix: Fix) => never): void {
  const { min_lat, min_lon, max_lat, max_lon, grid_size } = value
  const body = (box: Box) => ({
    min_lat: box.south,
    min_lon: box.west,
    max_lat: box.north,
    max_lon: box.east,
    grid_size,
  })
  if (min_lat > max_lat)
    refuseWith('min_lat is greater than max_lat: the corners are swapped', {
      do: 'Swap min_lat and max_lat.',
      body: { ...value, min_lat: max_lat, max_lat: min_lat },
    })
  if (min_lat === max_lat || min_lon === max_lon)
    refuseWith('the box has no area: two of its sides are the same line', {
      do: 'Move the sides apart, or ask for one point with GET /api/tool/satellite/lulc/analyze.',
      body: { ...value, ...widened(value) },
    })
  if (min_lon > max_lon) {
    const bodies = boxesEitherSide(boxOf(value)).map(body)
    refuseWith('min_lon is greater than max_lon: a box across 180° is two boxes', {
      do: 'Send one request for each of the boxes either side of 180°. If the corners are swapped, swap them.',
      body: bodies[0],
      bodies,
    })
  }
}

/** About the size of a pixel either way, and still on the globe. */
function widened({ min_lat, min_lon, max_lat, max_lon }: Asked): Partial<Asked> {
  const half = 0.0001
  return {
    ...(min_lat === max_lat && { min_lat: Math.max(-90, min_lat - half), max_lat: Math.min(90, max_lat + half) }),
    ...(min_lon === max_lon && { min_lon: Math.max(-180, min_lon - half), max_lon: Math.min(180, max_lon + half) }),
  }
}

export function boxOf({ min_lat, min_lon, max_lat, max_lon }: Asked): Box {
  return { west: min_lon, south: min_lat, east: max_lon, north: max_lat }
}

export const BboxReply = z.object({
  bbox: z.object(Corners),
  grid_size: z.int(),
  ...Sampled,
  map: z.string().describe('A picture of the box; it needs a key as this route does.'),
})

export default defineRoute({
  method: 'POST',
  path: '/api/tool/satellite/lulc/bbox',
  group: 'tools',
  summary: 'Land cover on a grid over a box: each point by class, and the shares of the points that were read.',
  description:
    'Points are the centres of equal cells, from the north-west corner row by row. A point without data or one that could not be read is listed with the reason and counts in no share.',
  auth: 'key',
  metered: 'result',
  input: bboxInput(asBodies),
  output: BboxReply,
  examples: [
    {
      name: 'forest on São Tomé and the sea beside it',
      input: { min_lat: 0.3, min_lon: 6.6, max_lat: 0.5, max_lon: 6.8, grid_size: 2 },
      output: EXAMPLE_BBOX,
    },
  ],
  receipt: {
    schema: 'svc.land_use.v1',
    payload: (asked, { points, proportions, points_read, points_unread }) => ({
      asked,
      reads: boundReads(points),
      proportions,
      points_read,
      points_unread,
    }),
  },
  async handle(asked, call) {
    const { grid_size, ...bbox } = asked
    const points = await readLandUse(cellCentres(boxOf(asked), grid_size), call)
    return {
      bbox,
      grid_size,
      ...sampled(points),
      map: call.context.config.baseUrl + mapAddress(BBOX_MAP, asked),
    }
  },
})
