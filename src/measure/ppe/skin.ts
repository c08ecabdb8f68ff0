import type { Pixels } from '../../imaging/decode.ts'
import { hueDeg, type Lab } from '../produce/fruit/light.ts'
import { cheek, faceRegion, underEye } from './face-points.ts'
import { difference, patchOf, tintDifference } from './patch.ts'
import { type PersonSeen, type Place, SIDES } from './seen.ts'

/** The colours that this person's own skin has in this light, where it is seen on the face. */
export type OwnSkin = Lab[]

const SKIN_SHARE = 0.7
const PX = 4

/** Of cheeks and forehead. */
export function bareFace(pixels: Pixels, person: PersonSeen): OwnSkin {
  return skinIn(pixels, person, [...SIDES.map((side) => cheek(person, side)), faceRegion(person, 'forehead')])
}

/** Of cheeks, forehead and the skin below the eyes, which stays bare above any mask. */
export function ownSkin(pixels: Pixels, person: PersonSeen): OwnSkin {
  const below = skinIn(
    pixels,
    person,
    SIDES.map((side) => underEye(person, side)),
  )
  return [...below, ...bareFace(pixels, person)]
}

function skinIn(pixels: Pixels, person: PersonSeen, regions: readonly Place[][]): OwnSkin {
  return regions
    .map((region) => patchOf(pixels, person, region, ['face_skin']))
    .filter(({ px, shares }) => px >= PX && shares.face_skin >= SKIN_SHARE)
    .map(({ colour }) => colour)
    .filter((colour) => colour !== null)
}

/** How far a colour is from the nearest of the person's own; null where there is none to compare with. */
export function fromSkin(colour: Lab, skin: OwnSkin): { colour: number; tint: number } | null {
  if (skin.length === 0) return null
  return {
    colour: Math.min(...skin.map((own) => difference(colour, own))),
    tint: Math.min(...skin.map((own) => tintDifference(colour, own))),
  }
}

/** Degrees, from pink over orange to yellow: what anybody's skin may look like in some light. */
const SKIN_HUES = { from: 335, to: 100 }
const COLOURED = 12

/** Whether a colour is clearly one that no skin has. */
export function isNoSkinTint(colour: Lab): boolean {
  const hue = hueDeg(colour)
  return Math.hypot(colour.a, colour.b) >= COLOURED && hue > SKIN_HUES.to && hue < SKIN_HUES.from
}

/** The most that two places of the same face differ. */
export function tintSpread(skin: OwnSkin): number {
  return Math.max(0, ...skin.flatMap((one) => skin.map((other) => tintDifference(one, other))))
}
