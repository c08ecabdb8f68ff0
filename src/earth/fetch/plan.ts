import { basename, join } from 'node:path'
import { OPEN_OCEAN } from '../meaning.ts'
import type { RasterHeader } from '../raster/header.ts'
import { LAYERS } from '../registry/index.ts'
import type { Layer, Version } from '../registry/layer.ts'
import { type Tile, tilesIn } from '../registry/tiling.ts'
import type { RemoteFile } from '../sources/remote-file.ts'
import type { Sources } from '../sources/sources.ts'
import type { LayerId, WindowAround } from '../types.ts'
import { Unreadable } from '../unreadable.ts'
import { type Extent, extentOf } from '../window-grid.ts'
import { type BlockRect, type Clip, clipOf } from './clip.ts'

export type PlannedTile = { layer: Layer; tile: Tile } & (
  | { state: 'to_fetch'; version: Version; file: RemoteFile; clip: Clip; path: string }
  | { state: 'here'; path: string }
  | { state: 'nothing'; why: string }
  | { state: 'failed'; why: string }
)

/** What has to come from upstream so that the window can be read without it: whole blocks, and no more than touch it. */
export async function planFetch(sources: Sources, ids: LayerId[], around: WindowAround): Promise<PlannedTile[]> {
  const plans: PlannedTile[] = []
  for (const id of ids) {
    const layer = LAYERS[id]
    const extent = extentOf(around, layer)
    for (const tile of extent === null ? [] : tilesIn(layer.tiling, extent))
      plans.push(await planTile(sources, layer, tile, shifted(extent!, tile)))
  }
  return plans
}

/** The extent in the turn of longitudes that the tile lies in. */
function shifted(extent: Extent, tile: Tile): Extent {
  const turn = [0, 360, -360].find(
    (each) => tile.west + each < extent.east && tile.west + tile.size + each > extent.west,
  )
  return { ...extent, west: extent.west - (turn ?? 0), east: extent.east - (turn ?? 0) }
}

async function planTile(sources: Sources, layer: Layer, tile: Tile, extent: Extent): Promise<PlannedTile> {
  const needed = {
    west: Math.max(extent.west, tile.west),
    east: Math.min(extent.east, tile.west + tile.size),
    north: Math.min(extent.north, tile.north),
    south: Math.max(extent.south, tile.north - tile.size),
  }
  const newest = await whereItLies(sources, layer.versions[0], tile, needed)
  if (newest !== null) return { layer, tile, state: 'here', path: newest }
  try {
    const { file, version } = await sources.remote.locate(layer, tile, { requests: 0 })
    const here = await whereItLies(sources, version, tile, needed)
    if (here !== null) return { layer, tile, state: 'here', path: here }
    const rect = blocksOver(file.header, needed)
    if (rect === null) return { layer, tile, state: 'nothing', why: 'the file upstream holds nothing of the window' }
    const { etag, modified, size } = file.identity
    const name = basename(file.url)
    const clip = clipOf(file.header, rect, `Blocks of ${name} (${[etag, modified, size].join(', ')})`)
    const folder = `rows-${rect.top}-${rect.bottom}_columns-${rect.left}-${rect.right}`
    const path = join(sources.folder.root, layer.family, folder, name)
    return { layer, tile, state: 'to_fetch', version, file, clip, path }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    if (error.why === 'not_found' && layer.absentTileIsNoData) return { layer, tile, state: 'nothing', why: OPEN_OCEAN }
    return { layer, tile, state: 'failed', why: error.message }
  }
}

async function whereItLies(sources: Sources, version: Version, tile: Tile, needed: Extent): Promise<string | null> {
  const [paths] = await sources.folder.find([basename(version.path(tile.name))])
  for (const path of paths!) {
    const file = await sources.local.open(path, version, tile).catch(() => null)
    if (file !== null && holds(file.header, needed)) return path
  }
  return null
}

function holds({ west, north, width, height, pixelWidth, pixelHeight }: RasterHeader, needed: Extent): boolean {
  return (
    west <= needed.west + pixelWidth / 2 &&
    north >= needed.north - pixelHeight / 2 &&
    west + width * pixelWidth >= needed.east - pixelWidth / 2 &&
    north - height * pixelHeight <= needed.south + pixelHeight / 2
  )
}

function blocksOver(header: RasterHeader, needed: Extent): BlockRect | null {
  const { west, north, width, height, pixelWidth, pixelHeight, blockWidth, blockHeight } = header
  const first = (position: number) => Math.max(0, Math.floor(position + 1e-6))
  const last = (position: number, count: number) => Math.min(count, Math.ceil(position - 1e-6)) - 1
  const left = first((needed.west - west) / pixelWidth)
  const right = last((needed.east - west) / pixelWidth, width)
  const top = first((north - needed.north) / pixelHeight)
  const bottom = last((north - needed.south) / pixelHeight, height)
  if (left > right || top > bottom) return null
  return {
    left: Math.floor(left / blockWidth),
    right: Math.floor(right / blockWidth),
    top: Math.floor(top / blockHeight),
    bottom: Math.floor(bottom / blockHeight),
  }
}
