import { encodeBase64 } from '../evidence/encoding.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Database } from '../store/database.ts'
import type { Migration } from '../store/migrate.ts'
import { kidFor } from './signing-key.ts'

export interface PublishedKeyRow {
  kid: string
  pubkey_b64: string
  published_from: string
  published_until: string | null
}

type KeyTables = { signing_key: PublishedKeyRow }

export const KEY_MIGRATIONS: Migration[] = [
  {
    name: '0001-signing-keys',
    async up(db) {
      await db.schema
        .createTable('signing_key')
        .addColumn('kid', 'text', (column) => column.primaryKey())
        .addColumn('pubkey_b64', 'text', (column) => column.notNull().unique())
        .addColumn('published_from', 'text', (column) => column.notNull())
        .addColumn('published_until', 'text')
        .execute()
    },
  },
]

/**
 * Publishes a key and ends the one before it, before anything is signed with the new one. A key is never removed:
 * what it signed must verify for as long as anyone holds it.
 */
export async function publishKey(database: Database, publicKey: Uint8Array, clock: Clock): Promise<PublishedKeyRow> {
  const db = database.db.withTables<KeyTables>()
  const pubkey_b64 = encodeBase64(publicKey)
  const now = clock()
  return db.transaction().execute(async (tx) => {
    const row: PublishedKeyRow = {
      kid: kidFor(publicKey, now),
      pubkey_b64,
      published_from: now.toISOString(),
      published_until: null,
    }
    await tx
      .insertInto('signing_key')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await tx
      .updateTable('signing_key')
      .set({ published_until: now.toISOString() })
      .where('pubkey_b64', '!=', pubkey_b64)
      .where('published_until', 'is', null)
      .execute()
    await tx.updateTable('signing_key').set({ published_until: null }).where('pubkey_b64', '=', pubkey_b64).execute()
    return tx.selectFrom('signing_key').selectAll().where('pubkey_b64', '=', pubkey_b64).executeTakeFirstOrThrow()
  })
}

export function publishedKeys(database: Database): Promise<PublishedKeyRow[]> {
  return database.db.withTables<KeyTables>().selectFrom('signing_key').selectAll().orderBy('published_from').execute()
}
