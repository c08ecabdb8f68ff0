import type { Pixels } from '../../imaging/decode.ts'
import { giveBack } from '../../imaging/give-back.ts'
import type { ModelsAt } from '../models.ts'
import { type Session, session } from '../session.ts'
import type { Found } from './box.ts'
import { type LookOptions, lookAtPicture } from './look.ts'
import { NANODET_NUMBERS, NANODET_SIDE, nanodetFound, nanodetInput } from './nanodet-head.ts'
import { Pyramid } from './pyramid.ts'
import { withScratch } from './scratch.ts'
import type { Region } from './tiles.ts'

export async function nanodetBoxes(pixels: Pixels, models: ModelsAt, options: LookOptions): Promise<Found[]> {
  return nanodetReading(new Pyramid(pixels), await session(models, 'nanodet'), options)
}

export function nanodetReading(
  pyramid: Pyramid,
  net: Session,
  { floor, tiled = false }: LookOptions,
): Promise<Found[]> {
  const lookAt = async (region: Region) => {
    const look = (numbers: Float32Array) => net.run({ input: nanodetInput(pyramid, region, numbers) })
    const out = (await withScratch(NANODET_NUMBERS, look)) as Record<string, Float32Array>
    const scores = [out.classes_8!, out.classes_16!, out.classes_32!]
    const found = nanodetFound(scores, [out.sides_8!, out.sides_16!, out.sides_32!], region, floor)
    Object.values(out).forEach(giveBack)
    return found
  }
  return lookAtPicture(pyramid, lookAt, NANODET_SIDE, tiled)
}
