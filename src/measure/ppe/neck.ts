import { CHIN, EAR, facePoint, TOP } from './face-points.ts'
import { eyeSpan, strip } from './limbs.ts'
import type { PersonSeen, Place } from './seen.ts'

/** In spans of the eyes below the chin: under the jaw's shadow, above any collar that closes. */
const FROM = 0.12
const TO = 0.45
const WIDTH = 0.55

/** Below the chin, along the face's own axis. */
export function neck(person: PersonSeen): Place[] {
  const [top, chin] = [facePoint(person, TOP), facePoint(person, CHIN)]
  const length = Math.hypot(chin[0] - top[0], chin[1] - top[1])
  const share = eyeSpan(person) / length
  return strip(top, chin, WIDTH * eyeSpan(person), 1 + FROM * share, 1 + TO * share)
}

/** The edge of a hood: above the forehead and outside both temples. */
export function hood(person: PersonSeen): Place[][] {
  const [top, chin] = [facePoint(person, TOP), facePoint(person, CHIN)]
  const [right, left] = [facePoint(person, EAR.right), facePoint(person, EAR.left)]
  const span = eyeSpan(person)
  const size = 0.25 * span
  return [
    beyond(chin, top, 0.35 * span, size),
    beyond(left, right, 0.22 * span, size),
    beyond(right, left, 0.22 * span, size),
  ]
}

function beyond(from: Place, to: Place, by: number, size: number): Place[] {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1])
  return strip(from, to, size, 1 + (by - size / 2) / length, 1 + (by + size / 2) / length)
}
