import { basename } from 'node:path'
import { LAYERS } from './index.ts'
import type { Layer, Version } from './layer.ts'
import { allTiles, type Tile } from './tiling.ts'

export interface KnownFile {
  layer: Layer
  version: Version
  tile: Tile
}

/** Which tile of which layer a file's name stands for; null where it is no name of upstream's. */
export function knownFile(path: string): KnownFile | null {
  const name = basename(path)
  for (const layer of Object.values(LAYERS))
    for (const version of layer.versions) {
      const [before, after] = basename(version.path('*')).split('*') as [string, string]
      if (!name.startsWith(before) || !name.endsWith(after)) continue
      const tileName = name.slice(before.length, name.length - after.length)
      const tile = allTiles(layer.tiling).get(tileName)
      if (tile !== undefined) return { layer, version, tile }
    }
  return null
}
