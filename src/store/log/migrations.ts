import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

export const LOG_PART = 'log'

export const logMigrations: Migration[] = [
  {
    name: '0001 leaves, receipts, tiles, heads',
    async up(db, kind) {
      const bytes = kind === 'sqlite' ? sql`blob` : sql`bytea`
      // In SQLite only the exact word integer makes the key the row's own place, which keeps leaves in order on disk.
      const place = kind === 'sqlite' ? 'integer' : 'bigint'
      await db.schema
        .createTable('log_state')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('log_id', 'text', (column) => column.notNull())
        .addColumn('origin', 'text', (column) => column.notNull())
        .addColumn('tree_size', 'bigint', (column) => column.notNull())
        .execute()
      await db.schema
        .createTable('log_leaf')
        .addColumn('leaf_index', place, (column) => column.primaryKey())
        .addColumn('cid', bytes, (column) => column.notNull().unique())
        .execute()
      await db.schema
        .createTable('log_receipt')
        .addColumn('leaf_index', place, (column) => column.primaryKey())
        .addColumn('envelope', 'text', (column) => column.notNull())
        .execute()
      await db.schema
        .createTable('log_tile')
        .addColumn('level', 'integer', (column) => column.notNull())
        .addColumn('tile_index', 'bigint', (column) => column.notNull())
        .addColumn('hashes', bytes, (column) => column.notNull())
        .addPrimaryKeyConstraint('log_tile_place', ['level', 'tile_index'])
        .execute()
      await db.schema
        .createTable('log_head')
        .addColumn('tree_size', place, (column) => column.primaryKey())
        .addColumn('root', bytes, (column) => column.notNull())
        .addColumn('head', 'text', (column) => column.notNull())
        .addColumn('checkpoint', 'text', (column) => column.notNull())
        .execute()
    },
  },
]
