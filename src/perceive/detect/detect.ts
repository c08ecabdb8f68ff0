import type { Pixels } from '../../imaging/decode.ts'
import type { ModelsAt } from '../models.ts'
import { session } from '../session.ts'
import type { Box, Found } from './box.ts'
import { fuse } from './fuse.ts'
import { type CouldMiss, couldMiss } from './missed.ts'
import { MODES, type Mode } from './modes.ts'
import { nanodetReading } from './nanodet.ts'
import { Pyramid } from './pyramid.ts'
import { ssdliteReading } from './ssdlite.ts'

const SAME_THING = 0.55
/** Below this a model's box is noise, and would only pull fused boxes about. */
const FLOOR = 0.05

export interface DetectOptions {
  /** Of the fused score; the mode's published default where none is given. */
  threshold?: number
  /** The picture that the pixels were shrunk from: boxes are told in its pixels. */
  picture?: { width: number; height: number }
}

export interface Detection {
  /** Best first. */
  boxes: Found[]
  /** The detectorFnId. */
  detector: string
  threshold: number
  could_miss: CouldMiss
}

/** The same pixels give the same boxes, whichever worker reads them. */
export async function detect(
  pixels: Pixels,
  mode: Mode,
  models: ModelsAt,
  options: DetectOptions = {},
): Promise<Detection> {
  const { detector, tiled, threshold: published } = MODES[mode]
  const { threshold = published, picture = pixels } = options
  const pyramid = new Pyramid(pixels)
  const readings = [
    await nanodetReading(pyramid, await session(models, 'nanodet'), { floor: FLOOR, tiled }),
    await ssdliteReading(pyramid, await session(models, 'ssdlite'), { floor: FLOOR, tiled }),
  ]
  pyramid.giveBack()
  const [byX, byY] = [picture.width / pixels.width, picture.height / pixels.height]
  const inPicture = ([x1, y1, x2, y2]: Box): Box => [x1 * byX, y1 * byY, x2 * byX, y2 * byY]
  const boxes = fuse(readings, SAME_THING)
    .filter(({ score }) => score >= threshold)
    .map((found) => ({ ...found, box: inPicture(found.box) }))
  return { boxes, detector, threshold, could_miss: couldMiss(pixels, picture, mode) }
}
