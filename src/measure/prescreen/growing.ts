import { known, type Signal, unread } from './reads.ts'

/** The NDVI at which nothing, and at which something surely grows; between them the signal rises evenly. */
export const GROWING_NDVI = { nothing: 0.2, surely: 0.6 } as const

export type VegetationSeen =
  | { outcome: 'value'; ndvi: number }
  | { outcome: 'no_data'; why: string }
  | { outcome: 'unread'; why: string }

export function somethingGrowing(seen: VegetationSeen): Signal {
  if (seen.outcome !== 'value') return unread(seen.why)
  const { nothing, surely } = GROWING_NDVI
  return known(Math.min(1, Math.max(0, (seen.ndvi - nothing) / (surely - nothing))))
}
