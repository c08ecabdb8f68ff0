import type { Box } from '../detect/box.ts'
import type { Pyramid } from '../detect/pyramid.ts'
import type { ModelsAt } from '../models.ts'
import { isNear } from './alone.ts'
import { type HandSeen, handIn, viewOfHand } from './hand.ts'
import type { Pose } from './pose.ts'
import type { View } from './view.ts'

/** Below this the pose has no idea where the wrist is. */
const WRIST_FLOOR = 0.15
const HAND_FLOOR = 0.5
/** Radians from the forearm's own direction, as far as a wrist bends. */
const BENDS = [0, 0.9, -0.9]
const LOOKS = 2
const MIDDLE_KNUCKLE = 9

/** The hand at the end of one arm; null where none is made out. */
export async function handOf(
  pyramid: Pyramid,
  pose: Pose,
  side: 'left' | 'right',
  box: Box,
  models: ModelsAt,
): Promise<HandSeen | null> {
  if (pose[`${side}_wrist`].score < WRIST_FLOOR) return null
  let best: HandSeen | null = null
  for (const bend of BENDS) {
    const hand = await handIn(pyramid, viewBeyondWrist(pose, side, bend), models)
    if (best === null || hand.score > best.score) best = hand
  }
  // Shown again by its own points, a hand is made out better, and what was none is found out.
  for (let look = 0; look < LOOKS && best!.score > 0; look++) best = await handIn(pyramid, viewOfHand(best!), models)
  return best!.score >= HAND_FLOOR && isNear(box, best!.points[MIDDLE_KNUCKLE]!) ? best : null
}

function viewBeyondWrist(pose: Pose, side: 'left' | 'right', bend: number): View {
  const [wrist, elbow] = [pose[`${side}_wrist`].place, pose[`${side}_elbow`].place]
  const [dx, dy] = [wrist[0] - elbow[0], wrist[1] - elbow[1]]
  const [left, right] = [pose.left_shoulder.place, pose.right_shoulder.place]
  const reach = Math.max(Math.hypot(dx, dy), 0.6 * Math.hypot(left[0] - right[0], left[1] - right[1]))
  const turn = Math.atan2(dx, -dy) + bend
  return {
    x: wrist[0] + Math.sin(turn) * 0.35 * reach,
    y: wrist[1] - Math.cos(turn) * 0.35 * reach,
    side: 1.3 * reach,
    turn,
  }
}
