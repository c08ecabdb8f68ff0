import { away, eyeSpan, strip } from './limbs.ts'
import { jointAt, type PersonSeen, type Place, type Side } from './seen.ts'

/** Where a hand is: by its own points, or only by where the arm ends. */
export interface HandRegion {
  corners: Place[]
  by: 'points' | 'arm'
}

/** Wrist, thumb, the fingers' last joints and the outer edge of the palm: fingertips are thin and blur with what is behind. */
const OUTLINE = [0, 1, 2, 3, 7, 11, 15, 19, 17]
/** In spans of the eyes: a hand of this person that is larger or smaller belongs to nobody. */
const HAND_SIZE = { least: 0.35, most: 3 }

export function handRegion(person: PersonSeen, side: Side): HandRegion | null {
  const hand = isTheOther(person, side) ? null : person.hands[side]
  if (hand !== null && isOfSize(away(hand.points[0]!, hand.points[9]!) / eyeSpan(person))) {
    return { corners: OUTLINE.map((index) => hand.points[index]!), by: 'points' }
  }
  const [elbow, wrist] = [jointAt(person, `${side}_elbow`), jointAt(person, `${side}_wrist`)]
  if (elbow === null || wrist === null) return null
  const forearm = away(elbow, wrist)
  if (forearm === 0) return null
  const beyond = eyeSpan(person) / forearm
  return { corners: strip(elbow, wrist, 0.7 * eyeSpan(person), 1 + 0.15 * beyond, 1 + 0.95 * beyond), by: 'arm' }
}

function isOfSize(size: number): boolean {
  return size >= HAND_SIZE.least && size <= HAND_SIZE.most
}

/** One hand is not counted as two: of a pair in one place, that counts whose wrist the pose has nearer. */
function isTheOther({ hands, pose }: PersonSeen, side: Side): boolean {
  const other = side === 'left' ? 'right' : 'left'
  const [mine, theirs] = [hands[side], hands[other]]
  if (mine === null || theirs === null) return false
  const [middle, palm] = [mine.points[9]!, away(mine.points[0]!, mine.points[9]!)]
  if (away(middle, theirs.points[9]!) > palm) return false
  const [toMine, toTheirs] = [
    away(mine.points[0]!, pose[`${side}_wrist`].place),
    away(theirs.points[0]!, pose[`${other}_wrist`].place),
  ]
  return toMine > toTheirs || (toMine === toTheirs && side === 'right')
}
