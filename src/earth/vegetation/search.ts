import type { Clock } from '../../kernel/clock.ts'
import { isObject } from '../../kernel/json.ts'
import { Breaker } from '../../net/breaker.ts'
import { type Answer, request, Unreachable } from '../../net/client.ts'
import type { Place, UnreadCause } from '../types.ts'
import { sceneOf } from './scene.ts'
import type { Scene, VegetationQuery } from './types.ts'

export const COLLECTION = 'sentinel-2-c1-l2a'

const PAGE = 100
const MOST_PAGES = 10
const TIMEOUT_MS = 15_000
const MOST_BYTES = 32 * 1024 ** 2

export type Search = FoundScenes | { why: string; cause: UnreadCause }

export interface FoundScenes {
  scenes: Scene[]
  /** Of what could not be understood or was not looked at, one sentence each. */
  gaps: string[]
}

export type SearchScenes = (places: Place[], query: VegetationQuery) => Promise<Search>

const TROUBLE: ReadonlySet<UnreadCause> = new Set(['upstream_error', 'timed_out', 'unreachable'])

/** Every scene of the period over any of the places; a search that is down is not asked again for each of them. */
export function sceneSearch(address: string, clock: Clock): SearchScenes {
  const breaker = new Breaker(clock)
  return async (places, query) => {
    if (!breaker.admits()) return { why: 'the scene search failed lately and is not asked again yet', cause: 'paused' }
    const found = await search(address, places, query)
    if (!('cause' in found)) breaker.answered()
    else if (found.cause === 'cancelled') breaker.abandoned()
    else if (TROUBLE.has(found.cause)) breaker.failed()
    else breaker.answered()
    return found
  }
}

async function search(address: string, places: Place[], query: VegetationQuery): Promise<Search> {
  const scenes = new Map<string, Scene>()
  const gaps: string[] = []
  const question = questionOf(places, query)
  let next: Page | null = { url: address, body: question }
  try {
    for (let page = 0; next !== null; page++) {
      if (page === MOST_PAGES) {
        gaps.push(`the search has more than the ${MOST_PAGES} pages that are read`)
        break
      }
      const found = parsed(await ask(next, query.signal))
      for (const item of found.features) {
        const scene = sceneOf(item)
        if ('missing' in scene) gaps.push(`${scene.id ?? 'an item without id'} lacks ${scene.missing}`)
        else if (isWithin(scene, query)) scenes.set(scene.id, scene)
      }
      const following: Page | null | 'elsewhere' =
        found.features.length === 0 ? null : nextPage(found.links, next.body ?? question, address)
      if (following === 'elsewhere') gaps.push('a further page of the search lies on another host')
      next = following === 'elsewhere' ? null : following
    }
  } catch (error) {
    if (error instanceof Unsearchable) return { why: error.message, cause: error.cause }
    if (!(error instanceof Unreachable)) throw error
    return { why: `the scene search failed: ${error.message.replace(/\.$/, '')}`, cause: causeOf(error) }
  }
  return { scenes: [...scenes.values()], gaps }
}

/** A search that ignores what it was asked is not believed. */
function isWithin({ datetime }: Scene, { since, until }: VegetationQuery): boolean {
  return datetime >= since.toISOString() && datetime <= until.toISOString()
}

type Question = Record<string, unknown>

/** Without a body it is asked for by GET. */
interface Page {
  url: string
  body: Question | null
}

function questionOf(places: Place[], { since, until }: VegetationQuery): Question {
  const coordinates = places.map(({ lat, lng }) => [lng, lat])
  return {
    collections: [COLLECTION],
    intersects:
      coordinates.length === 1 ? { type: 'Point', coordinates: coordinates[0] } : { type: 'MultiPoint', coordinates },
    datetime: `${since.toISOString()}/${until.toISOString()}`,
    sortby: [{ field: 'properties.datetime', direction: 'desc' }],
    limit: PAGE,
  }
}

function ask({ url, body }: Page, signal: AbortSignal | undefined): Promise<Answer> {
  const accept = 'application/geo+json, application/json'
  return request(url, {
    method: body === null ? 'GET' : 'POST',
    headers: body === null ? { accept } : { accept, 'content-type': 'application/json' },
    body: body === null ? undefined : JSON.stringify(body),
    timeoutMs: TIMEOUT_MS,
    maxBytes: MOST_BYTES,
    signal,
  })
}

class Unsearchable extends Error {
  override readonly cause: UnreadCause

  constructor(sentence: string, cause: UnreadCause) {
    super(sentence)
    this.cause = cause
  }
}

function parsed({ status, body }: Answer): { features: unknown[]; links: unknown } {
  if (status !== 200) throw new Unsearchable(`the scene search answered with status ${status}`, causeOfStatus(status))
  const collection = json(body)
  if (!isObject(collection) || !Array.isArray(collection.features))
    throw new Unsearchable('the scene search answered with something that is no list of scenes', 'malformed')
  return { features: collection.features, links: collection.links }
}

function json(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString())
  } catch {
    return null
  }
}

/** Only to the host that the operator named: a link in an answer leads nowhere else. */
function nextPage(links: unknown, body: Question, address: string): Page | null | 'elsewhere' {
  const link = Array.isArray(links) ? links.find((link) => isObject(link) && link.rel === 'next') : undefined
  const url = typeof link?.href === 'string' ? URL.parse(link.href, address) : null
  if (url === null) return null
  if (url.host !== new URL(address).host) return 'elsewhere'
  if (link.method !== 'POST') return { url: url.href, body: null }
  const more = isObject(link.body) ? link.body : {}
  return { url: url.href, body: link.merge === true ? { ...body, ...more } : more }
}

function causeOfStatus(status: number): UnreadCause {
  if (status === 404) return 'not_found'
  if (status === 401 || status === 403) return 'forbidden'
  return status >= 500 || status === 429 ? 'upstream_error' : 'refused'
}

function causeOf({ reason }: Unreachable): UnreadCause {
  if (reason.code === 'timed_out') return 'timed_out'
  if (reason.code === 'cancelled') return 'cancelled'
  return reason.code === 'malformed_answer' || reason.code === 'too_large' ? 'malformed' : 'unreachable'
}
