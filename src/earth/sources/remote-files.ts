import { basename } from 'node:path'
import type { Clock } from '../../kernel/clock.ts'
import type { BlockCache } from '../block-cache.ts'
import type { BlockMemory } from '../block-memory.ts'
import { checkLegend } from '../meaning.ts'
import type { Samples } from '../raster/block.ts'
import type { Layer, Version } from '../registry/layer.ts'
import type { Tile } from '../registry/tiling.ts'
import { type LayerFamily, UPSTREAM } from '../registry/upstream.ts'
import { checkPosition, type Tally, type TileFile } from '../tile-file.ts'
import { Unreadable } from '../unreadable.ts'
import {
  blockKey,
  forgetHeader,
  HEADER_LASTS_MS,
  keepHeader,
  openRemote,
  type RemoteFile,
  rangeOf,
  readRemoteBlock,
} from './remote-file.ts'
import { Upstream } from './upstream.ts'

export interface RemoteSettings {
  urls: Record<LayerFamily, string>
  clock: Clock
  timeoutMs: number
  stop: AbortSignal
}

export interface Located {
  file: RemoteFile
  version: Version
}

interface Candidate {
  version: Version
  path: string
  isFlat: boolean
}

const MOST_OPENED = 256
const ABSENCE_LASTS_MS = 86_400_000

/** Tiles upstream, read by ranges: the header once, then each block once, whoever asks. */
export class RemoteFiles {
  readonly #settings: RemoteSettings
  readonly #cache: BlockCache
  readonly #memory: BlockMemory
  readonly #upstreams = new Map<LayerFamily, Upstream>()
  readonly #opened = new Map<string, { file: Promise<RemoteFile>; until: number }>()
  /** Open ocean stays open ocean for a day. */
  readonly #absent = new Map<string, number>()
  /** Whether the folder that the operator named has none of upstream's folders in it, once a file was found there. */
  readonly #isFlat = new Map<LayerFamily, boolean>()

  constructor(settings: RemoteSettings, cache: BlockCache, memory: BlockMemory) {
    this.#settings = settings
    this.#cache = cache
    this.#memory = memory
  }

  async open(layer: Layer, tile: Tile, tally: Tally): Promise<TileFile> {
    const { file, version } = await this.locate(layer, tile, tally)
    const { url, header, readAt } = file
    return {
      name: basename(url),
      version,
      header,
      block: (index) =>
        this.#memory.get(`${blockKey(file, index)} ${readAt}`, () => this.#block(file, index, layer, version, tally)),
    }
  }

  async locate(layer: Layer, tile: Tile, tally: Tally): Promise<Located> {
    let first: Unreadable | undefined
    for (const { version, path, isFlat } of this.#candidates(layer, tile)) {
      try {
        const file = await this.#openPath(layer, tile, path, tally)
        this.#isFlat.set(layer.family, isFlat)
        return { file, version }
      } catch (error) {
        if (!(error instanceof Unreadable) || error.why !== 'not_found') throw error
        first ??= error
      }
    }
    throw first!
  }

  /** Bytes of a file that was located, as long as it is still that file. */
  async bytes(layer: Layer, file: RemoteFile, offset: number, length: number): Promise<Uint8Array> {
    return rangeOf(file, offset, length, this.#upstream(layer.family))
  }

  /** A mirror may hold older versions, or leave out the folders; the public addresses hold what they are known for. */
  #candidates(layer: Layer, tile: Tile): Candidate[] {
    const isPublic = this.#settings.urls[layer.family] === UPSTREAM[layer.family]
    const versions = isPublic || layer.absentTileIsNoData ? layer.versions.slice(0, 1) : layer.versions
    return versions.flatMap((version) => {
      const nested = { version, path: version.path(tile.name), isFlat: false }
      const flat = { version, path: basename(nested.path), isFlat: true }
      if (isPublic || flat.path === nested.path) return [nested]
      return this.#isFlat.get(layer.family) ? [flat, nested] : [nested, flat]
    })
  }

  async #openPath(layer: Layer, tile: Tile, path: string, tally: Tally): Promise<RemoteFile> {
    const { urls, clock } = this.#settings
    const url = `${urls[layer.family]}/${path}`
    const now = clock().getTime()
    if ((this.#absent.get(url) ?? 0) > now) throw new Unreadable('not_found', `upstream has no ${basename(path)}`)
    try {
      return await this.#header(url, this.#upstream(layer.family), tile, now, tally)
    } catch (error) {
      if (error instanceof Unreadable && error.why === 'not_found' && layer.absentTileIsNoData)
        this.#absent.set(url, now + ABSENCE_LASTS_MS)
      throw error
    }
  }

  #header(url: string, upstream: Upstream, tile: Tile, now: number, tally: Tally): Promise<RemoteFile> {
    const known = this.#opened.get(url)
    if (known !== undefined && now < known.until) return known.file
    const file = this.#openChecked(url, upstream, tile, now, tally)
    const opened = { file, until: now + HEADER_LASTS_MS }
    this.#opened.delete(url)
    this.#opened.set(url, opened)
    file.then(
      ({ readAt }) => {
        opened.until = readAt + HEADER_LASTS_MS
      },
      () => this.#opened.get(url) === opened && this.#opened.delete(url),
    )
    const [oldest] = this.#opened.keys()
    if (this.#opened.size > MOST_OPENED) this.#opened.delete(oldest!)
    return file
  }

  /** Only what lies where it should is remembered: a wrong file is looked at again. */
  async #openChecked(url: string, upstream: Upstream, tile: Tile, now: number, tally: Tally): Promise<RemoteFile> {
    const file = await openRemote(url, upstream, this.#cache, now, tally)
    checkPosition(file.header, tile, basename(url))
    await keepHeader(file, this.#cache)
    return file
  }

  async #block(file: RemoteFile, index: number, layer: Layer, version: Version, tally: Tally): Promise<Samples> {
    const { url, header } = file
    // Unpacking finds most damage; what was never packed has only its legend to be held against.
    const check = (samples: Samples) => {
      if (header.compression === 'none') checkLegend(samples, layer, version, header, basename(url))
    }
    try {
      return await readRemoteBlock(file, index, this.#upstream(layer.family), this.#cache, tally, check)
    } catch (error) {
      // The header may be what is wrong: with the next read it is asked for again.
      if (error instanceof Unreadable && DOUBTFUL.has(error.why)) {
        this.#opened.delete(url)
        await forgetHeader(url, this.#cache)
      }
      throw error
    }
  }

  #upstream(family: LayerFamily): Upstream {
    const { clock, timeoutMs, stop } = this.#settings
    const upstream = this.#upstreams.get(family) ?? new Upstream(clock, timeoutMs, stop)
    this.#upstreams.set(family, upstream)
    return upstream
  }
}

const DOUBTFUL = new Set(['malformed', 'cut_short', 'not_found'])
