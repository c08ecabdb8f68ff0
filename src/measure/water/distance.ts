import { metresBetween, type Place } from './geodesic.ts'
import { type Nearest, nearest } from './nearest.ts'
import { type Sample, type SampledRing, sampleRings, seenAt } from './rings.ts'
import { pixelAt, type Seen, type WaterWindow } from './window.ts'

type WaterAnswer = 'water_in_bracket' | 'not_found_within_search' | 'could_not_be_read'

export interface WaterDistance {
  answer: WaterAnswer
  water_within_m: number | null
  distance_bracket_m: [inner: number, outer: number] | null
  bearing_deg: number | null
  /** False where a pixel nearer than the water found was not read: water may be nearer than the bracket says. */
  nearer_water_is_ruled_out: boolean
  rings: SampledRing[]
  at_the_point: { outcome: Seen; recurrence: number | null }
  unread: (Sample & { radius_m: number })[]
  some_points_could_not_be_read: boolean
  /** The pixel that the bracket is about. */
  nearest: Nearest | null
}

/**
 * The rings report what their samples saw; the bracket comes from the nearest wet pixel of the whole window, because
 * samples alone miss it. Not found is said only where every pixel of the search was read.
 */
export function waterDistance(
  window: WaterWindow,
  pin: Place,
  radiiM: readonly number[],
  bearings: number,
): WaterDistance {
  const searchedToM = radiiM.at(-1)!
  const wet = nearest(window, pin, ['wet'], searchedToM)
  const blindM = metresToUnread(window, pin, searchedToM)
  const rings = sampleRings(window, pin, radiiM, bearings)
  const unread = rings.flatMap(({ radius_m, samples }) =>
    samples
      .filter(({ outcome }) => outcome === 'no_data' || outcome === 'unread')
      .map((sample) => ({ radius_m, ...sample })),
  )
  const outer = wet && radiiM.find((radius) => wet.metres <= radius)!
  const inner = wet && (radiiM.findLast((radius) => radius < wet.metres) ?? 0)
  const isBlind = blindM !== null || unread.length > 0
  return {
    answer: wet ? 'water_in_bracket' : isBlind ? 'could_not_be_read' : 'not_found_within_search',
    water_within_m: outer,
    distance_bracket_m: wet && [inner!, outer!],
    bearing_deg:
      wet?.bearingDeg === undefined || wet.bearingDeg === null ? null : Number(wet.bearingDeg.toFixed(1)) % 360,
    nearer_water_is_ruled_out: blindM === null || (wet !== null && wet.metres < blindM),
    rings,
    at_the_point: seenAt(window, pin),
    unread,
    some_points_could_not_be_read: isBlind,
    nearest: wet,
  }
}

/** To the nearest pixel without a reading, or to where the window ends because the layer does; null where all was read. */
function metresToUnread(window: WaterWindow, pin: Place, withinM: number): number | null {
  if (pixelAt(window, pin) === null) return 0
  const { lng } = pin
  const edges = [window.north, window.north - window.rows * window.pixelHeightDeg]
    .map((lat) => metresBetween(pin, { lat, lng }))
    .filter((metres) => metres < withinM)
  const pixel = nearest(window, pin, ['no_data', 'unread'], withinM)
  const found = pixel === null ? edges : [...edges, pixel.metres]
  return found.length === 0 ? null : Math.min(...found)
}
