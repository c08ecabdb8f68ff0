import type { Layers, Place, Read, Window } from '../../earth/types.ts'
import type { Vegetation, VegetationRead } from '../../earth/vegetation/types.ts'
import { inLanes } from '../../kernel/lanes.ts'
import { AROUND_M } from '../../measure/prescreen/land-cover.ts'
import { type Loss, lossOf } from '../../measure/prescreen/loss.ts'

export interface PinSources {
  layers: Layers
  vegetation: Vegetation
}

/** Everything that was read of one pin. What would not change its standing is not read, and null. */
export interface PinReads {
  lossyear: Read
  datamask: Read
  forest2020: Read
  loss: Loss
  landCover: { at: Read; around: Window } | null
  vegetation: VegetationRead | null
}

export const NEWEST_WITHIN_DAYS = 60
const DAY_MS = 86_400_000
const WINDOWS_AT_ONCE = 16

/** Loss first, for all pins at once: who is disqualified, or cannot be judged, costs no further reads. */
export async function readPins(
  { layers, vegetation }: PinSources,
  pins: readonly Place[],
  now: Date,
  signal?: AbortSignal,
): Promise<PinReads[]> {
  const places = pins.map(({ lat, lng }) => ({ lat, lng }))
  const [lossyears, datamasks, forests] = await Promise.all([
    layers.read('hansen_lossyear', places, { signal }),
    layers.read('hansen_datamask', places, { signal }),
    layers.read('gfc2020', places, { signal }),
  ])
  const reads = places.map((_, index): PinReads => {
    const [lossyear, datamask] = [lossyears[index]!, datamasks[index]!]
    const loss = lossOf(lossyear, datamask)
    return { lossyear, datamask, forest2020: forests[index]!, loss, landCover: null, vegetation: null }
  })
  const eligible = [...reads.keys()].filter((index) => {
    const { kind } = reads[index]!.loss
    return kind === 'none' || kind === 'before_cut_off'
  })
  await Promise.all([readLandCover(), readVegetation()])
  return reads

  async function readLandCover(): Promise<void> {
    const ownPixels = await layers.read(
      'worldcover',
      eligible.map((index) => places[index]!),
      { signal },
    )
    await inLanes([...eligible.entries()], WINDOWS_AT_ONCE, async ([nth, index]) => {
      const around = await layers.window('worldcover', { centre: places[index]!, radiusM: AROUND_M }, { signal })
      reads[index]!.landCover = { at: ownPixels[nth]!, around }
    })
  }

  async function readVegetation(): Promise<void> {
    if (eligible.length === 0) return
    const since = new Date(now.getTime() - NEWEST_WITHIN_DAYS * DAY_MS)
    const seen = await vegetation.read(
      eligible.map((index) => places[index]!),
      { since, until: now, nearest: now, signal },
    )
    for (const [nth, index] of eligible.entries()) reads[index]!.vegetation = seen[nth]!
  }
}
