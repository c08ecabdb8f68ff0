import assert from 'node:assert/strict'
import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { openDatabase } from '../../src/store/database.ts'
import { needsPostgres, postgresUrl } from '../support/needs.ts'
import { startChild } from './child.ts'
import { freshOptions, KINDS, openFor } from './fresh.ts'

type Tables = { thing: { id: number; size: number; bytes: Uint8Array | null } }

for (const { kind, need } of KINDS) {
  describe(`the database over ${kind}`, need, () => {
    async function things(t: Parameters<typeof freshOptions>[0]) {
      const database = await openFor(t, freshOptions(t, kind))
      await database.db.schema
        .createTable('thing')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('size', 'bigint')
        .addColumn('bytes', kind === 'sqlite' ? 'blob' : 'bytea')
        .execute()
      return database.db.withTables<Tables>()
    }

    test('rows, whole numbers and bytes have one shape', async (t) => {
      const db = await things(t)
      const row = { id: 1, size: 2 ** 53 - 1, bytes: new Uint8Array([0, 255, 10]) }
      await db.insertInto('thing').values(row).execute()
      await db
        .insertInto('thing')
        .values({ id: 2, size: 1 - 2 ** 53, bytes: null })
        .execute()
      const rows = await db.selectFrom('thing').selectAll().orderBy('id').execute()
      assert.deepStrictEqual(rows, [row, { id: 2, size: 1 - 2 ** 53, bytes: null }])
      assert.equal(Object.getPrototypeOf(rows[0]), Object.prototype)
      assert.equal(Object.getPrototypeOf(rows[0]!.bytes), Uint8Array.prototype)
      const { count, sum } = await db
        .selectFrom('thing')
        .select(({ fn }) => [fn.countAll<number>().as('count'), fn.sum<number>('size').as('sum')])
        .executeTakeFirstOrThrow()
      assert.deepEqual({ count, sum }, { count: 2, sum: 0 })
    })

    test('a whole number that is not exact as a number is refused, not rounded', async (t) => {
      const db = await things(t)
      await sql`insert into thing (id, size) values (1, 9007199254740993)`.execute(db)
      await assert.rejects(db.selectFrom('thing').selectAll().execute(), RangeError)
    })

    test('affected rows and returned rows are told', async (t) => {
      const db = await things(t)
      const insert = db.insertInto('thing').values({ id: 7, size: 1, bytes: null })
      assert.deepEqual(await insert.returning('id').execute(), [{ id: 7 }])
      assert.equal((await db.updateTable('thing').set({ size: 2 }).executeTakeFirst()).numUpdatedRows, 1n)
      assert.equal((await db.deleteFrom('thing').executeTakeFirst()).numDeletedRows, 1n)
    })

    test('a transaction that throws leaves nothing, and those beside it are whole', async (t) => {
      const db = await things(t)
      const add = (id: number, fail: boolean) =>
        db.transaction().execute(async (tx) => {
          await tx.insertInto('thing').values({ id, size: 1, bytes: null }).execute()
          await tx
            .insertInto('thing')
            .values({ id: id + 1000, size: 1, bytes: null })
            .execute()
          if (fail) throw new Error('no')
        })
      const results = await Promise.allSettled(Array.from({ length: 20 }, (_, id) => add(id, id % 2 === 1)))
      assert.equal(results.filter(({ status }) => status === 'rejected').length, 10)
      const ids = (await db.selectFrom('thing').select('id').orderBy('id').execute()).map(({ id }) => id)
      assert.deepEqual(
        ids,
        [0, 2, 4, 6, 8, 10, 12, 14, 16, 18].flatMap((id) => [id, id + 1000]).sort((a, b) => a - b),
      )
    })

    test('processes that read and then write in a transaction wait for each other instead of failing', async (t) => {
      const options = freshOptions(t, kind)
      const { db } = await openFor(t, options)
      await db.schema.createTable('tally').addColumn('n', 'integer').execute()
      await sql`insert into tally values (0)`.execute(db)
      const script = new URL('./adding.ts', import.meta.url)
      const children = Array.from({ length: 3 }, () => startChild(script, options))
      assert.deepEqual(await Promise.all(children.map(({ ended }) => ended)), [0, 0, 0])
      assert.deepEqual((await sql<{ n: number }>`select n from tally`.execute(db)).rows, [{ n: 300 }])
    })

    test('ping reads, and a closed database says so', async (t) => {
      const database = await openDatabase(freshOptions(t, kind))
      await database.ping()
      await database.close()
      await assert.rejects(database.ping())
    })

    test('what is acknowledged is synced to disk by setting', async (t) => {
      const { db } = await openFor(t, freshOptions(t, kind))
      const setting = async (query: string) => Object.values((await sql.raw<object>(query).execute(db)).rows[0]!)[0]
      if (kind === 'postgres') {
        assert.equal(await setting('show synchronous_commit'), 'on')
        return
      }
      assert.equal(await setting('pragma journal_mode'), 'wal')
      assert.equal(await setting('pragma synchronous'), 2)
      assert.equal(await setting('pragma foreign_keys'), 1)
      assert.equal(await setting('pragma busy_timeout'), 5000)
    })
  })
}

test('the SQLite file can be read by its owner alone', async (t) => {
  const options = freshOptions(t, 'sqlite')
  assert.ok(options.kind === 'sqlite')
  await openFor(t, options)
  assert.equal(statSync(options.file).mode & 0o777, 0o600)
})

test('opening waits while another process still makes the file', async (t) => {
  const options = freshOptions(t, 'sqlite')
  assert.ok(options.kind === 'sqlite')
  const first = new DatabaseSync(options.file)
  first.exec('begin immediate; create table made (id integer)')
  const opening = openFor(t, options)
  queueMicrotask(() => first.exec('commit'))
  const { db } = await opening
  assert.deepEqual((await sql`select id from made`.execute(db)).rows, [])
  first.close()
})

test('connections that the PostgreSQL server drops are replaced', needsPostgres(), async (t) => {
  const { db } = await openFor(t, freshOptions(t, 'postgres'))
  const other = await openFor(t, { kind: 'postgres', url: postgresUrl!, poolSize: 1 })
  const pids = await Promise.all([1, 2, 3].map(() => sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)))
  for (const { rows } of pids) await sql`select pg_terminate_backend(${rows[0]!.pid}, 5000)`.execute(other.db)
  await setImmediate()
  assert.deepEqual((await sql`select 1 as one`.execute(db)).rows, [{ one: 1 }])
})

test('a database that cannot be reached is an error at open', async () => {
  await assert.rejects(openDatabase({ kind: 'postgres', url: 'postgresql://nobody@127.0.0.1:1/none' }))
  await assert.rejects(openDatabase({ kind: 'sqlite', file: '/dev/null/witnessmark.db' }))
})

test('a schema name that could carry a command is refused', async () => {
  const url = postgresUrl ?? 'postgresql://nobody@127.0.0.1:1/none'
  await assert.rejects(openDatabase({ kind: 'postgres', url, schema: 'a"; drop' }), /not a PostgreSQL schema name/)
})
