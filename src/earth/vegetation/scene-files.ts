import type { Clock } from '../../kernel/clock.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { Unreachable, type UnreachableCode } from '../../net/client.ts'
import { fetchGuarded } from '../../net/guarded-fetch.ts'
import type { BlockCache } from '../block-cache.ts'
import { BlockMemory } from '../block-memory.ts'
import { blockOf, pixelAt, sampleIn } from '../raster/raster.ts'
import { forgetHeader, keepHeader, openRemote, type RemoteFile, readRemoteBlock } from '../sources/remote-file.ts'
import { type Send, Upstream } from '../sources/upstream.ts'
import type { Place } from '../types.ts'
import { Unreadable } from '../unreadable.ts'
import type { PixelRead, ReadPixels } from './pixels.ts'
import { onPlane } from './utm.ts'

export interface SceneFileSettings {
  stacUrl: string
  /** host:port that the operator vouches for beside the search's own. */
  allow: string[]
  clock: Clock
  cache: BlockCache
  stop: AbortSignal
}

const TIMEOUT_MS = 10_000
const UNPACKED_BYTES = 32 * 1024 ** 2
const MOST_REDIRECTS = 3
const MOST_OPENED = 256

/**
 * Files at addresses that the scene search named. The host of the search itself, at whatever port, is the operator's
 * word; every other one is a stranger's, and visited as if a caller had given it.
 */
export function sceneFiles({ stacUrl, allow, clock, cache, stop }: SceneFileSettings): ReadPixels {
  const memory = new BlockMemory(UNPACKED_BYTES)
  const upstreams = new Map<string, Upstream>()
  const opened = new Map<string, Promise<RemoteFile>>()
  const tally = { requests: 0 }

  function upstreamOf(url: URL): Upstream {
    const send = url.hostname === new URL(stacUrl).hostname ? undefined : guarded(allow)
    const upstream = upstreams.get(url.host) ?? new Upstream(clock, TIMEOUT_MS, stop, send)
    upstreams.set(url.host, upstream)
    return upstream
  }

  /** Whoever asks for a header that is on its way, or was read lately, has the same one. */
  function open(url: URL): Promise<RemoteFile> {
    const known = opened.get(url.href)
    if (known !== undefined) return known
    const opening = openRemote(url.href, upstreamOf(url), cache, clock().getTime(), tally).then(async (file) => {
      await keepHeader(file, cache)
      return file
    })
    opened.set(url.href, opening)
    opening.catch(() => opened.delete(url.href))
    const [oldest] = opened.keys()
    if (opened.size > MOST_OPENED) opened.delete(oldest!)
    return opening
  }

  /** The file may have been replaced: with the next read its header is asked for again. */
  async function forget(url: URL): Promise<void> {
    opened.delete(url.href)
    await forgetHeader(url.href, cache)
  }

  async function pixelOf(file: RemoteFile, url: URL, place: Place): Promise<PixelRead> {
    const { header } = file
    const at = onPlane(place, header.projection)
    if (at === null)
      throw new Unreadable('malformed', `${nameOf(url)} is in EPSG:${header.projection}, which is no UTM zone`)
    const pixel = pixelAt(header, at.x, at.y)
    if (pixel === null) return { outcome: 'outside' }
    const index = blockOf(header, pixel)
    const samples = await memory.get(`${url.href} ${file.readAt} ${index}`, () =>
      readRemoteBlock(file, index, upstreamOf(url), cache, tally, () => {}),
    )
    return { outcome: 'value', value: sampleIn(header, samples, pixel), ...pixel }
  }

  return async (href, places) => {
    const url = addressOf(href, stacUrl)
    if (url === null) return places.map(() => ({ outcome: 'unread', why: NO_ADDRESS, cause: 'refused' }))
    const opening = open(url)
    const reads = await Promise.all(
      places.map((place) => opening.then((file) => pixelOf(file, url, place)).catch(unreadOf)),
    )
    if (reads.some(({ outcome }) => outcome === 'unread')) await forget(url)
    return reads
  }
}

function unreadOf(error: unknown): PixelRead {
  if (!(error instanceof Unreadable)) throw error
  return { outcome: 'unread', why: error.message, cause: error.why }
}

const NO_ADDRESS = 'the scene names a file at an address that is neither http nor https'

function addressOf(href: string, stacUrl: string): URL | null {
  const url = URL.parse(href, stacUrl)
  return url !== null && /^https?:$/.test(url.protocol) ? url : null
}

function nameOf({ pathname }: URL): string {
  return pathname.slice(pathname.lastIndexOf('/') + 1)
}

/** A stranger's host: https unless the operator vouches for it, resolved once, never a private address otherwise. */
function guarded(allow: string[]): Send {
  return async (address, { headers, timeoutMs, maxBytes, signal }) => {
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(headers?.range ?? '')!
    const range = { offset: Number(from), length: Number(to) - Number(from) + 1 }
    try {
      const maxRedirects = MOST_REDIRECTS
      return await fetchGuarded(address, {
        schemes: allow.includes(placeOf(address)) ? ['https:', 'http:'] : ['https:'],
        allow,
        maxBytes,
        timeoutMs,
        maxRedirects,
        signal,
        range,
      })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const { status, why } = error.detail as { status?: number; why?: string }
      if (status !== undefined) return { status, headers: {}, body: new Uint8Array() }
      throw new Unreachable(KEPT.has(why ?? '') ? (why as UnreachableCode) : 'connection_failed', error.reason, error)
    }
  }
}

function placeOf(address: string): string {
  const { protocol, hostname, port } = new URL(address)
  return `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`
}

/** What the guard itself refuses counts as unreachable. */
const KEPT = new Set(['timed_out', 'cancelled', 'malformed_answer', 'name_not_resolved', 'tls_failed'])
