import { type Place, placeAt } from './geodesic.ts'
import { pixelAt, SEEN, type Seen, type WaterWindow } from './window.ts'

export interface Sample {
  bearing_deg: number
  lat: number
  lng: number
  outcome: Seen
  /** Percent of years; null where it was not read. */
  recurrence: number | null
}

export interface SampledRing {
  radius_m: number
  samples: Sample[]
}

/** What each bearing's sample saw. The place is read as it is written, so that anyone can look it up again. */
export function sampleRings(
  window: WaterWindow,
  pin: Place,
  radiiM: readonly number[],
  bearings: number,
): SampledRing[] {
  return radiiM.map((radius_m) => ({
    radius_m,
    samples: Array.from({ length: bearings }, (_, index) => {
      const bearing_deg = rounded((index * 360) / bearings, 3)
      const { lat, lng } = placeAt(pin, bearing_deg, radius_m)
      const place = { lat: rounded(lat, 7), lng: rounded(lng, 7) }
      return { bearing_deg, ...place, ...seenAt(window, place) }
    }),
  }))
}

export function seenAt(window: WaterWindow, place: Place): { outcome: Seen; recurrence: number | null } {
  const pixel = pixelAt(window, place)
  if (pixel === null) return { outcome: 'unread', recurrence: null }
  const at = pixel.row * window.columns + pixel.col
  const outcome = SEEN[window.seen[at]!]!
  return { outcome, recurrence: outcome === 'wet' || outcome === 'dry' ? window.recurrence[at]! : null }
}

function rounded(value: number, decimals: number): number {
  return Number(value.toFixed(decimals))
}
