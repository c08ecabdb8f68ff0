import type { Patch } from './patch.ts'
import { fromSkin, type OwnSkin } from './skin.ts'

/** Further from every colour of the person's own face, what is taken for skin may be a skin-coloured cloth. */
const NOT_OWN = 35

/** Whether a region is the person's bare skin: by what its pixels are taken for, unless its colour speaks against it. */
export function isBare({ shares, colour, px }: Patch, skin: OwnSkin, least: { share: number; px: number }): boolean {
  if (colour === null || px < least.px || shares.body_skin + shares.face_skin < least.share) return false
  const away = fromSkin(colour, skin)
  return away === null || away.tint < NOT_OWN
}
