import type { Place, UnreadCause } from '../types.ts'
import { candidacy } from './candidacy.ts'
import type { ReadPixels } from './pixels.ts'
import { readScene } from './read-scene.ts'
import { type Search, searchScenes } from './search.ts'
import type { Scene, Vegetation, VegetationQuery, VegetationRead } from './types.ts'

export interface VegetationSource {
  /** The address of the scene search. */
  stacUrl: string
  readPixels: ReadPixels
  /** Over all places of one call. */
  timeoutMs?: number
}

const TIMEOUT_MS = 45_000
const AT_ONCE = 6

export function createVegetation({ stacUrl, readPixels, timeoutMs = TIMEOUT_MS }: VegetationSource): Vegetation {
  async function read(places: Place[], query: VegetationQuery): Promise<VegetationRead[]> {
    const limit = AbortSignal.timeout(timeoutMs)
    const signal = query.signal === undefined ? limit : AbortSignal.any([query.signal, limit])
    const reads: VegetationRead[] = new Array(places.length)
    await inTurns(neighbourhoods(places), async (indexes) => {
      const settled = await readTogether(
        indexes.map((index) => places[index]!),
        { ...query, signal },
      )
      for (const [position, index] of indexes.entries()) reads[index] = settled[position]!
    })
    return reads
  }

  /** Each place walks its own list of scenes; places that wait for the same scene read it together. */
  async function readTogether(places: Place[], query: VegetationQuery): Promise<VegetationRead[]> {
    const search = await searchScenes(stacUrl, distinct(places), query)
    if ('cause' in search) return places.map(() => unread(search.why, search.cause))
    const candidacies = places.map((place) => candidacy(place, search.scenes, query.nearest))
    for (;;) {
      const waiting = Map.groupBy(
        candidacies.filter(({ next }) => next() !== null),
        ({ next }) => next()!,
      )
      if (waiting.size === 0) break
      if (query.signal?.aborted) {
        for (const each of candidacies) each.giveUp('the time for reading scenes was over', 'timed_out')
        break
      }
      await inTurns([...waiting], ([scene, all]) => readScene(scene, all, readPixels, query.signal))
    }
    return candidacies.map((each) => each.outcome() ?? nothing(search, query))
  }

  return { read }
}

function nothing(
  { unreadable }: Extract<Search, { scenes: Scene[] }>,
  { since, until }: VegetationQuery,
): VegetationRead {
  const period = `from ${since.toISOString().slice(0, 10)} to ${until.toISOString().slice(0, 10)}`
  if (unreadable.length > 0)
    return unread(
      `no scene ${period} could be used; ${unreadable.length} of them could not be understood: ${unreadable[0]}`,
      'malformed',
    )
  return { outcome: 'no_data', why: `no scene ${period} covers this place`, passed_over: { scenes: 0, first: [] } }
}

function unread(why: string, cause: UnreadCause): VegetationRead {
  return { outcome: 'unread', why, cause, passed_over: { scenes: 0, first: [] } }
}

/** About a scene's size, so that one search answers for all places in it. */
function neighbourhoods(places: Place[]): number[][] {
  const groups = Map.groupBy(places.keys(), (index) => {
    const { lat, lng } = places[index]!
    return `${Math.floor(lat)} ${Math.floor(lng)}`
  })
  return [...groups.values()]
}

function distinct(places: Place[]): Place[] {
  return [...new Map(places.map((place) => [`${place.lat} ${place.lng}`, place])).values()]
}

async function inTurns<Item>(items: Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = items.values()
  const lane = async () => {
    for (const item of waiting) await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, lane))
}
