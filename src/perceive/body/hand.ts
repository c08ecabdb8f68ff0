import type { Pyramid } from '../detect/pyramid.ts'
import type { ModelsAt } from '../models.ts'
import { session } from '../session.ts'
import { inPicture, type Place, shown, type View } from './view.ts'

export interface HandSeen {
  /** 21 of them: the wrist, then four along each finger from the thumb on. */
  points: Place[]
  /** A score, not a probability: whether the crop shows a hand at all. */
  score: number
}

const SIDE = 224
const POINTS = 21
const WRIST = 0
const KNUCKLES = [5, 9, 13, 17]
/** Of the distance from the wrist to the middle knuckle: how wide the model was shown hands while it learnt. */
const ROOM = 3.2

export async function handIn(pyramid: Pyramid, view: View, models: ModelsAt): Promise<HandSeen> {
  const net = await session(models, 'handlandmark')
  const out = await net.run({ input: shown(pyramid, view, SIDE) })
  const points = Array.from({ length: POINTS }, (_, index) =>
    inPicture(view, [out.points![3 * index]! / SIDE, out.points![3 * index + 1]! / SIDE]),
  )
  return { points, score: out.hand![0]! }
}

/** The view that a hand would have been shown in by its own points: fingers up, palm in the middle. */
export function viewOfHand({ points }: HandSeen): View {
  const wrist = points[WRIST]!
  const knuckles = KNUCKLES.map((index) => points[index]!)
  const middle = meanOf([points[9]!, points[13]!, points[5]!])
  const reach = Math.hypot(middle[0] - wrist[0], middle[1] - wrist[1])
  const breadth = Math.hypot(knuckles[0]![0] - knuckles[3]![0], knuckles[0]![1] - knuckles[3]![1])
  const turn = Math.atan2(middle[0] - wrist[0], wrist[1] - middle[1])
  const centre = [middle[0] + 0.1 * (middle[0] - wrist[0]), middle[1] + 0.1 * (middle[1] - wrist[1])]
  return { x: centre[0]!, y: centre[1]!, side: ROOM * Math.max(reach, 1.2 * breadth), turn }
}

function meanOf(places: readonly Place[]): Place {
  const sum = places.reduce<Place>(([x, y], place) => [x + place[0], y + place[1]], [0, 0])
  return [sum[0] / places.length, sum[1] / places.length]
}
