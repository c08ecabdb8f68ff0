import type { Pyramid } from '../detect/pyramid.ts'
import type { ModelsAt } from '../models.ts'
import { session } from '../session.ts'
import { inView, type Place, shown, type View } from './view.ts'

/** What a person's pixels are, in the model's own order. */
export const PARTS = ['background', 'hair', 'body_skin', 'face_skin', 'clothes', 'other'] as const

export type Part = (typeof PARTS)[number]

export interface PartsSeen {
  view: View
  /** The best class of each of `side` x `side` cells of the view, as its index in PARTS. */
  classes: Uint8Array
  side: number
}

const SIDE = 256

export async function partsIn(pyramid: Pyramid, view: View, models: ModelsAt): Promise<PartsSeen> {
  const net = await session(models, 'parts')
  const out = await net.run({ input: shown(pyramid, view, SIDE) })
  const scores = out.classes!
  const classes = new Uint8Array(SIDE * SIDE)
  for (let cell = 0; cell < classes.length; cell++) {
    let best = 0
    for (let part = 1; part < PARTS.length; part++) {
      if (scores[cell * PARTS.length + part]! > scores[cell * PARTS.length + best]!) best = part
    }
    classes[cell] = best
  }
  return { view, classes, side: SIDE }
}

/** null outside the view. */
export function partAt({ view, classes, side }: PartsSeen, place: Place): Part | null {
  const [across, down] = inView(view, place)
  if (across < 0 || down < 0 || across >= 1 || down >= 1) return null
  return PARTS[classes[Math.floor(down * side) * side + Math.floor(across * side)]!]!
}
