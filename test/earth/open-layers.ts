import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { createLayers } from '../../src/earth/layers.ts'
import type { Layers } from '../../src/earth/types.ts'
import { type Clock, systemClock } from '../../src/kernel/clock.ts'
import { openBlockCache } from '../../src/store/block-cache.ts'
import { type RangeServer, startRangeServer } from '../support/range-server.ts'

export interface OpenLayers {
  layers: Layers & { close(): void }
  server: RangeServer
  folder: string
  cacheFolder: string
  /** Another process, as it were: only what lies on disk is shared. */
  again(): Promise<Layers>
}

export interface Opening {
  /** Where the tiles lie that are read locally; an empty folder unless told. */
  folder?: string
  /** What upstream serves; nothing unless told. */
  upstream?: string
  clock?: Clock
  timeoutMs?: number
}

/** Layers over a folder and a stand-in upstream, all four families under its root. */
export async function openLayers(t: TestContext, opening: Opening = {}): Promise<OpenLayers> {
  const scratch = await mkdtemp(join(tmpdir(), 'witnessmark-layers-'))
  const server = await startRangeServer(opening.upstream ?? null)
  const folder = opening.folder ?? join(scratch, 'layers')
  const cacheFolder = join(scratch, 'blocks')
  const opened: { close(): void }[] = []
  t.after(async () => {
    for (const layers of opened) layers.close()
    await server.stop()
    await rm(scratch, { recursive: true, force: true })
  })
  async function again() {
    const layers = createLayers({
      folder,
      urls: { worldcover: server.url, gsw: server.url, hansen: server.url, gfc2020: server.url },
      clock: opening.clock ?? systemClock,
      cache: await openBlockCache(cacheFolder, 64 * 1024 * 1024),
      timeoutMs: opening.timeoutMs ?? 5_000,
    })
    opened.push(layers)
    return layers
  }
  return { layers: await again(), server, folder, cacheFolder, again }
}
