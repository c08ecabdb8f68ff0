import type { PersonSeen, Place, Side } from './seen.ts'

/** Numbers of the published 468-point face mesh; left and right are the person's. */
const OVAL = [
  10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377, 152, 148, 176, 149, 150, 136,
  172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109,
]
const EYE_CORNERS: Record<Side, [outer: number, inner: number]> = { left: [263, 362], right: [33, 133] }
/** From just below the lower lid to the top of the cheek. */
const UNDER_EYE: Record<Side, number[]> = {
  left: [448, 449, 450, 451, 452, 350, 349, 348, 347, 346],
  right: [228, 229, 230, 231, 232, 121, 120, 119, 118, 117],
}
const LID: Record<Side, number[]> = {
  left: [263, 387, 386, 385, 384, 398, 413, 441, 442, 443, 444, 445],
  right: [33, 160, 159, 158, 157, 173, 189, 221, 222, 223, 224, 225],
}
const EYE: Record<Side, number[]> = {
  left: [263, 249, 390, 373, 374, 380, 381, 382, 362, 398, 384, 385, 386, 387, 388, 466],
  right: [33, 7, 163, 144, 145, 153, 154, 155, 133, 173, 157, 158, 159, 160, 161, 246],
}
const CHEEK: Record<Side, number[]> = { left: [280, 346, 347, 330, 425], right: [50, 117, 118, 101, 205] }
const FOREHEAD = [109, 10, 338, 337, 336, 9, 107, 108]
/** The lower half of the nose, from the middle of its bridge to its wings. */
const NOSE = [195, 248, 456, 420, 278, 327, 2, 98, 48, 198, 236, 3]
/** Upper lip, mouth and lower lip, from below the nose to above the chin. */
const MOUTH = [2, 326, 322, 410, 287, 422, 424, 418, 421, 200, 201, 194, 204, 202, 57, 186, 92, 97]
const CHIN = [200, 421, 418, 424, 431, 395, 369, 396, 175, 171, 140, 170, 211, 204, 194, 201]

export type FaceRegion = 'oval' | 'forehead' | 'nose' | 'mouth' | 'chin'

const REGIONS: Record<FaceRegion, number[]> = { oval: OVAL, forehead: FOREHEAD, nose: NOSE, mouth: MOUTH, chin: CHIN }

export const faceRegion = (person: PersonSeen, region: FaceRegion) => pointsOf(person, REGIONS[region])
export const eye = (person: PersonSeen, side: Side) => pointsOf(person, EYE[side])
export const lid = (person: PersonSeen, side: Side) => pointsOf(person, LID[side])
export const underEye = (person: PersonSeen, side: Side) => pointsOf(person, UNDER_EYE[side])
export const cheek = (person: PersonSeen, side: Side) => pointsOf(person, CHEEK[side])
export const eyeCorners = (person: PersonSeen, side: Side) => pointsOf(person, EYE_CORNERS[side])

export function facePoint({ face }: PersonSeen, index: number): Place {
  return face.points[index]!
}

function pointsOf({ face }: PersonSeen, indices: readonly number[]): Place[] {
  return indices.map((index) => face.points[index]!)
}
