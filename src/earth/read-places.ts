import { neverMapped } from './meaning.ts'
import { readTile } from './read-tile.ts'
import { tileOfLayer } from './registry/index.ts'
import type { Layer } from './registry/layer.ts'
import { type Tile, tilesAt } from './registry/tiling.ts'
import type { Tally, TileFiles } from './tile-file.ts'
import type { Place, Read } from './types.ts'

/** One read a place, grouped by tile; a place on the line between two tiles is asked of the second where the first has no value. */
export async function readPlaces(files: TileFiles, layer: Layer, places: Place[], tally: Tally): Promise<Read[]> {
  const reads: Read[] = places.map(() => outsideCoverage(layer))
  const tiles = places.map((place) => tilesAt(layer.tiling, place))
  for (const turn of [0, 1]) {
    const byTile = new Map<string, { tile: Tile; members: number[] }>()
    for (const [index, candidates] of tiles.entries()) {
      const tile = candidates[turn]
      if (tile === undefined || reads[index]!.outcome === 'value') continue
      const group = byTile.get(tile.name)
      if (group === undefined) byTile.set(tile.name, { tile, members: [index] })
      else group.members.push(index)
    }
    await Promise.all(
      [...byTile.values()].map(async ({ tile, members }) => {
        const answers = await readTile(
          files,
          layer,
          tile,
          members.map((index) => places[index]!),
          tally,
        )
        for (const [nth, index] of members.entries())
          if (turn === 0 || answers[nth]!.outcome === 'value') reads[index] = answers[nth]!
      }),
    )
  }
  return reads
}

function outsideCoverage(layer: Layer): Read {
  return {
    outcome: 'unread',
    why: neverMapped(layer),
    cause: 'outside_coverage',
    at: tileOfLayer(layer, 'none', layer.versions[0]),
  }
}
