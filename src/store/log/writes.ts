import type { DatabaseKind } from '../database.ts'
import type { PlacedTile } from './edge.ts'
import type { LogTables } from './tables.ts'
import { wide } from './wide.ts'

type Leaf = LogTables['log_leaf']
type Receipt = LogTables['log_receipt']

export type LogWrites = ReturnType<typeof logWrites>

/** The statements of an append; one set a database, since their text is its dialect's. */
export function logWrites(kind: DatabaseKind) {
  // SQLite journals a statement of many rows a second time so as to undo it alone; here a failure undoes the whole batch.
  const orFail = kind === 'sqlite'
  return {
    findLeaves: wide<Uint8Array, Leaf>(
      (db, cids) => db.selectFrom('log_leaf').select(['leaf_index', 'cid']).where('cid', 'in', cids),
      (cid) => [cid],
    ),
    addLeaves: wide<Leaf, unknown>(
      (db, leaves) =>
        db
          .insertInto('log_leaf')
          .$if(orFail, (query) => query.orFail())
          .values(leaves.map(({ leaf_index, cid }) => ({ leaf_index, cid }))),
      ({ leaf_index, cid }) => [leaf_index, cid],
    ),
    addReceipts: wide<Receipt, unknown>(
      (db, receipts) =>
        db
          .insertInto('log_receipt')
          .$if(orFail, (query) => query.orFail())
          .values(receipts.map(({ leaf_index, envelope }) => ({ leaf_index, envelope }))),
      ({ leaf_index, envelope }) => [leaf_index, envelope],
    ),
    putTiles: wide<PlacedTile, unknown>(
      (db, tiles) =>
        db
          .insertInto('log_tile')
          .values(tiles.map(({ level, index, tile }) => ({ level, tile_index: index, hashes: tile.bytes() })))
          .onConflict((conflict) =>
            conflict.columns(['level', 'tile_index']).doUpdateSet({ hashes: (eb) => eb.ref('excluded.hashes') }),
          ),
      ({ level, index, tile }) => [level, index, tile.bytes()],
    ),
  }
}
