import type { Kysely } from 'kysely'
import { LogDamaged } from './damage.ts'
import { foldRange, type PlacedTile } from './edge.ts'
import type { LeafRange, TreeNode } from './ranges.ts'
import { completeSubtrees } from './ranges.ts'
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

/** Stored tiles only ever grow to the right, so a proof for an older size can be read beside an append. */
export async function hashRanges(db: Kysely<LogTables>, ranges: LeafRange[]): Promise<Uint8Array[]> {
  const places = new Map<string, TileAddress>()
  for (const node of ranges.flatMap(completeSubtrees)) {
    const { tile } = placeOf(node)
    places.set(`${tile.level}/${tile.index}`, tile)
  }
  const read = new Map<string, Tile>()
  for (const { level, index, tile } of await readTiles(db, [...places.values()])) read.set(`${level}/${index}`, tile)
  const hashOf = (node: TreeNode): Uint8Array => {
    const { tile: at, height, index } = placeOf(node)
    const tile = read.get(`${at.level}/${at.index}`)
    if (!tile?.hasNode(height, index)) throw new LogDamaged('tile_missing', `tile ${at.level}/${at.index} lacks hashes`)
    return tile.node(height, index)
  }
  return ranges.map((range) => foldRange(range, hashOf))
}
