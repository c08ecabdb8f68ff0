import { pixelsWithin } from './circle.ts'
import type { PixelWindow } from './reads.ts'

export const AROUND_M = 50

/** What the land around a place is, pixel by pixel; of `pixels` around it `pixels_read` have a class. */
export interface LandCover {
  radius_m: number
  pixels: number
  pixels_read: number
  /** By the layer's own code. */
  by_class: Record<string, number>
  /** Of each cause of pixels without a class, one sentence. */
  whys: string[]
}

const HAS_VALUE = 0

export function landCoverAround(window: PixelWindow, place: { lat: number; lng: number }): LandCover {
  const within = pixelsWithin(window, place, AROUND_M)
  const by_class: Record<string, number> = {}
  let pixels_read = 0
  for (const index of within) {
    if (window.outcomes[index] !== HAS_VALUE) continue
    pixels_read++
    const code = String(window.values[index])
    by_class[code] = (by_class[code] ?? 0) + 1
  }
  return { radius_m: AROUND_M, pixels: within.length, pixels_read, by_class, whys: window.whys }
}
