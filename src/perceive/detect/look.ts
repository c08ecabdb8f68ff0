import { area, type Found, overlap } from './box.ts'
import { suppress } from './nms.ts'
import type { Pyramid } from './pyramid.ts'
import { isCut, type Region, tilesOf, wholeOf } from './tiles.ts'

/** One model shown one region; boxes come back in pixels of the picture. */
export type Look<Thing extends Found<string> = Found> = (region: Region) => Promise<Thing[]>

export interface LookOptions {
  /** Of the score; what lies below is not returned. */
  floor: number
  /** Looks at the tiles as well as at the whole: small things are found, at several times the cost. */
  tiled?: boolean
}

/** What one model sees in a picture that is shown to it `side` pixels wide or high. */
export async function lookAtPicture<Thing extends Found<string>>(
  { width, height }: Pyramid,
  look: Look<Thing>,
  side: number,
  tiled: boolean,
): Promise<Thing[]> {
  const whole = suppress(await look(wholeOf(width, height)), MOST_OVERLAP)
  if (!tiled) return whole
  const near: Thing[] = []
  for (const tile of tilesOf(width, height, side)) {
    const seen = await look(tile)
    const margin = CUT_MARGIN * Math.max(tile.width, tile.height)
    near.push(...seen.filter(({ box }) => !isCut(box, tile, margin)))
  }
  const things = suppress(near, MOST_OVERLAP).filter((found) => !whole.some((other) => isPartOf(found, other)))
  return suppress([...whole, ...things], MOST_OVERLAP)
}

const MOST_OVERLAP = 0.6
/** Of a tile's side; nearer to an inner edge than this a box is taken to go on beyond it. */
const CUT_MARGIN = 0.01
const PART = { inside: 0.85, ofArea: 0.5, outscoredBy: 1.25 }

/** Shown a close-up in pieces, a model takes a head or a leg for a person; the whole picture knows better. */
function isPartOf(part: Found<string>, whole: Found<string>): boolean {
  return (
    part.class === whole.class &&
    whole.score >= PART.outscoredBy * part.score &&
    area(part.box) < PART.ofArea * area(whole.box) &&
    overlap(part.box, whole.box) >= PART.inside * area(part.box)
  )
}
