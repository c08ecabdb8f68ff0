import type { Pixels } from '../../imaging/decode.ts'
import { giveBack } from '../../imaging/give-back.ts'
import type { ModelsAt } from '../models.ts'
import { type Session, session } from '../session.ts'
import type { Found } from './box.ts'
import { type LookOptions, lookAtPicture } from './look.ts'
import { NANODET_SIDE } from './nanodet-head.ts'
import { Pyramid } from './pyramid.ts'
import { withScratch } from './scratch.ts'
import { SSDLITE_NUMBERS, ssdliteFound, ssdliteInput } from './ssdlite-head.ts'
import type { Region } from './tiles.ts'

export async function ssdliteBoxes(pixels: Pixels, models: ModelsAt, options: LookOptions): Promise<Found[]> {
  return ssdliteReading(new Pyramid(pixels), await session(models, 'ssdlite'), options)
}

export function ssdliteReading(
  pyramid: Pyramid,
  net: Session,
  { floor, tiled = false }: LookOptions,
): Promise<Found[]> {
  const lookAt = async (region: Region) => {
    const look = (numbers: Float32Array) => net.run({ input: ssdliteInput(pyramid, region, numbers) })
    const out = (await withScratch(SSDLITE_NUMBERS, look)) as Record<string, Float32Array>
    const found = ssdliteFound(out.scores!, out.boxes!, region, floor)
    Object.values(out).forEach(giveBack)
    return found
  }
  // The same tiles as the other model's, so that a thing both could see is one that both were shown.
  return lookAtPicture(pyramid, lookAt, NANODET_SIDE, tiled)
}
