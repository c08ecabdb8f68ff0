import type { Lab } from '../produce/fruit/light.ts'
import { median, type Patch } from './patch.ts'
import { fromSkin, type OwnSkin } from './skin.ts'

/** Of the face's own colourfulness: paler than this, what is taken for skin may be white or grey cloth. */
const PALER = 0.4
/** Of colourfulness: a face with less is in a picture without colours, or pale itself. */
const COLOURLESS = 6

export interface Least {
  /** Of the region's pixels, taken for skin. */
  share: number
  px: number
  /** Further from every tint of the person's own face, what is taken for skin may be cloth or leather. */
  tint: number
}

/** Whether a region is the person's bare skin: by what its pixels are taken for, unless its colour speaks against it. */
export function isBare({ shares, colour, px }: Patch, skin: OwnSkin, least: Least): boolean {
  if (colour === null || px < least.px || shares.body_skin + shares.face_skin < least.share) return false
  const away = fromSkin(colour, skin)
  if (away === null) return true
  const own = median(skin.map(colourfulness))
  return away.tint < least.tint && (own < COLOURLESS || colourfulness(colour) >= PALER * own)
}

function colourfulness({ a, b }: Lab): number {
  return Math.hypot(a, b)
}
