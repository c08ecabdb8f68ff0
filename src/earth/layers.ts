import { BlockMemory } from './block-memory.ts'
import { readPlaces } from './read-places.ts'
import { readWindow } from './read-window.ts'
import { describeLayer, LAYERS } from './registry/index.ts'
import type { LayerFamily } from './registry/upstream.ts'
import { LayerFolder } from './sources/layer-folder.ts'
import { LocalFiles } from './sources/local-files.ts'
import type { TileFiles } from './tile-file.ts'
import type { Layers, Read } from './types.ts'

export interface LayerSettings {
  folder: string
  urls: Record<LayerFamily, string>
}

const UNPACKED_BYTES = 128 * 1024 * 1024

export function createLayers({ folder }: LayerSettings): Layers {
  const memory = new BlockMemory(UNPACKED_BYTES)
  const local = new LocalFiles(new LayerFolder(folder), memory)

  const files: TileFiles = async function* (layer, tile) {
    yield* local.of(layer, tile)
  }

  return {
    read(id, places): Promise<Read[]> {
      return readPlaces(files, LAYERS[id], places, { requests: 0 })
    },
    window(id, around) {
      return readWindow(files, LAYERS[id], around, { requests: 0 })
    },
    describe: describeLayer,
  }
}
