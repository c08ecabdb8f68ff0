import { AROUND_M, type LandCover } from './land-cover.ts'
import { known, type Signal, unread } from './reads.ts'

/** How far a pixel of a WorldCover class speaks for farmland: crop wholly, grass half, every other class not at all. */
export const FARMLAND_OF_CLASS: Record<string, number> = { 40: 1, 30: 0.5 }

/** Fewer pixels than this share of those around the pin are no picture of what lies there. */
export const LEAST_SHARE_READ = 0.5

export function plausiblyFarmland({ pixels, pixels_read, by_class, whys }: LandCover): Signal {
  if (pixels_read === 0 || pixels_read < LEAST_SHARE_READ * pixels)
    return unread(
      `land cover could be read in ${pixels_read} of ${pixels} pixels within ${AROUND_M} m${whys.length > 0 ? `: ${whys.join('; ')}` : ''}`,
    )
  let farmland = 0
  for (const [code, count] of Object.entries(by_class)) farmland += (FARMLAND_OF_CLASS[code] ?? 0) * count
  return known(farmland / pixels_read)
}
