import type { Pixels } from '../../imaging/decode.ts'
import type { Lab } from '../produce/fruit/light.ts'
import { between, eyeSpan, strip } from './limbs.ts'
import { patchOf, tintDifference } from './patch.ts'
import { jointAt, type PersonSeen, SIDES } from './seen.ts'

const ROWS = 24
const TINT = 11
/** From one row to the next: folds are soft, the edge of a hem or a belt is not. */
const STEP = 9

/** From the middle of the chest to the middle of a thigh, row by row, on both sides. */
export function isUnbroken(pixels: Pixels, person: PersonSeen, colour: Lab): boolean {
  return SIDES.every((side) => {
    const [shoulder, hip, knee] = (['shoulder', 'hip', 'knee'] as const).map((joint) =>
      jointAt(person, `${side}_${joint}`),
    )
    if (!shoulder || !hip || !knee) return false
    const path = [between(shoulder, hip, 0.4), hip, between(hip, knee, 0.5)]
    const rows = Array.from({ length: ROWS }, (_, row) => {
      const along = (row / ROWS) * 2
      const [from, to] = along < 1 ? [path[0]!, path[1]!] : [path[1]!, path[2]!]
      const corners = strip(from, to, 0.5 * eyeSpan(person), along % 1, (along % 1) + 2 / ROWS)
      return patchOf(pixels, person, corners).colour
    })
    return rows.every((row, index) => {
      if (row === null || tintDifference(row, colour) > TINT) return false
      const before = rows[index - 1]
      return !before || Math.abs(row.l - before.l) <= STEP
    })
  })
}

/** Whether the ground is seen between the legs, above the knees or below them. */
export function areApart(person: PersonSeen): boolean {
  return PLACES.some(([upper, lower, share]) => {
    const [left, right] = SIDES.map((side) => {
      const [a, b] = [jointAt(person, `${side}_${upper}`), jointAt(person, `${side}_${lower}`)]
      return a && b && between(a, b, share)
    })
    return left && right && person.partAt(between(left, right)) === 'background'
  })
}

const PLACES = [
  ['hip', 'knee', 0.8],
  ['knee', 'ankle', 0.3],
  ['knee', 'ankle', 0.5],
  ['knee', 'ankle', 0.7],
] as const
