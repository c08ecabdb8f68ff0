import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { sql } from 'kysely'
import { type Database, type DatabaseOptions, openDatabase } from '../../src/store/database.ts'
import { type Need, needsPostgres, postgresUrl } from '../support/needs.ts'

/** Every suite of the store runs over all of these. */
export const KINDS: { kind: 'sqlite' | 'postgres'; need: Need }[] = [
  { kind: 'sqlite', need: { skip: false } },
  { kind: 'postgres', need: needsPostgres() },
]

export function freshFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'witnessmark store '))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A database nobody has written to: a file in a new folder, or a schema that is dropped after the test. */
export function freshOptions(t: TestContext, kind: 'sqlite' | 'postgres'): DatabaseOptions {
  if (kind === 'sqlite') return { kind, file: join(freshFolder(t), 'witnessmark.db') }
  const schema = `test_${randomBytes(8).toString('hex')}`
  t.after(async () => {
    const { db, close } = await openDatabase({ kind, url: postgresUrl!, poolSize: 1 })
    await sql`drop schema if exists ${sql.id(schema)} cascade`.execute(db)
    await close()
  })
  return { kind, url: postgresUrl!, schema, poolSize: 4 }
}

/** Closed when the test ends. */
export async function openFor(t: TestContext, options: DatabaseOptions): Promise<Database> {
  const database = await openDatabase(options)
  t.after(() => database.close())
  return database
}
