import type { Pixels } from '../../imaging/decode.ts'
import type { Lab } from '../produce/fruit/light.ts'
import { away } from './limbs.ts'
import { difference, labAt } from './patch.ts'
import type { Place } from './seen.ts'

/** Round the hand, in spans from wrist to middle knuckle beyond its points. */
const BEYOND = 0.55
const CONTRAST = 12
const LEAST_SHARE = 0.7
/** The tips of the fingers, the thumb's root and both corners of the palm. */
const ROUND = [1, 2, 4, 8, 12, 16, 20, 17]

/** Whether what lies around a hand, its own sleeve included, has another colour than the hand: a fold of cloth does not. */
export function standsOut({ width, height, data }: Pixels, points: readonly Place[], colour: Lab): boolean {
  const wrist = points[0]!
  const palm = away(wrist, points[9]!)
  const middle = points[9]!
  const around = [...ROUND.map((index) => beyond(middle, points[index]!, BEYOND * palm)), beyond(middle, wrist, palm)]
  const inside = around.filter(([x, y]) => x >= 0 && y >= 0 && x < width && y < height)
  const differs = inside.filter((place) => difference(labAt({ width, height, data }, place), colour) >= CONTRAST)
  return inside.length > around.length / 2 && differs.length >= LEAST_SHARE * inside.length
}

function beyond([cx, cy]: Place, [x, y]: Place, by: number): Place {
  const length = Math.hypot(x - cx, y - cy) || 1
  return [x + ((x - cx) / length) * by, y + ((y - cy) / length) * by]
}
