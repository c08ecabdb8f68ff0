import type { Clock } from '../../kernel/clock.ts'
import { inLanes } from '../../kernel/lanes.ts'
import type { BlockCache } from '../block-cache.ts'
import type { Place, UnreadCause } from '../types.ts'
import { candidacy } from './candidacy.ts'
import { readScene } from './read-scene.ts'
import { sceneFiles } from './scene-files.ts'
import { type Search, searchScenes } from './search.ts'
import type { Scene, Vegetation, VegetationQuery, VegetationRead } from './types.ts'

export interface VegetationSettings {
  /** The address of the scene search. */
  stacUrl: string
  /** host:port that the operator vouches for beside the search's own. */
  allow: string[]
  clock: Clock
  cache: BlockCache
}

/** Over all places of one call. */
const TIMEOUT_MS = 45_000
const AT_ONCE = 6

export function createVegetation(settings: VegetationSettings): Vegetation & { close(): void } {
  const { stacUrl } = settings
  const stop = new AbortController()
  const readPixels = sceneFiles({ ...settings, stop: stop.signal })

  async function read(places: Place[], query: VegetationQuery): Promise<VegetationRead[]> {
    const limit = AbortSignal.timeout(TIMEOUT_MS)
    const signal = query.signal === undefined ? limit : AbortSignal.any([query.signal, limit])
    const reads: VegetationRead[] = new Array(places.length)
    await inLanes(neighbourhoods(places), AT_ONCE, async (indexes) => {
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
      await inLanes([...waiting], AT_ONCE, ([scene, all]) => readScene(scene, all, readPixels, query.signal))
    }
    return candidacies.map((each) => each.outcome() ?? nothing(search, query))
  }

  return { read, close: () => stop.abort() }
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
