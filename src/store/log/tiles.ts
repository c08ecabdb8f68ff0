import type { Kysely } from 'kysely'
import { LogDamaged } from './damage.ts'
import { foldRange, type PlacedTile } from './edge.ts'
import { completeSubtrees, type LeafRange, type TreeNode } from './ranges.ts'
import type { LogTables } from './tables.ts'
import { placeOf, Tile, type TileAddress } from './tile.ts'

/** One query for all tiles a proof needs. */
export async function readTiles(db: Kysely<LogTables>, places: TileAddress[]): Promise<PlacedTile[]> {
  if (places.length === 0) return []
  const rows = await db
    .selectFrom('log_tile')
    .selectAll()
    .where((eb) => eb.or(places.map(({ level, index }) => eb.and({ level, tile_index: index }))))
    .execute()
  return rows.map(({ level, tile_index, hashes }) => {
    const tile = Tile.parse(hashes)
    if (!tile) throw new LogDamaged('tile_width', `tile ${level}/${tile_index} holds ${hashes.length} bytes`)
    return { level, index: tile_index, tile }
  })
}

const TILES_KEPT = 2048

/**
 * Reads the hashes of ranges. Tiles above the leaves are shared by many proofs and never change once they are full,
 * nor at one width before: they are kept, with the nodes already computed, up to about 32 MB.
 */
export class TileReader {
  readonly #kept = new Map<string, Tile>()

  /** Stored tiles only ever grow to the right, so a proof for an older size can be read beside an append. */
  async hashRanges(db: Kysely<LogTables>, ranges: LeafRange[]): Promise<Uint8Array[]> {
    const nodes = ranges.flatMap(completeSubtrees)
    const tiles = await this.#tilesOf(db, nodes)
    const hashOf = (node: TreeNode): Uint8Array => {
      const { tile: at, height, index } = placeOf(node)
      const tile = tiles.get(nameOf(at))
      if (!tile?.hasNode(height, index)) throw new LogDamaged('tile_missing', `tile ${nameOf(at)} lacks hashes`)
      return tile.node(height, index)
    }
    return ranges.map((range) => foldRange(range, hashOf))
  }

  async #tilesOf(db: Kysely<LogTables>, nodes: TreeNode[]): Promise<Map<string, Tile>> {
    const tiles = new Map<string, Tile>()
    const absent = new Map<string, TileAddress>()
    for (const node of nodes) {
      const { tile: at } = placeOf(node)
      const kept = this.#kept.get(nameOf(at))
      if (kept?.isFull) tiles.set(nameOf(at), kept)
      else absent.set(nameOf(at), at)
    }
    for (const { tile, ...at } of await readTiles(db, [...absent.values()])) tiles.set(nameOf(at), this.#keep(at, tile))
    return tiles
  }

  #keep(at: TileAddress, tile: Tile): Tile {
    const name = nameOf(at)
    const kept = this.#kept.get(name)
    if (kept?.width === tile.width) return kept
    // Full tiles of leaves are too many, and each is asked for too seldom.
    if (at.level === 0 && tile.isFull) return tile
    this.#kept.delete(name)
    this.#kept.set(name, tile)
    if (this.#kept.size > TILES_KEPT) this.#kept.delete(this.#kept.keys().next().value!)
    return tile
  }
}

function nameOf({ level, index }: TileAddress): string {
  return `${level}/${index}`
}
