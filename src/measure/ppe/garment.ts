import type { Pixels } from '../../imaging/decode.ts'
import type { Lab } from '../produce/fruit/light.ts'
import { between, limb } from './limbs.ts'
import { hood, neck } from './neck.ts'
import { patchOf } from './patch.ts'
import { jointAt, type PersonSeen, type Place, SIDES } from './seen.ts'

export interface Region {
  name: string
  colour: Lab
}

const LIMBS = [
  ['upper arm', ['shoulder', 'elbow']],
  ['forearm', ['elbow', 'wrist']],
  ['thigh', ['hip', 'knee']],
  ['shin', ['knee', 'ankle']],
] as const
/** What shows that no coverall is worn when it is bare; a bare upper arm says no more than the forearm below it. */
const TELLING = ['forearm', 'thigh', 'shin']
const CLOTHED_SHARE = 0.8
const PX = 60

export function regionsOf(person: PersonSeen): { name: string; corners: Place[] }[] {
  return limbsOf(person).flatMap(({ name, part, corners }) =>
    corners === null || !TELLING.includes(part) ? [] : [{ name, corners }],
  )
}

function limbsOf(person: PersonSeen): { name: string; part: string; corners: Place[] | null }[] {
  return SIDES.flatMap((side) =>
    LIMBS.map(([part, joints]) => ({ name: `${side} ${part}`, part, corners: limb(person, side, [...joints]) })),
  )
}

function torso(person: PersonSeen): Place[] | null {
  const corners = (['left_shoulder', 'right_shoulder', 'right_hip', 'left_hip'] as const).map((joint) =>
    jointAt(person, joint),
  )
  if (corners.some((corner) => corner === null)) return null
  const [a, b, c, d] = corners as Place[]
  const middle = between(between(a!, c!), between(b!, d!))
  return [a!, b!, c!, d!].map((corner) => between(middle, corner, 0.75))
}

/** Every region a coverall covers, with its colour; or those that are not seen clothed. */
export function wornRegions(pixels: Pixels, person: PersonSeen): { regions: Region[] } | { missing: string[] } {
  const regions: Region[] = []
  const missing: string[] = []
  const meant = [
    { name: 'torso', corners: torso(person) },
    ...limbsOf(person),
    { name: 'neck', corners: neck(person) },
    ...hood(person).map((corners, index) => ({ name: ['hood', 'right temple', 'left temple'][index]!, corners })),
  ]
  for (const { name, corners } of meant) {
    const patch = corners && patchOf(pixels, person, corners)
    const isClothed =
      patch?.colour &&
      patch.px >= PX &&
      patch.inFrame > 0.95 &&
      patch.shares.clothes + patch.shares.other >= CLOTHED_SHARE
    if (isClothed) regions.push({ name, colour: patch.colour! })
    else missing.push(name)
  }
  return missing.length > 0 ? { missing } : { regions }
}
