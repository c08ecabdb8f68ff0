import { EYE_CORNER, facePoint } from './face-points.ts'
import { jointAt, type PersonSeen, type Place, type Side } from './seen.ts'

/** A strip from one place toward another, `width` wide; `from` and `to` in shares of the way. */
export function strip(a: Place, b: Place, width: number, from = 0, to = 1): Place[] {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]]
  const length = Math.hypot(dx, dy) || 1
  const [nx, ny] = [(-dy / length) * (width / 2), (dx / length) * (width / 2)]
  const at = (share: number): Place => [a[0] + dx * share, a[1] + dy * share]
  const [start, end] = [at(from), at(to)]
  return [
    [start[0] + nx, start[1] + ny],
    [end[0] + nx, end[1] + ny],
    [end[0] - nx, end[1] - ny],
    [start[0] - nx, start[1] - ny],
  ]
}

export function away([ax, ay]: Place, [bx, by]: Place): number {
  return Math.hypot(ax - bx, ay - by)
}

export function between([ax, ay]: Place, [bx, by]: Place, share = 0.5): Place {
  return [ax + (bx - ax) * share, ay + (by - ay) * share]
}

/** From the outer corner of one eye to that of the other: nearly the same for every grown person, and always seen here. */
export function eyeSpan(person: PersonSeen): number {
  return away(facePoint(person, EYE_CORNER.right.outer), facePoint(person, EYE_CORNER.left.outer))
}

/** The middle of a limb between two joints, narrower than the limb; null where the pose is not sure of both. */
export function limb(
  person: PersonSeen,
  side: Side,
  [upper, lower]: ['shoulder', 'elbow'] | ['elbow', 'wrist'] | ['hip', 'knee'] | ['knee', 'ankle'],
): Place[] | null {
  const [a, b] = [jointAt(person, `${side}_${upper}`), jointAt(person, `${side}_${lower}`)]
  if (a === null || b === null) return null
  return strip(a, b, Math.min(0.5 * eyeSpan(person), 0.3 * away(a, b)), 0.2, 0.85)
}
