import type { Pyramid } from '../detect/pyramid.ts'
import type { ModelsAt } from '../models.ts'
import { session } from '../session.ts'
import { inPicture, type Place, shown, type View } from './view.ts'

/** Points of one face; their numbers are those of the published 468-point face mesh. */
export interface FaceMesh {
  points: Place[]
  /** A score, not a probability: whether the crop shows a face at all. */
  score: number
}

const SIDE = 192
const POINTS = 468

export async function meshIn(pyramid: Pyramid, view: View, models: ModelsAt): Promise<FaceMesh> {
  const net = await session(models, 'facemesh')
  const out = await net.run({ input: shown(pyramid, view, SIDE) })
  const points = Array.from({ length: POINTS }, (_, index) =>
    inPicture(view, [out.points![3 * index]! / SIDE, out.points![3 * index + 1]! / SIDE]),
  )
  return { points, score: out.face![0]! }
}
