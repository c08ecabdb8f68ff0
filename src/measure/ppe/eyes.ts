import type { Pixels } from '../../imaging/decode.ts'
import { EYE_CORNER, eye, facePoint, underEye } from './face-points.ts'
import { away, eyeSpan } from './limbs.ts'
import { patchOf } from './patch.ts'
import { type PersonSeen, SIDES, type Side } from './seen.ts'
import { bareFace, fromSkin, type OwnSkin } from './skin.ts'

/** Between the outer corners, in pixels: with fewer an eye is a dot or two. */
const APART_PX = 9
/** Steps of lightness: an eye with its lashes, open or closed, is at least this much darker than the skin below it. */
const DARKER = 5
/** Of colour, within an eye: lid, lashes, white and iris differ. What is flatter is a bar across the eyes. */
const FLAT = 1.2
/** Of colour: skin below the eyes that differs more from cheeks and forehead lies behind something, such as dark glasses. */
const BEHIND_GLASSES = 20
/** Of the wider eye: narrower, the other one is turned away. */
const TURNED_AWAY = 0.35

/** Whether at least one eye of the face is seen. Where none is, nothing is read of the person. */
export function eyesSeen(pixels: Pixels, person: PersonSeen): boolean {
  if (eyeSpan(person) < APART_PX) return false
  const skin = bareFace(pixels, person)
  const widest = Math.max(...SIDES.map((side) => widthOf(person, side)))
  const facing = SIDES.filter((side) => widthOf(person, side) >= TURNED_AWAY * widest)
  const looks = facing.map((side) => lookAt(pixels, person, side, skin)).filter((look) => look !== null)
  if (looks.length === 0) return false
  const behind = looks.reduce((sum, { fromFace }) => sum + fromFace, 0) / looks.length
  return behind < BEHIND_GLASSES && looks.some(({ darker, spread }) => darker >= DARKER && spread >= FLAT)
}

function widthOf(person: PersonSeen, side: Side): number {
  const { outer, inner } = EYE_CORNER[side]
  return away(facePoint(person, outer), facePoint(person, inner))
}

function lookAt(
  pixels: Pixels,
  person: PersonSeen,
  side: Side,
  skin: OwnSkin,
): { darker: number; spread: number; fromFace: number } | null {
  const itself = patchOf(pixels, person, eye(person, side))
  const below = patchOf(pixels, person, underEye(person, side))
  if (itself.colour === null || below.colour === null) return null
  return {
    darker: below.colour.l - itself.colour.l,
    spread: itself.spread,
    fromFace: fromSkin(below.colour, skin)?.colour ?? 0,
  }
}
