import type { Layers, Place, Read, Window } from '../../earth/types.ts'
import type { Vegetation, VegetationQuery, VegetationRead } from '../../earth/vegetation/types.ts'
import { AROUND_M } from '../../measure/prescreen/land-cover.ts'
import { NEWEST_WITHIN_DAYS } from './pin-reads.ts'

export interface CellReads {
  at: Read
  around: Window
  vegetation: VegetationRead
}

/** A scene this many days before or after a photograph still shows what stood there then. */
export const COMPARED_WITHIN_DAYS = 20
const DAY_MS = 86_400_000

/** Around the time of the photograph where it is known; otherwise the newest, to be shown and not compared. */
export async function readCell(
  { layers, vegetation }: { layers: Layers; vegetation: Vegetation },
  place: Place,
  takenAt: Date | null,
  now: Date,
  signal: AbortSignal,
): Promise<CellReads> {
  const [[at], around, [seen]] = await Promise.all([
    layers.read('worldcover', [place], { signal }),
    layers.window('worldcover', { centre: place, radiusM: AROUND_M }, { signal }),
    vegetation.read([place], { ...periodOf(takenAt, now), signal }),
  ])
  return { at: at!, around, vegetation: seen! }
}

function periodOf(takenAt: Date | null, now: Date): Omit<VegetationQuery, 'signal'> {
  const days = (from: Date, count: number) => new Date(from.getTime() + count * DAY_MS)
  if (takenAt === null) return { since: days(now, -NEWEST_WITHIN_DAYS), until: now, nearest: now }
  const until = days(takenAt, COMPARED_WITHIN_DAYS)
  return { since: days(takenAt, -COMPARED_WITHIN_DAYS), until: until < now ? until : now, nearest: takenAt }
}
