import type { Pixels } from '../../imaging/decode.ts'
import { type FACE, faceRegion } from './face-points.ts'
import { twoFilters } from './filters.ts'
import { type Patch, patchOf } from './patch.ts'
import type { PersonSeen } from './seen.ts'
import { fromSkin, type OwnSkin } from './skin.ts'
import { absent, notVisible, present, type Ruled } from './verdict.ts'

/** Of the nose: fewer pixels are a dot. */
const NOSE_PX = 12
const BARE_SHARE = 0.8
const COVERED_SHARE = 0.8
/** Of colour, from the nearest of the face's own: what is further is not this person's bare nose. */
const NOT_OWN = 40
const OWN = 12
/** Of the whole face: fewer pixels do not show filters. */
const FACE_PX = 900

/** A respirator covers the nose, so a bare nose means that none is worn; a covered one may be covered by anything. */
export function ruleRespirator(pixels: Pixels, person: PersonSeen, skin: OwnSkin): Ruled {
  const look = (region: keyof typeof FACE) => patchOf(pixels, person, faceRegion(person, region))
  const [nose, mouth, chin] = [look('nose'), look('mouth'), look('chin')]
  if (nose.px < NOSE_PX || nose.inFrame < 1) return notVisible('The nose has too few pixels in the picture to be read.')
  if (isBareNose(nose, skin)) return absent('The nose is bare.')
  if (!isCovered(nose) || !isCovered(mouth)) return notVisible('Nose and mouth are not seen clearly enough to be read.')
  if ([nose, mouth].some(({ colour }) => (fromSkin(colour!, skin)?.colour ?? 0) < OWN))
    return notVisible("Something of the colour of the person's own skin, such as a hand, is before nose or mouth.")
  if (!isCovered(chin)) return notVisible('Nose and mouth are covered, the chin is not: no half mask sits like that.')
  if (look('oval').px < FACE_PX)
    return notVisible('Nose and mouth are covered; the face has too few pixels to see by what.')
  return twoFilters(pixels, person, skin)
    ? present('Nose, mouth and chin are covered, and a filter is seen at either side of the mouth.')
    : notVisible(
        'Nose and mouth are covered, but no pair of filters is seen: a mask, a scarf and a respirator without them look alike.',
      )
}

function isBareNose({ shares, colour }: Patch, skin: OwnSkin): boolean {
  const away = fromSkin(colour!, skin)
  return shares.face_skin >= BARE_SHARE && (away === null || away.colour < NOT_OWN)
}

function isCovered({ shares, colour }: Patch): boolean {
  return colour !== null && shares.other + shares.clothes >= COVERED_SHARE
}
