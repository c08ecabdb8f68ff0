import type { Pixels } from '../../imaging/decode.ts'
import type { ModelsAt } from '../models.ts'
import { type Session, session } from '../session.ts'
import type { Found } from './box.ts'
import { NANODET_SIDE, nanodetFound, nanodetInput } from './nanodet-head.ts'
import { suppress } from './nms.ts'
import { Pyramid } from './pyramid.ts'
import { isCut, type Region, tilesOf, wholeOf } from './tiles.ts'

const MOST_OVERLAP = 0.6
/** Of a tile's side; nearer to an inner edge than this a box is taken to go on beyond it. */
const CUT_MARGIN = 0.01

export interface NanodetOptions {
  /** Of the score; what lies below is not returned. */
  floor: number
  /** Looks at the tiles as well as at the whole: small things are found, at several times the cost. */
  tiled: boolean
}

export async function nanodetBoxes(pixels: Pixels, models: ModelsAt, options: NanodetOptions): Promise<Found[]> {
  return nanodetReading(new Pyramid(pixels), await session(models, 'nanodet'), options)
}

export async function nanodetReading(pyramid: Pyramid, net: Session, options: NanodetOptions): Promise<Found[]> {
  const { width, height } = pyramid
  const regions = [wholeOf(width, height), ...(options.tiled ? tilesOf(width, height, NANODET_SIDE) : [])]
  const found: Found[] = []
  for (const region of regions) {
    const seen = await lookAt(pyramid, region, net, options.floor)
    const margin = CUT_MARGIN * Math.max(region.width, region.height)
    found.push(...seen.filter(({ box }) => !isCut(box, region, margin)))
  }
  return suppress(found, MOST_OVERLAP)
}

async function lookAt(pyramid: Pyramid, region: Region, net: Session, floor: number): Promise<Found[]> {
  const out = (await net.run({ input_1: nanodetInput(pyramid, region) })) as Record<string, Float32Array>
  return nanodetFound(
    [out.classes_8!, out.classes_16!, out.classes_32!],
    [out.sides_8!, out.sides_16!, out.sides_32!],
    region,
    floor,
  )
}
