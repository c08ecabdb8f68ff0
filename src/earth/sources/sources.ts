import { totalmem } from 'node:os'
import type { Clock } from '../../kernel/clock.ts'
import type { BlockCache } from '../block-cache.ts'
import { BlockMemory } from '../block-memory.ts'
import type { LayerFamily } from '../registry/upstream.ts'
import type { TileFiles } from '../tile-file.ts'
import { LayerFolder } from './layer-folder.ts'
import { LocalFiles } from './local-files.ts'
import { RemoteFiles } from './remote-files.ts'

export interface LayerSettings {
  folder: string
  urls: Record<LayerFamily, string>
  clock: Clock
  cache: BlockCache
  timeoutMs?: number
}

export interface Sources {
  folder: LayerFolder
  local: LocalFiles
  remote: RemoteFiles
  /** The layer folder first, then upstream. */
  files: TileFiles
  close(): void
}

const MIB = 1024 * 1024
const TIMEOUT_MS = 10_000

export function openSources({ folder: root, urls, clock, cache, timeoutMs = TIMEOUT_MS }: LayerSettings): Sources {
  const stop = new AbortController()
  const memory = new BlockMemory(unpackedBytes())
  const folder = new LayerFolder(root)
  const local = new LocalFiles(folder, memory)
  const remote = new RemoteFiles({ urls, clock, timeoutMs, stop: stop.signal }, cache, memory)
  return {
    folder,
    local,
    remote,
    async *files(layer, tile, tally) {
      yield* local.of(layer, tile)
      yield () => remote.open(layer, tile, tally)
    },
    close: () => stop.abort(),
  }
}

/** A box of 400 points may touch as many blocks of 1 MiB: they should fit where there is memory for them. */
function unpackedBytes(): number {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
  return Math.min(512 * MIB, Math.max(64 * MIB, memory / 16))
}
