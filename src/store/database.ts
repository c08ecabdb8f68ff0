import { Kysely, sql } from 'kysely'
import { openPostgres, type PostgresOptions } from './postgres.ts'
import { openSqlite } from './sqlite.ts'

export type DatabaseKind = 'sqlite' | 'postgres'

export type DatabaseOptions = { kind: 'sqlite'; file: string } | ({ kind: 'postgres' } & PostgresOptions)

/** A part that keeps tables names them itself, as a `type`: `database.db.withTables<ItsTables>()`. */
export interface Database<Schema = unknown> {
  readonly kind: DatabaseKind
  readonly db: Kysely<Schema>
  /** Reads the schema from the database itself; throws when it cannot be read. */
  ping(): Promise<void>
  close(): Promise<void>
}

/**
 * What both kinds promise: a transaction that resolved is on disk; a row is a plain object; whole numbers are numbers
 * and a value that is not exact as one throws; bytes are Uint8Array. Times are kept as ISO text, flags as 0 and 1.
 */
export async function openDatabase<Schema = unknown>(options: DatabaseOptions): Promise<Database<Schema>> {
  const dialect = options.kind === 'sqlite' ? await openSqlite(options.file) : await openPostgres(options)
  const db = new Kysely<Schema>({ dialect })
  const ping =
    options.kind === 'sqlite' ? sql`select count(*) from sqlite_schema` : sql`select count(*) from pg_catalog.pg_class`
  const database: Database<Schema> = {
    kind: options.kind,
    db,
    async ping() {
      await ping.execute(db)
    },
    close: () => db.destroy(),
  }
  try {
    await database.ping()
  } catch (problem) {
    await database.close()
    throw problem
  }
  return database
}
