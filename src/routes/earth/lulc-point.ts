import { z } from 'zod'
import { defineRoute } from '../../operation/route.ts'
import { EXAMPLE_POINT } from './examples.ts'
import { boundReads, LandUsePoint, Lat, Lon, readLandUse } from './land-use.ts'

export default defineRoute({
  method: 'GET',
  path: '/api/tool/satellite/lulc/analyze',
  group: 'tools',
  summary: 'The land cover of the 10 m pixel at a point, by name and code, or why it could not be read.',
  description:
    'ESA WorldCover. Open ocean and places without data have no class; a failed read is said to be one. Neither is ever a value.',
  auth: 'key',
  metered: 'result',
  refusesAdminKeys: true,
  input: z.strictObject({ lat: Lat, lon: Lon }),
  output: LandUsePoint,
  examples: [{ name: 'forest on São Tomé', input: { lat: 0.25, lon: 6.6 }, output: EXAMPLE_POINT }],
  receipt: {
    schema: 'svc.land_use.v1',
    payload: ({ lat, lon }, reply) => ({
      asked: { lat, lon },
      reads: boundReads([reply as LandUsePoint]),
      class: reply.class,
      unread: reply.unread,
      why_unread: reply.why_unread,
    }),
  },
  async handle({ lat, lon }, call) {
    const [point] = await readLandUse([{ lat, lng: lon }], call)
    return point!
  },
})
