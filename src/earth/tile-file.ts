import type { Samples } from './raster/block.ts'
import type { RasterHeader } from './raster/header.ts'
import type { Layer, Version } from './registry/layer.ts'
import type { Tile } from './registry/tiling.ts'
import { Unreadable } from './unreadable.ts'

/** One file that answers for a tile, or for a part of it. */
export interface TileFile {
  name: string
  version: Version
  header: RasterHeader
  block(index: number): Samples | Promise<Samples>
}

/** Requests made upstream on someone's behalf. */
export interface Tally {
  requests: number
}

/** Files that may answer for a tile, the nearest first; each is opened only when those before it left something unread. */
export type TileFiles = (layer: Layer, tile: Tile, tally: Tally) => AsyncIterable<() => Promise<TileFile>>

/** A clip lies within its tile; a file that lies elsewhere was stored under a wrong name, and answers for nothing. */
export function checkPosition(header: RasterHeader, tile: Tile, name: string): void {
  const { west, north, pixelWidth, pixelHeight, width, height, projection, bytesPerSample } = header
  if (projection !== null || bytesPerSample !== 1)
    throw new Unreadable('malformed', `${name} is no map of bytes in degrees`)
  const fits =
    west >= tile.west - pixelWidth &&
    north <= tile.north + pixelHeight &&
    west + width * pixelWidth <= tile.west + tile.size + pixelWidth &&
    north - height * pixelHeight >= tile.north - tile.size - pixelHeight
  if (!fits) throw new Unreadable('wrong_tile', `${name} does not lie where tile ${tile.name} lies`)
}
