import { createHash } from 'node:crypto'
import { z } from 'zod'
import { canonicalBytes } from '../../evidence/canonical.ts'
import { defineRoute } from '../../operation/route.ts'
import { EXAMPLE_WATER } from './examples.ts'
import { WaterInput } from './water-input.ts'
import { searchWater } from './water-search.ts'

const Outcome = z.enum(['wet', 'dry', 'no_data', 'unread'])
const Sample = z.object({
  bearing_deg: z.number(),
  lat: z.number(),
  lng: z.number(),
  outcome: Outcome,
  recurrence: z.number().nullable().describe('Percent of years; null where it was not read.'),
})
const ReadWindow = z.object({
  layer: z.string(),
  version: z.string(),
  tiles: z.array(
    z.object({
      tile: z.string(),
      version: z.string(),
      outcome: z.enum(['read', 'no_data', 'unread']),
      why: z.string().nullable(),
      row_offset: z.int(),
      col_offset: z.int(),
    }),
  ),
  west: z.number(),
  north: z.number(),
  pixel_width_deg: z.number(),
  pixel_height_deg: z.number(),
  columns: z.int(),
  rows: z.int(),
  values_sha256: z.string().describe('Of the values row by row from the north-west, one byte each.'),
  outcomes_sha256: z.string().describe('Of one byte a pixel: 0 a value, 1 no data, 2 unread.'),
})

export const WaterReply = z.object({
  answer: z.enum(['water_in_bracket', 'not_found_within_search', 'could_not_be_read']),
  water_within_m: z.number().nullable(),
  distance_bracket_m: z.tuple([z.number(), z.number()]).nullable(),
  bearing_deg: z.number().nullable().describe('Toward the nearest wet pixel; null in that pixel.'),
  nearer_water_is_ruled_out: z.boolean(),
  nearest_pixel: z
    .object({ tile: z.string(), version: z.string(), row: z.int(), col: z.int(), recurrence: z.int() })
    .nullable()
    .describe('The wet pixel that the bracket is about, in the file that was read.'),
  band: z.object({
    layer: z.literal('gsw_recurrence'),
    version: z.string(),
    year: z.int(),
    resolution_m: z.number(),
    wet_means: z.string(),
    transitions_used: z.boolean(),
    attribution: z.string(),
    licence: z.string(),
  }),
  rings: z.array(z.object({ radius_m: z.number(), samples: z.array(Sample) })),
  radii_m: z.array(z.number()),
  bearings: z.int(),
  samples: z.int(),
  searched_to_m: z.number(),
  at_the_point: z.object({
    lat: z.number(),
    lng: z.number(),
    outcome: Outcome,
    recurrence: z.number().nullable(),
    why: z.string().nullable().describe('Why it was not read; null where it was.'),
  }),
  unread: z.array(Sample.extend({ radius_m: z.number(), why: z.string() })),
  some_points_could_not_be_read: z.boolean(),
  a_gap_this_wide_could_hide_water: z.object({
    between_samples_m: z.number(),
    within_a_pixel_m: z.number(),
    says: z.string(),
  }),
  it_is_a_bracket: z.string(),
  what_recurrence_is_not: z.string(),
  upstream_reads: z.int().describe('Requests that left this service for the two windows; 0 where all lay here.'),
  windows: z.array(ReadWindow),
  map: z.string(),
})

export default defineRoute({
  method: 'POST',
  path: '/api/water/distance',
  group: 'measure',
  summary: 'The nearest recurring surface water as a bracket between two radii with a bearing; never a single number.',
  description:
    'JRC Global Surface Water. One window around the pin is read. Each ring reports what its samples saw; the bracket comes from the nearest wet pixel of the whole window, so that it always contains it. Not found is said only where every pixel of the search was read, and never means that there is no water.',
  auth: 'none',
  input: WaterInput,
  output: WaterReply,
  examples: [
    {
      name: 'a pin by the Manso reservoir',
      input: { lat: -15.008875, lng: -55.726875, radii_m: [50, 100, 200], bearings: 4 },
      output: EXAMPLE_WATER,
    },
  ],
  receipt: {
    schema: 'svc.water_distance.v1',
    payload: (asked, reply) => ({
      asked,
      reads: reply.windows,
      band: { layer: reply.band.layer, version: reply.band.version, transitions_used: reply.band.transitions_used },
      at_the_point: reply.at_the_point,
      rings_sha256: sha256Of(reply.rings),
      unread_sha256: sha256Of(reply.unread),
      answer: reply.answer,
      water_within_m: reply.water_within_m,
      distance_bracket_m: reply.distance_bracket_m,
      bearing_deg: reply.bearing_deg,
      nearest_pixel: reply.nearest_pixel,
      nearer_water_is_ruled_out: reply.nearer_water_is_ruled_out,
      some_points_could_not_be_read: reply.some_points_could_not_be_read,
      searched_to_m: reply.searched_to_m,
    }),
  },
  handle: async (asked, call) => (await searchWater(asked, call)).reply,
})

function sha256Of(part: unknown): string {
  return createHash('sha256').update(canonicalBytes(part)).digest('hex')
}
