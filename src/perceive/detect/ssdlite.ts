import type { Pixels } from '../../imaging/decode.ts'
import type { ModelsAt } from '../models.ts'
import { type Session, session } from '../session.ts'
import type { Found } from './box.ts'
import { type LookOptions, lookAtPicture } from './look.ts'
import { NANODET_SIDE } from './nanodet-head.ts'
import { Pyramid } from './pyramid.ts'
import { ssdliteFound, ssdliteInput } from './ssdlite-head.ts'
import type { Region } from './tiles.ts'

export async function ssdliteBoxes(pixels: Pixels, models: ModelsAt, options: LookOptions): Promise<Found[]> {
  return ssdliteReading(new Pyramid(pixels), await session(models, 'ssdlite'), options)
}

export function ssdliteReading(
  pyramid: Pyramid,
  net: Session,
  { floor, tiled = false }: LookOptions,
): Promise<Found[]> {
  const look = async (region: Region) => {
    const out = (await net.run({ input: ssdliteInput(pyramid, region) })) as Record<string, Float32Array>
    return ssdliteFound(out.scores!, out.boxes!, region, floor)
  }
  // The same tiles as the other model's, so that a thing both could see is one that both were shown.
  return lookAtPicture(pyramid, look, NANODET_SIDE, tiled)
}
