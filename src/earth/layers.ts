import type { Clock } from '../kernel/clock.ts'
import { orAborted } from '../net/deadline.ts'
import type { BlockCache } from './block-cache.ts'
import { BlockMemory } from './block-memory.ts'
import { readPlaces } from './read-places.ts'
import { readWindow } from './read-window.ts'
import { describeLayer, LAYERS } from './registry/index.ts'
import type { LayerFamily } from './registry/upstream.ts'
import { LayerFolder } from './sources/layer-folder.ts'
import { LocalFiles } from './sources/local-files.ts'
import { RemoteFiles } from './sources/remote-files.ts'
import type { TileFiles } from './tile-file.ts'
import type { Layers } from './types.ts'

export interface LayerSettings {
  folder: string
  urls: Record<LayerFamily, string>
  clock: Clock
  cache: BlockCache
  timeoutMs?: number
}

const UNPACKED_BYTES = 128 * 1024 * 1024
const TIMEOUT_MS = 10_000

/** The layer folder first, then upstream; a read that its caller gives up still fills the caches for the next one. */
export function createLayers(settings: LayerSettings): Layers & { close(): void } {
  const stop = new AbortController()
  const memory = new BlockMemory(UNPACKED_BYTES)
  const local = new LocalFiles(new LayerFolder(settings.folder), memory)
  const { urls, clock, cache, timeoutMs = TIMEOUT_MS } = settings
  const remote = new RemoteFiles({ urls, clock, timeoutMs, stop: stop.signal }, cache, memory)

  const files: TileFiles = async function* (layer, tile, tally) {
    yield* local.of(layer, tile)
    yield () => remote.open(layer, tile, tally)
  }
  const never = new AbortController().signal

  return {
    read: (id, places, { signal = never } = {}) =>
      orAborted(readPlaces(files, LAYERS[id], places, { requests: 0 }), signal),
    window: (id, around, { signal = never } = {}) =>
      orAborted(readWindow(files, LAYERS[id], around, { requests: 0 }), signal),
    describe: describeLayer,
    close: () => stop.abort(),
  }
}
