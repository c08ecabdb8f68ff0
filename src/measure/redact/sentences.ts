import { COLOUR_STEP } from './mosaic.ts'

export const METHOD = `Every person that two of four witnesses agree on (SSDLite, NanoDet, a pose, a face) is covered with a margin; regions that touch share one grid. A region is cut into squares of cell_px pixels, at most 8 across a person and 4 across a face, and each square becomes the mean of its pixels, in steps of ${COLOUR_STEP} of 255. Then the detectors look at the result again, down to half the floor or to detector_floor, whichever is more; where they still find someone in what was covered, squares of twice the size are tried, and kept if they find less. The answer is a PNG of pixels alone: no metadata, thumbnail or profile.`

export const WHY_NOT_BLUR =
  'A blur spreads every pixel over its neighbours, so what was there is still in the sum and can be brought back in part. Of a mosaic only one mean a square is left.'

export const NOT_A_GUARANTEE =
  'Covered is what the detectors found. They do not see a face in a mirror, a name on clothing, a document held in a hand, or people smaller than they can see; and a shape, a place or clothes outside the boxes may still tell who it was.'

export const RUN_IT_YOURSELF =
  'Take this source, run `npm ci && npm start`, and send the same bytes and floor to your own /api/redact/people: the detector id names the weights and the code, and the same id gives the same picture, byte for byte.'

export const DECIDE_FOR_YOURSELF =
  'Look at the picture itself, and at near_the_floor: whoever stands there was left as he was. What you may publish is yours to decide; nothing here decides it.'

/** Why a person should look before this picture is used; empty where the rules give no reason. */
export function reasonsToLook(found: {
  near: number
  stillFound: number
  /** The score that the second look went down to. */
  secondFloor: number
  floorUnverified: boolean
}): string[] {
  const { near, stillFound, secondFloor, floorUnverified } = found
  const reasons: string[] = []
  if (near === 1) reasons.push('1 place near the floor may show people and was not covered')
  if (near > 1) reasons.push(`${near} places near the floor may show people and were not covered`)
  if (stillFound > 0)
    reasons.push(
      `the detectors still find a person in what was covered, with ${stillFound} ${stillFound === 1 ? 'box' : 'boxes'} of a score of ${secondFloor} or more`,
    )
  if (floorUnverified)
    reasons.push('half the floor lies below what the detectors report, so the second look could not reach it')
  return reasons
}
