import type { Place, UnreadCause } from '../types.ts'
import type { PassedOver, Scene, SceneProvenance, VegetationRead } from './types.ts'

const NAMED = 5
/** A place whose scenes fail one after the other is not worth all of them. */
const MOST_UNREAD = 3

/** One place on its way through the scenes that cover it, the nearest in time first. */
export interface Candidacy {
  place: Place
  next(): Scene | null
  passOver(why: string): void
  fail(why: string, cause: UnreadCause): void
  giveUp(why: string, cause: UnreadCause): void
  settle(ndvi: number, at: Omit<SceneProvenance, 'passed_over'>): void
  /** Null where no scene covers the place. */
  outcome(): VegetationRead | null
}

export function candidacy(place: Place, scenes: Scene[], nearest: Date): Candidacy {
  const away = ({ datetime }: Scene) => Math.abs(new Date(datetime).getTime() - nearest.getTime())
  const queue = scenes
    .filter(({ bbox }) => covers(bbox, place))
    .sort((a, b) => away(a) - away(b) || (a.id < b.id ? -1 : 1))
  const passed: PassedOver = { scenes: 0, first: [] }
  let failures: { why: string; cause: UnreadCause }[] = []
  let settled: VegetationRead | null = null
  let at = 0

  function leaveBehind(why: string): void {
    const { id, datetime } = queue[at++]!
    passed.scenes++
    if (passed.first.length < NAMED) passed.first.push({ scene: id, date: datetime, why })
  }

  return {
    place,
    next: () => (settled === null ? (queue[at] ?? null) : null),
    passOver: leaveBehind,
    fail(why, cause) {
      leaveBehind(why)
      failures = [...failures, { why, cause }]
      if (failures.length >= MOST_UNREAD) settled = { outcome: 'unread', why, cause, passed_over: passed }
    },
    giveUp(why, cause) {
      settled ??= { outcome: 'unread', why, cause, passed_over: passed }
    },
    settle(ndvi, found) {
      settled = { outcome: 'value', ndvi, at: { ...found, passed_over: passed } }
    },
    outcome() {
      if (settled !== null || queue.length === 0) return settled
      // A scene that could not be read might have been usable: that is not the same as none being usable.
      const [failure] = failures
      if (failure !== undefined) return { outcome: 'unread', ...failure, passed_over: passed }
      const why = `none of ${queue.length} scenes is usable at this pixel; the nearest: ${passed.first[0]!.why}`
      return { outcome: 'no_data', why, passed_over: passed }
    },
  }
}

function covers(bbox: Scene['bbox'], { lat, lng }: Place): boolean {
  if (bbox === null) return true
  const [west, south, east, north] = bbox
  const inLongitude = west <= east ? lng >= west && lng <= east : lng >= west || lng <= east
  return inLongitude && lat >= south && lat <= north
}
