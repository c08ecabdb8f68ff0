import { bearingTowards, metresBetween, type Place } from './geodesic.ts'
import { centreOf, latOf, pixelAt, SEEN, type Seen, type WaterWindow } from './window.ts'

export interface Nearest {
  row: number
  col: number
  /** To the pixel's centre; 0 in the pixel of the pin itself. */
  metres: number
  /** Null in the pixel of the pin itself: there is no direction to where one stands. */
  bearingDeg: number | null
}

/** No degree of latitude is shorter than those at the equator. */
const LEAST_METRES_A_DEGREE = 110_574

/**
 * The nearest pixel of these kinds whose centre lies within a distance, exactly. Along a row distance grows with the difference in longitude, so only the
 * first on either side can be it; rows are visited outward until one lies farther than what was found.
 */
export function nearest(window: WaterWindow, pin: Place, kinds: readonly Seen[], withinM: number): Nearest | null {
  const own = pixelAt(window, pin)
  if (own === null) return null
  const isWanted = SEEN.map((seen) => kinds.includes(seen))
  if (isWanted[window.seen[own.row * window.columns + own.col]!]) return { ...own, metres: 0, bearingDeg: null }
  let found: { row: number; col: number; metres: number } | null = null
  let limit = withinM
  for (const [from, step] of [
    [own.row, -1],
    [own.row + 1, 1],
  ] as const)
    for (let row = from; row >= 0 && row < window.rows; row += step) {
      if (Math.abs(latOf(window, row) - pin.lat) * LEAST_METRES_A_DEGREE > limit) break
      for (const col of firstEitherSide(window, row, own.col, isWanted)) {
        const metres = metresBetween(pin, centreOf(window, row, col))
        if (found === null ? metres > limit : metres >= limit) continue
        found = { row, col, metres }
        limit = metres
      }
    }
  return found && { ...found, bearingDeg: bearingTowards(pin, centreOf(window, found.row, found.col)) }
}

function firstEitherSide({ columns, seen }: WaterWindow, row: number, from: number, isWanted: boolean[]): number[] {
  const start = row * columns
  let [west, east] = [from, from + 1]
  while (west >= 0 && !isWanted[seen[start + west]!]) west--
  while (east < columns && !isWanted[seen[start + east]!]) east++
  return [...(west >= 0 ? [west] : []), ...(east < columns ? [east] : [])]
}
