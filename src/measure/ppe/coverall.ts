import type { Pixels } from '../../imaging/decode.ts'
import { isBare } from './bare.ts'
import { type Region, regionsOf, wornRegions } from './garment.ts'
import { neck } from './neck.ts'
import { areApart, isUnbroken } from './one-piece.ts'
import { patchOf, tintDifference } from './patch.ts'
import type { PersonSeen } from './seen.ts'
import type { OwnSkin } from './skin.ts'
import { absent, notVisible, present, type Ruled } from './verdict.ts'

const BARE = { share: 0.7, px: 40, tint: 26 }
const BARE_NECK = { share: 0.6, px: 30, tint: 26 }
/** Darker, a hem or a belt would not be seen, and neither would the difference between two garments. */
const LIGHT_ENOUGH = 30
const ONE_COLOUR = { tint: 11, light: 28 }

/** Bare forearms, legs or neck mean that none is worn closed. Present needs one garment of one colour, hood to ankles. */
export function ruleCoverall(pixels: Pixels, person: PersonSeen, skin: OwnSkin): Ruled {
  const bare = regionsOf(person)
    .filter(({ corners }) => isBare(patchOf(pixels, person, corners), skin, BARE))
    .map(({ name }) => name)
  if (isBare(patchOf(pixels, person, neck(person)), skin, BARE_NECK)) bare.push('neck')
  if (bare.length > 0) return absent(`Bare skin is seen on the ${bare.join(', ')}.`)
  const worn = wornRegions(pixels, person)
  if ('missing' in worn) return notVisible(`Not seen clothed from head to foot: ${worn.missing.join(', ')}.`)
  const torso = worn.regions.find(({ name }) => name === 'torso')!
  if (torso.colour.l < LIGHT_ENOUGH)
    return notVisible('Clothed all over, but too dark to see whether it is one garment.')
  const others = worn.regions.filter(({ colour }) => isOther(colour, torso.colour)).map(({ name }) => name)
  if (others.length > 0)
    return notVisible(`Clothed, but not in one garment with its hood up: of another colour are ${others.join(', ')}.`)
  if (!areApart(person)) return notVisible('Clothed in one colour, but the legs are not seen apart: it may be a robe.')
  if (!isUnbroken(pixels, person, torso.colour))
    return notVisible('Clothed in one colour, but it breaks at the waist: it may be a jacket and trousers.')
  return present('One garment of one colour is seen over head, neck, arms, body and legs.')
}

function isOther(colour: Region['colour'], torso: Region['colour']): boolean {
  return tintDifference(colour, torso) > ONE_COLOUR.tint || Math.abs(colour.l - torso.l) > ONE_COLOUR.light
}
