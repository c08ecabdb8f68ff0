import { neverMapped } from './meaning.ts'
import { Reasons } from './reasons.ts'
import type { Layer } from './registry/layer.ts'
import { normal, tilesAt, tilesIn } from './registry/tiling.ts'
import type { Tally, TileFile, TileFiles } from './tile-file.ts'
import { PIXEL, type Window, type WindowAround } from './types.ts'
import { Unreadable } from './unreadable.ts'
import { type Extent, extentOf, gridOver } from './window-grid.ts'
import { fillFromTile } from './window-tile.ts'

const MOST_TRIED = 8

/** One window over as many tiles as it touches, in the pixels of the file at its centre. */
export async function readWindow(all: TileFiles, layer: Layer, around: WindowAround, tally: Tally): Promise<Window> {
  const extent = extentOf(around, layer)
  if (extent === null) return nothing(layer)
  const files = openedOnce(all)
  const grid = gridOver(extent, await anchorOf(files, layer, extent, tally))
  const canvas = {
    ...grid,
    values: new Uint8Array(grid.columns * grid.rows),
    outcomes: new Uint8Array(grid.columns * grid.rows).fill(PIXEL.unread),
    reasons: new Reasons(grid.columns * grid.rows),
  }
  const box = {
    west: grid.west,
    east: grid.west + grid.columns * grid.pixelWidthDeg,
    north: grid.north,
    south: grid.north - grid.rows * grid.pixelHeightDeg,
  }
  const tiles = await Promise.all(
    tilesIn(layer.tiling, box).map((tile) => fillFromTile(canvas, files, layer, tile, tally)),
  )
  const { reasons, ...pixels } = canvas
  const found = tiles.flat()
  const version = found.find(({ outcome }) => outcome === 'read')?.version ?? layer.versions[0].version
  return {
    layer: layer.id,
    version,
    tiles: found,
    ...pixels,
    ...reasons.told(),
    beyond: neverMapped(layer),
    reads: tally.requests,
  }
}

/** Where no file can be read, the tile's own corner and the layer's nominal pixels serve as well. */
async function anchorOf(files: TileFiles, layer: Layer, extent: Extent, tally: Tally) {
  const { west, south, east, north } = extent
  const [central] = tilesAt(layer.tiling, { lat: (south + north) / 2, lng: normal((west + east) / 2) })
  for (const tile of [central!, ...tilesIn(layer.tiling, extent).slice(0, MOST_TRIED)])
    for await (const opening of files(layer, tile, tally)) {
      try {
        return (await opening()).header
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error
      }
    }
  const pixel = layer.resolutionM === 10 ? 1 / 12_000 : 1 / 4_000
  return { west: central!.west, north: central!.north, pixelWidth: pixel, pixelHeight: pixel }
}

/** Each file is opened once for the window, also where that fails. */
function openedOnce(files: TileFiles): TileFiles {
  const known = new Map<string, (() => Promise<TileFile>)[]>()
  return async function* (layer, tile, tally) {
    const openings = known.get(tile.name) ?? []
    if (!known.has(tile.name))
      for await (const opening of files(layer, tile, tally)) {
        let opened: Promise<TileFile> | undefined
        openings.push(() => {
          opened ??= opening()
          return opened
        })
      }
    known.set(tile.name, openings)
    yield* openings
  }
}

function nothing(layer: Layer): Window {
  return {
    layer: layer.id,
    version: layer.versions[0].version,
    tiles: [],
    west: 0,
    north: 0,
    pixelWidthDeg: 1,
    pixelHeightDeg: 1,
    columns: 0,
    rows: 0,
    values: new Uint8Array(),
    outcomes: new Uint8Array(),
    whys: [neverMapped(layer)],
    causes: new Uint16Array(),
    beyond: neverMapped(layer),
    reads: 0,
  }
}
