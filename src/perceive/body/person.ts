import type { Pixels } from '../../imaging/decode.ts'
import type { Box } from '../detect/box.ts'
import { Pyramid } from '../detect/pyramid.ts'
import type { ModelName, ModelsAt } from '../models.ts'
import type { HandSeen } from './hand.ts'
import { handOf } from './hands.ts'
import { headIn } from './head.ts'
import type { FaceMesh } from './mesh.ts'
import { type Part, partAt, partsIn } from './parts.ts'
import { type Pose, poseIn, viewOf } from './pose.ts'
import type { Place } from './view.ts'

export const BODY_MODELS: ModelName[] = ['movenet', 'blazeface', 'facemesh', 'handlandmark', 'parts']

/** Points and classes only: nothing here can be turned back into a picture, and nothing of it outlives the reading. */
export interface PersonSeen {
  box: Box
  pose: Pose
  face: FaceMesh
  hands: { left: HandSeen | null; right: HandSeen | null }
  /** null outside the picture and away from the person. */
  partAt(place: Place): Part | null
}

const ROOM = 1.1

/** null where no face is seen from the front: then nothing else is looked at. */
export async function personIn(pixels: Pixels, box: Box, models: ModelsAt): Promise<PersonSeen | null> {
  const pyramid = new Pyramid(pixels)
  const pose = await poseIn(pyramid, box, models)
  const face = await headIn(pyramid, box, pose, models)
  if (face === null) return null
  const parts = await partsIn(pyramid, viewOf(box, ROOM), models)
  const hands = {
    left: await handOf(pyramid, pose, 'left', box, models),
    right: await handOf(pyramid, pose, 'right', box, models),
  }
  const isInPicture = ([x, y]: Place) => x >= 0 && y >= 0 && x < pixels.width && y < pixels.height
  return { box, pose, face, hands, partAt: (place) => (isInPicture(place) ? partAt(parts, place) : null) }
}
