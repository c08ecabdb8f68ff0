import type { Clock } from '../../kernel/clock.ts'
import { inLanes } from '../../kernel/lanes.ts'
import type { BlockCache } from '../block-cache.ts'
import type { Place, UnreadCause } from '../types.ts'
import { candidacy } from './candidacy.ts'
import { readScene } from './read-scene.ts'
import { sceneFiles } from './scene-files.ts'
import { type FoundScenes, sceneSearch } from './search.ts'
import type { Vegetation, VegetationQuery, VegetationRead } from './types.ts'

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
  const stop = new AbortController()
  const searchScenes = sceneSearch(settings.stacUrl, settings.clock)
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
    const search = await searchScenes(distinct(places), query)
    if ('cause' in search)
      return places.map(() => (isOver(query) ? unread(TIME_OVER, 'timed_out') : unread(search.why, search.cause)))
    const candidacies = places.map((place) => candidacy(place, search.scenes, query.nearest))
    for (;;) {
      const waiting = Map.groupBy(
        candidacies.filter(({ next }) => next() !== null),
        ({ next }) => next()!,
      )
      if (waiting.size === 0) break
      if (isOver(query)) {
        for (const each of candidacies) each.giveUp(TIME_OVER, 'timed_out')
        break
      }
      await inLanes([...waiting], AT_ONCE, ([scene, all]) => readScene(scene, all, readPixels))
    }
    return candidacies.map((each) => withGaps(each.outcome() ?? nothing(query), search))
  }

  return { read, close: () => stop.abort() }
}

const TIME_OVER = 'the time for reading scenes was over'

function isOver({ signal }: VegetationQuery): boolean {
  return signal?.aborted ?? false
}

function nothing({ since, until }: VegetationQuery): VegetationRead {
  const period = `from ${since.toISOString().slice(0, 10)} to ${until.toISOString().slice(0, 10)}`
  return { outcome: 'no_data', why: `no scene ${period} covers this place`, passed_over: { scenes: 0, first: [] } }
}

/** Nothing usable among the scenes that were understood is not nothing usable. */
function withGaps(read: VegetationRead, { gaps }: FoundScenes): VegetationRead {
  if (read.outcome !== 'no_data' || gaps.length === 0) return read
  return {
    ...read,
    outcome: 'unread',
    why: `${read.why}; but of the search ${gaps.length} parts could not be used: ${gaps[0]}`,
    cause: 'malformed',
  }
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
