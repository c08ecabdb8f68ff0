import type { Pixels } from '../../imaging/decode.ts'
import { isBare } from './bare.ts'
import { type HandRegion, handRegion } from './hand-region.ts'
import { standsOut } from './outline.ts'
import { patchOf } from './patch.ts'
import { type PersonSeen, SIDES, type Side } from './seen.ts'
import { fromSkin, isNoSkinTint, type OwnSkin, tintSpread } from './skin.ts'
import { absent, notVisible, present, type Ruled } from './verdict.ts'

type HandState = 'bare' | 'gloved' | 'covered' | 'not_seen'

/** Where only the arm says where the hand is, more of it must be skin: the forearm is near. */
const BARE = { points: { share: 0.6, px: 40, tint: 15 }, arm: { share: 0.75, px: 40, tint: 15 } }
const IN_FRAME = 0.3
/** Of a hand: fewer pixels do not show what covers it. */
const GLOVE = { px: 300, inFrame: 0.9, score: 0.8, mostSpread: 14, tint: 15 }
/** In mixed light the face itself has several tints, and a bare hand may have one more. */
const MIXED_LIGHT = 1.5

/** One bare hand means that gloves are not worn; present needs both hands seen in gloves. */
export function ruleGloves(pixels: Pixels, person: PersonSeen, skin: OwnSkin): Ruled {
  const states = SIDES.map((side) => ({ side, state: stateOf(pixels, person, side, skin) }))
  const sidesThatAre = (state: HandState) => states.filter((each) => each.state === state).map(({ side }) => side)
  const bare = sidesThatAre('bare')
  if (bare.length > 0) return absent(`Bare skin is seen on the ${namesOf(bare)}.`)
  if (sidesThatAre('gloved').length === 2)
    return present('Both hands are seen, each covered by one colour that is not skin.')
  return notVisible(`${states.map(({ side, state }) => `The ${side} hand ${SAYS[state]}.`).join(' ')}`)
}

const SAYS: Record<HandState, string> = {
  bare: 'is bare',
  gloved: 'is covered by one colour that is not skin; both hands must be',
  covered: 'is not seen to be bare, nor covered by what the rule takes for a glove',
  not_seen: 'is not seen: hidden, out of the picture, or of too few pixels',
}

function namesOf(sides: readonly Side[]): string {
  return sides.length === 2 ? 'hands' : `${sides[0]} hand`
}

function stateOf(pixels: Pixels, person: PersonSeen, side: Side, skin: OwnSkin): HandState {
  const region = handRegion(person, side)
  if (region === null) return 'not_seen'
  const patch = patchOf(pixels, person, region.corners)
  if (patch.inFrame < IN_FRAME) return 'not_seen'
  if (isBare(patch, skin, BARE[region.by])) return 'bare'
  if (region.by === 'arm') return 'not_seen'
  return isGloved(pixels, person, side, region, skin) ? 'gloved' : 'covered'
}

/**
 * A hand's shape in one clear colour, green over blue to violet, that stands out from the sleeve and all around.
 * Black, white and grey are left alone: in deep shadow and in glaring light skin looks like that too.
 */
function isGloved(pixels: Pixels, person: PersonSeen, side: Side, region: HandRegion, skin: OwnSkin): boolean {
  const { px, inFrame, shares, colour, spread } = patchOf(pixels, person, region.corners)
  if (colour === null || px < GLOVE.px || inFrame < GLOVE.inFrame || shares.background > 0.1) return false
  if (person.hands[side]!.score < GLOVE.score || spread > GLOVE.mostSpread || !isNoSkinTint(colour)) return false
  const away = fromSkin(colour, skin)
  if (away === null || away.tint < GLOVE.tint + MIXED_LIGHT * tintSpread(skin)) return false
  return standsOut(pixels, person.hands[side]!.points, colour)
}
