import { metresBetween, type Place } from './geodesic.ts'
import type { Grid } from './window.ts'

export interface Gap {
  between_samples_m: number
  within_a_pixel_m: number
  says: string
}

/**
 * How wide water may be and still not be seen: by the ring samples alone, on the outermost ring between one sample's
 * pixel and the next; by the search, which reads every pixel, only what is smaller than a pixel.
 */
export function gapThatHides(
  grid: Grid,
  pin: Place,
  radiiM: readonly number[],
  bearings: number,
  resolutionM: number,
): Gap {
  const { pixelWidthDeg, pixelHeightDeg } = grid
  const across = metresBetween(pin, { lat: pin.lat, lng: pin.lng + pixelWidthDeg })
  const down = metresBetween(pin, { lat: pin.lat + (pin.lat > 0 ? -pixelHeightDeg : pixelHeightDeg), lng: pin.lng })
  const chord = 2 * radiiM.at(-1)! * Math.sin(Math.PI / bearings)
  const between = tenths(Math.max(0, chord - Math.min(across, down)))
  const within = tenths(Math.max(Math.hypot(across, down), resolutionM))
  return {
    between_samples_m: between,
    within_a_pixel_m: within,
    says: `Between two samples of the outermost ring ${between} m lie unsampled. The bracket does not rest on the samples: every pixel of the search was looked at, so only water narrower than about ${within} m, the diagonal of a pixel, can hide from it.`,
  }
}

function tenths(metres: number): number {
  return Number(metres.toFixed(1))
}
