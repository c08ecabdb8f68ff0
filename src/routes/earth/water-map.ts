import { bytes } from '../../operation/answer.ts'
import { defineRoute } from '../../operation/route.ts'
import type { EarthMap } from '../../work/jobs/earth-map.ts'
import { WATER_MAP, WaterInput } from './water-input.ts'
import { searchWater } from './water-search.ts'

export default defineRoute({
  method: 'GET',
  path: WATER_MAP,
  group: 'measure',
  summary: 'The search for water as a small map: rings around the pin, water pixels, and what was not read.',
  description: 'The picture that the reply to POST /api/water/distance links to; its parameters are all it needs.',
  auth: 'none',
  input: WaterInput,
  output: { type: 'image/png', description: 'A map with rings, legend, scale bar and attribution.' },
  examples: [{ name: 'a pin by the Manso reservoir', input: { lat: -15.008875, lng: -55.726875 }, output: undefined }],
  async handle(asked, call) {
    const { reply, window, nearest } = await searchWater(asked, call)
    const { answer, distance_bracket_m, bearing_deg, rings, band } = reply
    const { context, address, signal } = call
    const asPicture: EarthMap = {
      kind: 'water',
      map: {
        pin: { lat: asked.lat, lng: asked.lng },
        radiiM: asked.radii_m,
        window,
        found: { answer, distance_bracket_m, bearing_deg, rings, nearest },
        band: `JRC Global Surface Water, recurrence ${band.version} (1984 to ${band.year})`,
        attribution: band.attribution,
      },
    }
    return bytes('image/png', await context.pool.run<Uint8Array>('earth-map', asPicture, { address, signal }))
  },
})
