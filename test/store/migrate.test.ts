import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { DatabaseFromTheFuture, type Migration, migrate } from '../../src/store/migrate.ts'
import { startChild } from './child.ts'
import { freshOptions, KINDS, openFor } from './fresh.ts'

const first: Migration = {
  name: '1-pear',
  up: (db) => db.schema.createTable('pear').addColumn('id', 'integer').execute(),
}
const second: Migration = {
  name: '2-apple',
  up: (db) => db.schema.createTable('apple').addColumn('id', 'integer').execute(),
}

for (const { kind, need } of KINDS) {
  describe(`migrations over ${kind}`, need, () => {
    test('each runs once, and new ones follow', async (t) => {
      const database = await openFor(t, freshOptions(t, kind))
      await migrate(database, [first], 'fruit')
      await migrate(database, [first], 'fruit')
      await migrate(database, [first, second], 'fruit')
      await sql`insert into pear values (1)`.execute(database.db)
      await sql`insert into apple values (1)`.execute(database.db)
      await migrate(database, [first, second], 'fruit')
    })

    test('two parts count their own', async (t) => {
      const database = await openFor(t, freshOptions(t, kind))
      await migrate(database, [first], 'fruit')
      await migrate(database, [second], 'more fruit')
      await migrate(database, [first], 'fruit')
    })

    test('a database from the future is refused by name', async (t) => {
      const database = await openFor(t, freshOptions(t, kind))
      await migrate(database, [first, second], 'fruit')
      await assert.rejects(migrate(database, [first], 'fruit'), (problem) => {
        assert.ok(problem instanceof DatabaseFromTheFuture)
        assert.match(problem.message, /"2-apple" of fruit/)
        return true
      })
      await assert.rejects(migrate(database, [second, first], 'fruit'), DatabaseFromTheFuture)
    })

    test('one that fails leaves nothing behind and can be run again', async (t) => {
      const database = await openFor(t, freshOptions(t, kind))
      const broken: Migration = {
        name: '2-apple',
        async up(db, kindGiven) {
          await second.up(db, kindGiven)
          throw new Error('half way')
        },
      }
      await assert.rejects(migrate(database, [first, broken], 'fruit'), /half way/)
      await assert.rejects(sql`select * from pear`.execute(database.db))
      await migrate(database, [first, second], 'fruit')
      await sql`select * from pear, apple`.execute(database.db)
    })

    test('four processes that start at once on nothing all come up', async (t) => {
      const options = freshOptions(t, kind)
      const script = new URL('./migrating.ts', import.meta.url)
      const children = Array.from({ length: 4 }, () => startChild(script, options))
      assert.deepEqual(await Promise.all(children.map(({ ended }) => ended)), [0, 0, 0, 0])
      const { db } = await openFor(t, options)
      const { rows } = await sql<{ n: number }>`select count(*) as n from started`.execute(db)
      assert.deepEqual(rows, [{ n: 4 }])
    })
  })
}
