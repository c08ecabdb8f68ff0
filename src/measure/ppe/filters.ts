import type { Pixels } from '../../imaging/decode.ts'
import type { Lab } from '../produce/fruit/light.ts'
import { EYE_CORNER, facePoint, MOUTH } from './face-points.ts'
import { eyeSpan } from './limbs.ts'
import { difference, labAt, medianOf } from './patch.ts'
import { type PersonSeen, type Place, SIDES, type Side } from './seen.ts'
import { fromSkin, type OwnSkin } from './skin.ts'

/** A disc of one colour beside the mouth, in spans of the eyes from the mouth's middle. */
interface Disc {
  across: number
  down: number
  radius: number
  colour: Lab
}

const ACROSS = steps(0.3, 0.85, 0.05)
const DOWN = steps(-0.25, 0.5, 0.05)
const RADII = steps(0.18, 0.48, 0.04)
const RAYS = Array.from({ length: 16 }, (_, ray) => (ray * Math.PI) / 8)
const INSIDE = [0.3, 0.55, 0.8]
const OUTSIDE = 1.3
/** Of colour: within it a sample belongs to the disc, beyond the other it stands out from it. */
const SAME = 14
const STANDS_OUT = 14
/** Of the samples. A fold of a mask or a strip of cloth is of one colour with what lies beside it. */
const LEAST_INSIDE = 0.9
const LEAST_EDGE = 0.85
const LEAST_TOWARD_MOUTH = 0.7
/** Both filters are of one make. */
const ALIKE = { colour: 16, size: 1.5, down: 0.22, across: 0.3 }
const NOT_SKIN = 14

/** Two round filters, alike, one at either side of the mouth, each standing out from all that is around it. */
export function twoFilters(pixels: Pixels, person: PersonSeen, skin: OwnSkin): boolean {
  const [left, right] = SIDES.map((side) => discsAt(pixels, person, side, skin))
  return left!.some((one) => right!.some((other) => areAlike(one, other)))
}

function areAlike(one: Disc, other: Disc): boolean {
  return (
    difference(one.colour, other.colour) <= ALIKE.colour &&
    Math.max(one.radius / other.radius, other.radius / one.radius) <= ALIKE.size &&
    Math.abs(one.down - other.down) <= ALIKE.down &&
    Math.abs(one.across - other.across) <= ALIKE.across
  )
}

function discsAt(pixels: Pixels, person: PersonSeen, side: Side, skin: OwnSkin): Disc[] {
  const toPicture = frameOf(person, side)
  const found: Disc[] = []
  for (const across of ACROSS)
    for (const down of DOWN)
      for (const radius of RADII) {
        // A disc that reached over the middle of the mouth would be one filter seen twice.
        if (across - radius < 0.02) continue
        const disc = discOf(pixels, toPicture, across, down, radius)
        if (disc !== null && (fromSkin(disc.colour, skin)?.colour ?? Infinity) >= NOT_SKIN) found.push(disc)
      }
  return found
}

function discOf(
  pixels: Pixels,
  toPicture: (across: number, down: number) => Place,
  across: number,
  down: number,
  radius: number,
): Disc | null {
  const ring = (share: number) =>
    RAYS.map((ray) =>
      labAt(pixels, toPicture(across + radius * share * Math.cos(ray), down + radius * share * Math.sin(ray))),
    )
  const inner = INSIDE.flatMap(ring)
  const colour = medianOf(inner)!
  const shareOf = (labs: readonly Lab[], holds: (away: number) => boolean) =>
    labs.filter((lab) => holds(difference(lab, colour))).length / labs.length
  if (shareOf(inner, (away) => away <= SAME) < LEAST_INSIDE) return null
  const outer = ring(OUTSIDE)
  const towardMouth = outer.filter((_, index) => Math.cos(RAYS[index]!) < -0.3)
  if (shareOf(outer, (away) => away >= STANDS_OUT) < LEAST_EDGE) return null
  if (shareOf(towardMouth, (away) => away >= STANDS_OUT) < LEAST_TOWARD_MOUTH) return null
  return { across, down, radius, colour }
}

/** `across` grows from the mouth toward the named side, `down` toward the chin. */
function frameOf(person: PersonSeen, side: Side): (across: number, down: number) => Place {
  const mouth = facePoint(person, MOUTH)
  const [right, left] = [facePoint(person, EYE_CORNER.right.outer), facePoint(person, EYE_CORNER.left.outer)]
  const span = eyeSpan(person)
  const [ux, uy] = [(left[0] - right[0]) / span, (left[1] - right[1]) / span]
  const sign = side === 'left' ? 1 : -1
  return (across, down) => [
    mouth[0] + span * (sign * across * ux - down * uy),
    mouth[1] + span * (sign * across * uy + down * ux),
  ]
}

function steps(from: number, to: number, by: number): number[] {
  return Array.from({ length: Math.round((to - from) / by) + 1 }, (_, index) => from + index * by)
}
