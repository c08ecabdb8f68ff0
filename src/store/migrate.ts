import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database, DatabaseKind } from './database.ts'

/** Once released, a migration is never edited, renamed or removed: it is the name that is remembered. */
export interface Migration {
  name: string
  up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void>
}

/** Raised at start: an older program must not write into what a newer one has laid out. */
export class DatabaseFromTheFuture extends Error {
  override readonly name = 'DatabaseFromTheFuture'
}

type MigrationTables = { migration: { part: string; position: number; name: string } }

/**
 * Brings the tables of one part up to date, all or nothing, while no other process does the same.
 * `part` names whose tables they are, so that each part counts its own migrations.
 */
export async function migrate(database: Database, migrations: Migration[], part: string): Promise<void> {
  const db = database.db.withTables<MigrationTables>()
  await db.transaction().execute(async (tx) => {
    if (database.kind === 'postgres') await lockForMigration(tx)
    await tx.schema
      .createTable('migration')
      .ifNotExists()
      .addColumn('part', 'text', (column) => column.notNull())
      .addColumn('position', 'integer', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('migration_key', ['part', 'position'])
      .execute()
    const recorded = await tx
      .selectFrom('migration')
      .select('name')
      .where('part', '=', part)
      .orderBy('position')
      .execute()
    refuseUnknown(
      recorded.map(({ name }) => name),
      migrations,
      part,
    )
    for (const [position, { name, up }] of migrations.entries()) {
      if (position < recorded.length) continue
      await up(tx as unknown as Kysely<unknown>, database.kind)
      await tx.insertInto('migration').values({ part, position, name }).execute()
    }
  })
}

function refuseUnknown(recorded: string[], migrations: Migration[], part: string): void {
  const unknown = recorded.find((name, position) => migrations[position]?.name !== name)
  if (unknown === undefined) return
  throw new DatabaseFromTheFuture(
    `this database already carries the migration "${unknown}" of ${part}, which this version does not know: start the newer version`,
  )
}

/** SQLite needs none: its transactions begin with the write lock. */
async function lockForMigration(tx: Transaction<MigrationTables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('witnessmark migrate ' || current_schema()))`.execute(tx)
}
