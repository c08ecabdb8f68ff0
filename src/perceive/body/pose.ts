import type { Box } from '../detect/box.ts'
import type { Pyramid } from '../detect/pyramid.ts'
import type { ModelsAt } from '../models.ts'
import { session } from '../session.ts'
import { alone } from './alone.ts'
import { inPicture, type Place, shown, type View } from './view.ts'

/** The model's own order; left and right are the person's. */
export const JOINTS = [
  'nose',
  'left_eye',
  'right_eye',
  'left_ear',
  'right_ear',
  'left_shoulder',
  'right_shoulder',
  'left_elbow',
  'right_elbow',
  'left_wrist',
  'right_wrist',
  'left_hip',
  'right_hip',
  'left_knee',
  'right_knee',
  'left_ankle',
  'right_ankle',
] as const

export type Joint = (typeof JOINTS)[number]

export interface JointSeen {
  place: Place
  /** A score, not a probability. */
  score: number
}

export type Pose = Record<Joint, JointSeen>

const SIDE = 256
/** Wider than the person, so that a limb which the box cut off is still shown. */
const ROOM = 1.2

/** With what stands around the box: whether anyone is there at all. The pose itself may be a neighbour's. */
export function poseAmongOthers(pyramid: Pyramid, box: Box, models: ModelsAt): Promise<Pose> {
  const view = viewOf(box, ROOM)
  return poseSeen(shown(pyramid, view, SIDE), view, models)
}

/** Of the one person in the box. */
export function poseIn(pyramid: Pyramid, box: Box, models: ModelsAt): Promise<Pose> {
  const view = viewOf(box, ROOM)
  return poseSeen(alone(shown(pyramid, view, SIDE), SIDE, view, box), view, models)
}

async function poseSeen(seen: Float32Array, view: View, models: ModelsAt): Promise<Pose> {
  const net = await session(models, 'movenet')
  const { points } = await net.run({ input: Int32Array.from(seen, (value) => Math.round(value * 255)) })
  const joints = JOINTS.map((joint, index): [Joint, JointSeen] => {
    const [y, x, score] = [points![3 * index]!, points![3 * index + 1]!, points![3 * index + 2]!]
    return [joint, { place: inPicture(view, [x, y]), score }]
  })
  return Object.fromEntries(joints) as Pose
}

export function viewOf([x1, y1, x2, y2]: Box, room: number): View {
  return { x: (x1 + x2) / 2, y: (y1 + y2) / 2, side: Math.max(x2 - x1, y2 - y1) * room, turn: 0 }
}
