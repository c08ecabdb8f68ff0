import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely'
import { noRoom } from './no-room.ts'

const BUSY_TIMEOUT_MS = 5_000
const STATEMENTS_KEPT = 300

export async function openSqlite(file: string): Promise<SqliteDialect> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  // The file holds key hashes and owners: made before SQLite would make it readable by all.
  closeSync(openSync(file, 'a', 0o600))
  const sqlite = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true })
  try {
    await useWal(sqlite)
    sqlite.exec('pragma synchronous = full')
  } catch (problem) {
    sqlite.close()
    throw problem
  }
  return new SqliteDialect({ database: asKyselyExpects(sqlite) })
}

export function isBusy(problem: unknown): boolean {
  return problem instanceof Error && 'errcode' in problem && ((problem.errcode as number) & 0xff) === 5
}

/** SQLite does not wait its busy timeout when a file that another process is writing turns to WAL: the waiting is ours. */
async function useWal(sqlite: DatabaseSync): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      sqlite.exec('pragma journal_mode = wal')
      return
    } catch (problem) {
      if (!isBusy(problem) || attempt === 100) throw problem
      await sleep(20)
    }
  }
}

function asKyselyExpects(sqlite: DatabaseSync): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>()
  return {
    close: () => sqlite.close(),
    prepare(sql) {
      // A full disk ends a transaction by itself; rolling back again would hide the reason.
      if (sql === 'rollback' && !sqlite.isTransaction) return NOTHING
      const kept = statements.get(sql)
      if (kept) return kept
      // A transaction that reads and then writes would fail at once, without waiting, when another process wrote between.
      const statement = adapt(sqlite.prepare(sql === 'begin' ? 'begin immediate' : sql))
      if (statements.size >= STATEMENTS_KEPT) statements.delete(statements.keys().next().value!)
      statements.set(sql, statement)
      return statement
    },
  }
}

const NOTHING: SqliteStatement = {
  reader: false,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  iterate: () => [].values(),
}

function adapt(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => saysWhenFull(() => statement.all(...(parameters as SQLInputValue[])).map(plain)),
    run: (parameters) => saysWhenFull(() => statement.run(...(parameters as SQLInputValue[]))),
    *iterate(parameters) {
      for (const row of statement.iterate(...(parameters as SQLInputValue[]))) yield plain(row)
    },
  }
}

function saysWhenFull<Result>(query: () => Result): Result {
  try {
    return query()
  } catch (problem) {
    throw noRoom(problem) ?? problem
  }
}

/** node:sqlite gives rows without a prototype; both databases give plain objects here. */
function plain(row: Record<string, unknown>): Record<string, unknown> {
  return { ...row }
}
