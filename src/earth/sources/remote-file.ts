import { deserialize, serialize } from 'node:v8'
import type { BlockCache } from '../block-cache.ts'
import { type Samples, unpackBlock } from '../raster/block.ts'
import type { Bytes } from '../raster/bytes.ts'
import { type RasterHeader, readHeader } from '../raster/header.ts'
import { readBlock } from '../raster/raster.ts'
import type { Tally } from '../tile-file.ts'
import { Unreadable } from '../unreadable.ts'
import type { Identity, Upstream } from './upstream.ts'

/** A file upstream whose header is known. */
export interface RemoteFile {
  url: string
  header: RasterHeader
  identity: Identity
  readAt: number
}

export const HEADER_LASTS_MS = 86_400_000

export async function openRemote(
  url: string,
  upstream: Upstream,
  cache: BlockCache,
  now: number,
  tally: Tally,
): Promise<RemoteFile> {
  const kept = await keptHeader(url, cache, now)
  if (kept !== null) return kept
  let identity: Identity | null = null
  const header = await readHeader({
    name: nameOf(url),
    async range(offset, length) {
      tally.requests += 1
      const piece = await upstream.range(url, offset, length)
      identity ??= piece.identity
      checkSame(identity, piece.identity, url)
      return piece.bytes
    },
  })
  return { url, header, identity: identity!, readAt: now }
}

export async function keepHeader(file: RemoteFile, cache: BlockCache): Promise<void> {
  await cache.put(headerKey(file.url), serialize(file))
}

export async function forgetHeader(url: string, cache: BlockCache): Promise<void> {
  await cache.remove(headerKey(url))
}

async function keptHeader(url: string, cache: BlockCache, now: number): Promise<RemoteFile | null> {
  const bytes = await cache.get(headerKey(url))
  if (bytes === undefined) return null
  const file = deserialize(bytes) as RemoteFile
  return now - file.readAt < HEADER_LASTS_MS ? file : null
}

/** Kept on disk only once it has unpacked: garbage is asked for again. */
export async function readRemoteBlock(
  file: RemoteFile,
  index: number,
  upstream: Upstream,
  cache: BlockCache,
  tally: Tally,
  check: (samples: Samples) => void,
): Promise<Samples> {
  const { url, header } = file
  const key = blockKey(file, index)
  const kept = await cache.get(key)
  if (kept !== undefined) return unpackBlock(header, index, kept)
  let fetched: Uint8Array | null = null
  const bytes: Bytes = {
    name: nameOf(url),
    async range(offset, length) {
      tally.requests += 1
      fetched = await rangeOf(file, offset, length, upstream)
      return fetched
    },
  }
  const samples = await readBlock(header, index, bytes)
  check(samples)
  if (fetched !== null) await cache.put(key, fetched)
  return samples
}

export async function rangeOf(
  file: RemoteFile,
  offset: number,
  length: number,
  upstream: Upstream,
): Promise<Uint8Array> {
  const { url, identity } = file
  const piece = await upstream.range(url, offset, length)
  checkSame(identity, piece.identity, url)
  if (piece.bytes.length < length)
    throw new Unreadable('cut_short', `${nameOf(url)} ends before the block that its header names`)
  return piece.bytes
}

/** Blocks of one file and the header of another would be pixels of neither. */
function checkSame(known: Identity, found: Identity, url: string): void {
  const members = ['etag', 'modified', 'size'] as const
  if (members.some((member) => known[member] !== found[member]))
    throw new Unreadable('malformed', `${nameOf(url)} was replaced while it was read`)
}

/** Of this state of the file: another one under the same address has other blocks. */
export function blockKey({ url, identity }: RemoteFile, index: number): string {
  return `${url} ${identity.etag} ${identity.modified} ${identity.size} block ${index}`
}

function headerKey(url: string): string {
  return `${url} header`
}

function nameOf(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1)
}
