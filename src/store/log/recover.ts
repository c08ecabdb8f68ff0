import type { Kysely } from 'kysely'
import { encodeHex, sameBytes } from '../../evidence/encoding.ts'
import { leafHash } from '../../evidence/merkle.ts'
import type { SignedTreeHead } from '../../evidence/tree-head.ts'
import { LogDamaged } from './damage.ts'
import { RightEdge } from './edge.ts'
import { sha256 } from './hash.ts'
import type { LogTables } from './tables.ts'
import { Tile } from './tile.ts'
import { TILE_WIDTH } from './tile-path.ts'
import { readTiles } from './tiles.ts'

export interface StoredHead {
  treeSize: number
  root: Uint8Array
  head: SignedTreeHead
  checkpoint: string
}

export async function latestHead(db: Kysely<LogTables>): Promise<StoredHead | null> {
  const row = await db.selectFrom('log_head').selectAll().orderBy('tree_size', 'desc').limit(1).executeTakeFirst()
  return row ? parseHead(row) : null
}

export async function headOfSize(db: Kysely<LogTables>, size: number): Promise<StoredHead | null> {
  const row = await db.selectFrom('log_head').selectAll().where('tree_size', '=', size).executeTakeFirst()
  return row ? parseHead(row) : null
}

function parseHead({ tree_size, root, head, checkpoint }: LogTables['log_head']): StoredHead {
  return { treeSize: tree_size, root, head: JSON.parse(head), checkpoint }
}

/**
 * Reads the growing tiles and holds them to the last signed head. Starting, following another instance and going on
 * after a failed commit are all this one function, so there is no second idea of where the log ends.
 */
export async function readEdge(db: Kysely<LogTables>, size: number, head: StoredHead): Promise<RightEdge> {
  if (head.treeSize !== size) {
    throw new LogDamaged('size_mismatch', `the log counts ${size} leaves, its last signed head ${head.treeSize}`)
  }
  const shape = RightEdge.shape(size)
  const tiles = await readTiles(db, shape)
  const edge = RightEdge.restore(
    size,
    shape.map(({ level, index, width }) => {
      const tile = tiles.find((found) => found.level === level && found.index === index)?.tile
      if ((tile?.width ?? 0) !== width) {
        throw new LogDamaged(
          'tile_width',
          `tile ${level}/${index} holds ${tile?.width ?? 0} hashes instead of ${width}`,
        )
      }
      return { level, index, tile: tile ?? new Tile() }
    }),
  )
  await compareLeaves(db, edge)
  if (!sameBytes(edge.root(), head.root) || encodeHex(head.root) !== head.head.payload.root_sha256) {
    const signed = head.head.payload.root_sha256
    throw new LogDamaged(
      'root_mismatch',
      `the tiles give ${encodeHex(edge.root())} for size ${size}, signed is ${signed}`,
    )
  }
  return edge
}

async function compareLeaves(db: Kysely<LogTables>, edge: RightEdge): Promise<void> {
  const start = Math.floor(edge.size / TILE_WIDTH) * TILE_WIDTH
  const leaves = await db
    .selectFrom('log_leaf')
    .selectAll()
    .where('leaf_index', '>=', start)
    .orderBy('leaf_index')
    .limit(TILE_WIDTH)
    .execute()
  const agrees = ({ leaf_index, cid }: { leaf_index: number; cid: Uint8Array }, at: number) => {
    const hash = edge.node({ height: 0, index: leaf_index })
    return leaf_index === start + at && hash !== undefined && sameBytes(hash, leafHash(cid, sha256))
  }
  if (leaves.length !== edge.size - start || !leaves.every(agrees)) {
    throw new LogDamaged('leaf_mismatch', `the leaves from ${start} on are not those of the tiles`)
  }
}
