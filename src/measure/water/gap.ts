import { metresBetween, type Place } from './geodesic.ts'
import type { Grid } from './window.ts'

interface Gap {
  between_samples_m: number
  within_a_pixel_m: number
  says: string
}

/** The pixels of the layer, where no window of them could be laid. */
const NOMINAL = { pixelWidthDeg: 1 / 4000, pixelHeightDeg: 1 / 4000 }

/**
 * How wide water may be and still not be seen: by the ring samples alone, on the outermost ring between one sample's
 * pixel and the next; by the search, which reads every pixel, only what is smaller than a pixel.
 */
export function gapThatHides(
  grid: Grid,
  pin: Place,
  { radiiM, bearings }: { radiiM: readonly number[]; bearings: number },
  resolutionM: number,
  wasReadWhole: boolean,
): Gap {
  const { pixelWidthDeg, pixelHeightDeg } = grid.columns > 0 ? grid : NOMINAL
  const across = metresBetween(pin, { lat: pin.lat, lng: pin.lng + pixelWidthDeg })
  const down = metresBetween(pin, { lat: pin.lat + (pin.lat > 0 ? -pixelHeightDeg : pixelHeightDeg), lng: pin.lng })
  const chord = 2 * radiiM.at(-1)! * Math.sin(Math.PI / bearings)
  const between = tenths(Math.max(0, chord - Math.min(across, down)))
  const diagonal = Math.hypot(across, down)
  const within = tenths(Math.max(diagonal, resolutionM))
  const is = diagonal >= resolutionM ? 'the diagonal of a pixel' : 'the resolution of the layer'
  return {
    between_samples_m: between,
    within_a_pixel_m: within,
    says: `Between two samples of the outermost ring ${between} m lie unsampled. The bracket does not rest on the samples: ${
      wasReadWhole
        ? 'every pixel of the search was read, so only'
        : 'all that could be read of the search was looked at. Where pixels were not read, water of any width can hide; elsewhere only'
    } water narrower than about ${within} m, ${is}, can hide from it.`,
  }
}

function tenths(metres: number): number {
  return Number(metres.toFixed(1))
}
