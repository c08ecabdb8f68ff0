import type { Pixels } from '../../imaging/decode.ts'
import type { ModelsAt } from '../models.ts'
import { type Session, session } from '../session.ts'
import type { Found } from './box.ts'
import { suppress } from './nms.ts'
import { Pyramid } from './pyramid.ts'
import { ssdliteFound, ssdliteInput } from './ssdlite-head.ts'
import { wholeOf } from './tiles.ts'

const MOST_OVERLAP = 0.6

export interface SsdliteOptions {
  /** Of the score; what lies below is not returned. */
  floor: number
}

export async function ssdliteBoxes(pixels: Pixels, models: ModelsAt, options: SsdliteOptions): Promise<Found[]> {
  return ssdliteReading(new Pyramid(pixels), await session(models, 'ssdlite'), options)
}

export async function ssdliteReading(pyramid: Pyramid, net: Session, { floor }: SsdliteOptions): Promise<Found[]> {
  const whole = wholeOf(pyramid.width, pyramid.height)
  const out = (await net.run({ 'Preprocessor/sub': ssdliteInput(pyramid, whole) })) as Record<string, Float32Array>
  return suppress(ssdliteFound(out.scores!, out.boxes!, whole, floor), MOST_OVERLAP)
}
