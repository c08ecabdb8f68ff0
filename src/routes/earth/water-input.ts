import { z } from 'zod'

export const WATER_MAP = '/api/water/map.png'
const RADII_M = [25, 50, 100, 200, 350, 500]

export const WaterInput = z.strictObject({
  lat: z.number().min(-90).max(90),
  lng: z.number().min(-180).max(180),
  radii_m: z
    .array(z.number().min(1).max(5000))
    .min(1)
    .max(12)
    .check(({ value, issues }) => {
      const index = value.findIndex((radius, at) => at > 0 && radius <= value[at - 1]!)
      if (index === -1) return
      issues.push({ code: 'custom', input: value, path: [index], message: 'each radius must exceed the one before it' })
    })
    .default(RADII_M)
    .describe('Rising, in metres.'),
  bearings: z.int().min(4).max(360).default(16).describe('Samples on each ring.'),
})

export type WaterAsked = z.output<typeof WaterInput>
