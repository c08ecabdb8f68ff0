import { z } from 'zod'
import type { LayerDescription, Place, Read } from '../../earth/types.ts'
import { type Fix, Refusal } from '../../kernel/refusal.ts'
import type { Call } from '../../operation/route.ts'

export const Lat = z.number().min(-90).max(90)
export const Lon = z.number().min(-180).max(180)

export const LandUsePoint = z.object({
  lat: z.number(),
  lon: z.number(),
  class: z.object({ code: z.int(), name: z.string() }).nullable().describe('null where nothing was read'),
  outcome: z.enum(['value', 'no_data', 'unread']),
  unread: z.boolean(),
  why_unread: z.string().nullable().describe('Begins with "no data" or with "could not be read".'),
  layer: z.object({
    id: z.literal('worldcover'),
    version: z.string(),
    year: z.int(),
    resolution_m: z.number(),
    tile: z.string(),
    row: z.int().nullable(),
    col: z.int().nullable(),
    attribution: z.string(),
  }),
})
export type LandUsePoint = z.infer<typeof LandUsePoint>

export const Sampled = {
  points: z.array(LandUsePoint),
  proportions: z.record(z.string(), z.number()).describe('Of the points read; empty where none was.'),
  proportions_are: z.string(),
  points_read: z.int(),
  points_unread: z.int(),
  points_no_data: z.int(),
  points_not_readable: z.int(),
}

export async function readLandUse(places: Place[], { context, signal }: Call): Promise<LandUsePoint[]> {
  const reads = await context.layers.read('worldcover', places, { signal })
  const description = context.layers.describe('worldcover')
  return reads.map((read, index) => landUseAt(places[index]!, read, description))
}

function landUseAt({ lat, lng }: Place, read: Read, { codes }: LayerDescription): LandUsePoint {
  const { layer, version, year, resolution_m, tile, attribution } = read.at
  const { row, col } = 'row' in read.at ? read.at : { row: null, col: null }
  return {
    lat,
    lon: lng,
    class: read.outcome === 'value' ? { code: read.value, name: codes[read.value]! } : null,
    outcome: read.outcome,
    unread: read.outcome !== 'value',
    why_unread: whyUnread(read),
    layer: { id: layer as 'worldcover', version, year, resolution_m, tile, row, col, attribution },
  }
}

function whyUnread(read: Read): string | null {
  if (read.outcome === 'value') return null
  return `${read.outcome === 'no_data' ? 'no data' : 'could not be read'}: ${read.why}`
}

const PROPORTIONS_ARE =
  'shares of the points that were read, not of the ground: each point stands for the pixel it fell on'

/** A point that nobody read is in no share. */
export function sampled(points: LandUsePoint[]): z.infer<z.ZodObject<typeof Sampled>> {
  const read = points.filter(({ unread }) => !unread)
  const counts = new Map<string, number>()
  for (const { class: found } of read) counts.set(found!.name, (counts.get(found!.name) ?? 0) + 1)
  const shares = [...counts].sort(([, one], [, other]) => other - one)
  const noData = points.filter(({ outcome }) => outcome === 'no_data').length
  return {
    points,
    proportions: Object.fromEntries(shares.map(([name, count]) => [name, count / read.length])),
    proportions_are: PROPORTIONS_ARE,
    points_read: read.length,
    points_unread: points.length - read.length,
    points_no_data: noData,
    points_not_readable: points.length - read.length - noData,
  }
}

/** What a receipt binds of each point: which pixel was looked at, and what it held or why nothing is known of it. */
export function boundReads(points: LandUsePoint[]): Record<string, unknown>[] {
  return points.map(({ lat, lon, class: found, outcome, why_unread, layer: { id, version, tile, row, col } }) => ({
    lat,
    lon,
    layer: id,
    version,
    tile,
    row,
    col,
    outcome,
    value: found?.code ?? null,
    why_unread,
  }))
}

export function refuse(reason: string, fix: Fix, detail?: Record<string, unknown>): never {
  throw new Refusal('invalid_input', reason, { detail, fix })
}
