import { createHash } from 'node:crypto'
import type { Database } from '../store/database.ts'
import type { Migration } from '../store/migrate.ts'

type NameTables = { log_name: { place: number; name: string } }

export const LOG_NAME_MIGRATIONS: Migration[] = [
  {
    name: '0001-log-name',
    async up(db) {
      await db.schema
        .createTable('log_name')
        .addColumn('place', 'integer', (column) => column.primaryKey())
        .addColumn('name', 'text', (column) => column.notNull())
        .execute()
    },
  },
]

/**
 * The log's id and origin. It is taken from the first key and then kept: neither a new key nor a new address makes
 * another log of it, and no two logs share it.
 */
export async function logName(database: Database, publicKey: Uint8Array): Promise<string> {
  const db = database.db.withTables<NameTables>()
  const name = `svc.log.${createHash('sha256').update(publicKey).digest('hex').slice(0, 16)}.v1`
  await db
    .insertInto('log_name')
    .values({ place: 0, name })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await db.selectFrom('log_name').select('name').where('place', '=', 0).executeTakeFirstOrThrow()).name
}
