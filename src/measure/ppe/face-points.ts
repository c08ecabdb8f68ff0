import type { PersonSeen, Place, Side } from './seen.ts'

/** Outlines by the numbers of the published 468-point face mesh, each in order around its region. */
export const FACE = {
  oval: [
    10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377, 152, 148, 176, 149, 150,
    136, 172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109,
  ],
  forehead: [109, 10, 338, 337, 336, 9, 107, 108],
  /** Its lower half, from the middle of the bridge to the wings. */
  nose: [195, 248, 456, 420, 278, 327, 2, 98, 48, 198, 236, 3],
  /** With both lips, from below the nose to above the chin. */
  mouth: [2, 326, 322, 410, 287, 422, 424, 418, 421, 200, 201, 194, 204, 202, 57, 186, 92, 97],
  chin: [200, 421, 418, 424, 431, 395, 369, 396, 175, 171, 140, 170, 211, 204, 194, 201],
} as const

export const BESIDE: Record<Side, { eye: readonly number[]; underEye: readonly number[]; cheek: readonly number[] }> = {
  left: {
    eye: [263, 249, 390, 373, 374, 380, 381, 382, 362, 398, 384, 385, 386, 387, 388, 466],
    underEye: [448, 449, 450, 451, 452, 350, 349, 348, 347, 346],
    cheek: [280, 346, 347, 330, 425],
  },
  right: {
    eye: [33, 7, 163, 144, 145, 153, 154, 155, 133, 173, 157, 158, 159, 160, 161, 246],
    underEye: [228, 229, 230, 231, 232, 121, 120, 119, 118, 117],
    cheek: [50, 117, 118, 101, 205],
  },
}

/** Single points that rules measure from. */
export const TOP = 10
export const CHIN = 152
export const MOUTH = 13
export const EAR: Record<Side, number> = { left: 454, right: 234 }
export const EYE_CORNER: Record<Side, { outer: number; inner: number }> = {
  left: { outer: 263, inner: 362 },
  right: { outer: 33, inner: 133 },
}

export const faceRegion = (person: PersonSeen, region: keyof typeof FACE) => pointsOf(person, FACE[region])
export const eye = (person: PersonSeen, side: Side) => pointsOf(person, BESIDE[side].eye)
export const underEye = (person: PersonSeen, side: Side) => pointsOf(person, BESIDE[side].underEye)
export const cheek = (person: PersonSeen, side: Side) => pointsOf(person, BESIDE[side].cheek)

export function facePoint({ face }: PersonSeen, index: number): Place {
  return face.points[index]!
}

function pointsOf({ face }: PersonSeen, indices: readonly number[]): Place[] {
  return indices.map((index) => face.points[index]!)
}
