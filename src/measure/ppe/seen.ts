export type Place = readonly [x: number, y: number]

export type Part = 'background' | 'hair' | 'body_skin' | 'face_skin' | 'clothes' | 'other'

export type Joint = 'nose' | `${Side}_${'eye' | 'ear' | 'shoulder' | 'elbow' | 'wrist' | 'hip' | 'knee' | 'ankle'}`

/** The person's own. */
export type Side = 'left' | 'right'
export const SIDES: Side[] = ['left', 'right']

/** What the rules are handed of a person: points in pixels of the picture, and what each pixel is taken for. */
export interface PersonSeen {
  pose: Record<Joint, { place: Place; score: number }>
  /** 468 of them, numbered as in the published face mesh. */
  face: { points: readonly Place[] }
  hands: Record<Side, { points: readonly Place[]; score: number } | null>
  partAt(place: Place): Part | null
}

/** Where the pose is sure enough of a joint to measure a region by it. */
const SURE = 0.3

export function jointAt({ pose }: PersonSeen, joint: Joint): Place | null {
  return pose[joint].score >= SURE ? pose[joint].place : null
}
