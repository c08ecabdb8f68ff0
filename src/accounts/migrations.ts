import type { Migration } from '../store/migrate.ts'

/** For `migrate(database, accountMigrations, 'accounts')`. */
export const accountMigrations: Migration[] = [
  {
    name: '1-keys-and-storage',
    async up(db, kind) {
      await db.schema
        .createTable('owner')
        .addColumn('email', 'text', (column) => column.primaryKey())
        .addColumn('quota_bytes', 'bigint')
        .addColumn('used_bytes', 'bigint', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .execute()
      await db.schema
        .createTable('api_key')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('owner', 'text', (column) => column.notNull().references('owner.email'))
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('scope', 'text', (column) => column.notNull())
        .addColumn('key_hash', kind === 'sqlite' ? 'blob' : 'bytea', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addColumn('expires_at', 'text')
        .addColumn('revoked_at', 'text')
        .addColumn('last_used_at', 'text')
        .execute()
      await db.schema.createIndex('api_key_by_owner').on('api_key').columns(['owner', 'created_at', 'id']).execute()
      await db.schema
        .createTable('stored')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('owner', 'text', (column) => column.notNull().references('owner.email'))
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('bytes', 'bigint', (column) => column.notNull())
        .addColumn('sha256', 'text')
        .addColumn('label', 'text', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .execute()
      await db.schema.createIndex('stored_by_owner').on('stored').columns(['owner', 'created_at', 'id']).execute()
      await db.schema.createIndex('stored_by_bytes').on('stored').columns(['owner', 'sha256']).execute()
      await db.schema
        .createTable('blob')
        .addColumn('sha256', 'text', (column) => column.primaryKey())
        .addColumn('holders', 'bigint', (column) => column.notNull())
        .execute()
      await db.schema
        .createTable('media')
        .addColumn('sha256', 'text', (column) => column.primaryKey())
        .addColumn('bytes', 'bigint', (column) => column.notNull())
        .addColumn('media_type', 'text', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addColumn('receipt_cid', 'text')
        .execute()
    },
  },
]
