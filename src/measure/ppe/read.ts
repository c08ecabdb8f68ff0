import type { Pixels } from '../../imaging/decode.ts'
import { ruleCoverall } from './coverall.ts'
import { eyesSeen } from './eyes.ts'
import { ruleGloves } from './gloves.ts'
import { ruleRespirator } from './respirator.ts'
import type { PersonSeen } from './seen.ts'
import { ownSkin } from './skin.ts'
import type { Ruled } from './verdict.ts'

export const ITEMS = ['respirator', 'gloves', 'coverall'] as const
export type Item = (typeof ITEMS)[number]

/** What the rules say of one person; null where no eye is seen, and so nothing is read. */
export function readEquipment(pixels: Pixels, person: PersonSeen): Record<Item, Ruled> | null {
  if (!eyesSeen(pixels, person)) return null
  const skin = ownSkin(pixels, person)
  return {
    respirator: ruleRespirator(pixels, person, skin),
    gloves: ruleGloves(pixels, person, skin),
    coverall: ruleCoverall(pixels, person, skin),
  }
}
