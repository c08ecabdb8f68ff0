import assert from 'node:assert/strict'
import test from 'node:test'
import { sql } from 'kysely'
import { encodeHex } from '../../src/evidence/encoding.ts'
import type { SignedTreeHead } from '../../src/evidence/tree-head.ts'
import { fixedClock } from '../../src/kernel/clock.ts'
import { Refusal } from '../../src/kernel/refusal.ts'
import { type Database, openDatabase } from '../../src/store/database.ts'
import { LogCore } from '../../src/store/log/core.ts'
import { Log } from '../../src/store/log/log.ts'
import { freshOptions, KINDS } from '../store/fresh.ts'
import {
  assertConsistent,
  assertHead,
  assertIncluded,
  assertWholeLog,
  IDENTITY,
  newKey,
  openHere,
  publish,
  START,
} from './fixture.ts'
import { cidOf, sha256 } from './naive-tree.ts'

const unavailable = (problem: unknown) => problem instanceof Refusal && problem.code === 'unavailable'
const envelopeOf = (number: number) => JSON.stringify({ number, text: 'é — 🦆' })

/** Lets every statement pass and the commit fail, as a disk does that fills up at the last moment. */
async function vetoCommits({ db, kind }: Database): Promise<() => Promise<unknown>> {
  const run = (text: string) => sql.raw(text).execute(db)
  if (kind === 'sqlite') {
    await run('create table parent (id integer primary key)')
    await run('create table veto (id integer references parent (id) deferrable initially deferred)')
    await run('create trigger veto_heads after insert on log_head begin insert into veto values (1); end')
    return () => run('drop trigger veto_heads')
  }
  await run("create function veto() returns trigger language plpgsql as $$ begin raise exception 'veto'; end $$")
  await run(
    'create constraint trigger veto_heads after insert on log_head deferrable initially deferred for each row execute function veto()',
  )
  return () => run('drop trigger veto_heads on log_head')
}

for (const { kind, need } of KINDS) {
  test(`${kind}: an empty log has a signed head of size 0`, need, async (t) => {
    const { log, published } = await openHere(t, freshOptions(t, kind))
    const head = await assertWholeLog(log, [], published)
    assert.equal(head.payload.root_sha256, encodeHex(sha256(new Uint8Array(0))))
    assert.equal(head.payload.timestamp, START)
    assert.equal(await log.tile(0, 0, 1), null)
    assert.equal(await log.entries(0, 1), null)
    assert.equal(await log.proofByCid(cidOf(0)), null)
    assert.equal(await log.receiptByCid(cidOf(0)), null)
  })

  test(`${kind}: the whole log is right after every batch, and still is when it is opened again`, need, async (t) => {
    const options = freshOptions(t, kind)
    const clock = fixedClock(START)
    const first = await openHere(t, options, { clock })
    const cids: Uint8Array[] = []
    const heads: SignedTreeHead[] = []
    let { log } = first
    for (const [step, size] of [1, 1, 2, 5, 100, 146, 1, 256, 88, 1].entries()) {
      clock.advance(1000)
      const batch = Array.from({ length: size }, (_, at) => cids.length + at)
      const answers = await Promise.all(batch.map((number) => log.append(cidOf(number), envelopeOf(number))))
      cids.push(...batch.map(cidOf))
      for (const [at, { leafIndex, log: member }] of answers.entries()) {
        assert.equal(leafIndex, batch[at])
        assertIncluded(cidOf(batch[at]!), member)
        assert.equal(member.sth.payload.tree_size, cids.length)
      }
      heads.push(await assertWholeLog(log, cids, first.published))
      assert.equal(heads.at(-1)!.payload.timestamp, clock().toISOString())
      for (const earlier of heads) await assertConsistent(log, earlier, heads.at(-1)!)
      if (step % 3 === 1) {
        await log.close()
        log = (await openHere(t, options, { clock, key: first.key })).log
      }
    }
    assert.equal(cids.length, 601)
    assert.equal(await log.receiptByCid(cidOf(300)), envelopeOf(300))
  })

  test(
    `${kind}: a consistency proof lies between any two sizes, signed or not, and outside them is a refusal`,
    need,
    async (t) => {
      const { log } = await openHere(t, freshOptions(t, kind))
      await Promise.all(Array.from({ length: 9 }, (_, at) => log.append(cidOf(at), null)))
      const head = (await log.latest())!
      for (let second = 1; second <= 9; second += 1)
        for (let first = 1; first <= second; first += 1) {
          const reply = await log.consistency(first, second)
          assert.deepEqual([reply.first_size, reply.second_size, reply.sth], [first, second, head])
        }
      for (const [first, second] of [
        [0, 5],
        [6, 5],
        [1, 10],
        [-1, 5],
        [1.5, 5],
        [1, 2 ** 53],
        [Number.NaN, 5],
        [1, Infinity],
      ] as const) {
        await assert.rejects(
          log.consistency(first, second),
          (problem: Refusal) => problem.code === 'invalid_input' && problem.fix !== null,
        )
      }
    },
  )

  test(`${kind}: the same receipt appended twice, also at once, has one leaf`, need, async (t) => {
    const { log, published } = await openHere(t, freshOptions(t, kind))
    const twins = await Promise.all([1, 2, 1, 1, 3, 2].map((number) => log.append(cidOf(number), `first ${number}`)))
    assert.deepEqual(
      twins.map(({ leafIndex }) => leafIndex),
      [0, 1, 0, 0, 2, 1],
    )
    const before = await log.latest()
    const again = await log.append(cidOf(2), 'second')
    assert.equal(again.leafIndex, 1)
    assertIncluded(cidOf(2), again.log)
    assert.deepEqual(await log.latest(), before)
    const mixed = await Promise.all([3, 4].map((number) => log.append(cidOf(number), `first ${number}`)))
    assert.deepEqual(
      mixed.map(({ leafIndex }) => leafIndex),
      [2, 3],
    )
    for (const [at, number] of [3, 4].entries()) assertIncluded(cidOf(number), mixed[at]!.log)
    assert.equal(await log.receiptByCid(cidOf(2)), 'first 2')
    await assertWholeLog(log, [1, 2, 3, 4].map(cidOf), published)
    assert.deepEqual(log.counts(), { acknowledged: 9, rejected: 0, batches: 3, waiting: 0 })
  })

  test(`${kind}: a batch that cannot be committed is rejected whole, and the next one is right`, need, async (t) => {
    const database = await openDatabase(freshOptions(t, kind))
    const key = newKey()
    const clock = fixedClock(START)
    const log = new Log(await LogCore.open(database, IDENTITY, key, START), clock)
    t.after(() => log.close())
    const cids = Array.from({ length: 300 }, (_, at) => cidOf(at))
    await Promise.all(cids.map((cid) => log.append(cid, 'kept')))
    if (kind === 'sqlite') {
      const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(database.db)
      await sql.raw(`pragma max_page_count = ${rows[0]!.page_count}`).execute(database.db)
    } else {
      await sql`alter table log_head add constraint full_disk check (tree_size < 301)`.execute(database.db)
    }
    const lost = await Promise.allSettled(
      Array.from({ length: 400 }, (_, at) => log.append(cidOf(`lost ${at}`), 'x'.repeat(100))),
    )
    assert.ok(lost.every((result) => result.status === 'rejected' && unavailable(result.reason)))
    await assertWholeLog(log, cids, publish(key))
    assert.equal(await log.proofByCid(cidOf('lost 0')), null)
    if (kind === 'sqlite') await sql.raw('pragma max_page_count = 1000000').execute(database.db)
    else await sql`alter table log_head drop constraint full_disk`.execute(database.db)
    cids.push(cidOf('lost 7'), cidOf('after'))
    await Promise.all([log.append(cidOf('lost 7'), 'again'), log.append(cidOf('after'), 'after')])
    await assertWholeLog(log, cids, publish(key))
    assert.deepEqual([log.counts().acknowledged, log.counts().rejected], [302, 400])
  })

  test(`${kind}: what was read in a batch whose commit fails is not remembered`, need, async (t) => {
    const database = await openDatabase(freshOptions(t, kind))
    const key = newKey()
    const log = new Log(await LogCore.open(database, IDENTITY, key, START), fixedClock(START))
    t.after(() => log.close())
    await Promise.all([log.append(cidOf(0), null), log.append(cidOf(1), null)])
    const lift = await vetoCommits(database)
    const failing = [log.append(cidOf(0), null), log.append(cidOf('lost'), 'lost')]
    for (const failed of failing) await assert.rejects(failed, unavailable)
    await lift()
    await Promise.all([log.append(cidOf(0), null), log.append(cidOf(2), 'kept')])
    await assertWholeLog(log, [0, 1, 2].map(cidOf), publish(key))
  })

  test(`${kind}: heads never go back in time`, need, async (t) => {
    const clock = fixedClock(START)
    const { log } = await openHere(t, freshOptions(t, kind), { clock })
    clock.advance(60_000)
    await log.append(cidOf(0), null)
    clock.advance(-30_000)
    const { log: member } = await log.append(cidOf(1), null)
    assert.equal(member.sth.payload.timestamp, '2026-03-01T08:01:00.000Z')
  })

  test(
    `${kind}: a new key signs from the next head on, and earlier heads stay as they were signed`,
    need,
    async (t) => {
      const options = freshOptions(t, kind)
      const { log, key } = await openHere(t, options)
      const next = newKey('svc-2026-05')
      const all = publish(key, next)
      await log.append(cidOf(0), null)
      const old = (await log.latest())!
      await log.rekey(next)
      assert.deepEqual(await log.latest(), old)
      const { log: member } = await log.append(cidOf(1), null)
      assert.equal(member.sth.kid, 'svc-2026-05')
      await assertHead(old, all)
      const head = await assertWholeLog(log, [cidOf(0), cidOf(1)], all)
      await assertConsistent(log, old, head)
      await log.close()
      const reopened = await openHere(t, options, { key: next })
      assert.deepEqual(await reopened.log.latest(), head)
    },
  )

  test(`${kind}: a full queue is busy, a closing log is stopping, and nothing accepted is lost`, need, async (t) => {
    const { log } = await openHere(t, freshOptions(t, kind), { limits: { batch: 4, queue: 10 } })
    const results = await Promise.allSettled(Array.from({ length: 13 }, (_, at) => log.append(cidOf(at), null)))
    const codes = results.map((result) => (result.status === 'rejected' ? (result.reason as Refusal).code : 'stored'))
    assert.deepEqual(codes, [...Array(10).fill('stored'), 'busy', 'busy', 'busy'])
    assert.equal((await log.latest())!.payload.tree_size, 10)
    assert.equal(log.counts().batches, 3)
    const last = log.append(cidOf('last'), null)
    const closed = log.close()
    await assert.rejects(log.append(cidOf('late'), null), (problem: Refusal) => problem.code === 'stopping')
    assert.equal((await last).leafIndex, 10)
    await closed
  })

  test(`${kind}: what is no content id is refused before it can spoil a batch`, need, async (t) => {
    const { log } = await openHere(t, freshOptions(t, kind))
    const good = log.append(cidOf(0), 'good')
    await assert.rejects(log.append(new Uint8Array(31), 'short'), TypeError)
    await assert.rejects(log.append(cidOf(1), 'a\0b'), TypeError)
    assert.equal((await good).leafIndex, 0)
  })
}

test('two instances on one PostgreSQL append in turn to one log', KINDS[1]!.need, async (t) => {
  const options = freshOptions(t, 'postgres')
  const key = newKey()
  const logs = (await Promise.all([openHere(t, options, { key }), openHere(t, options, { key })])).map(({ log }) => log)
  const appended = await Promise.all(
    Array.from({ length: 600 }, async (_, at) => {
      if (at % 50 === 0) await new Promise((resolve) => setTimeout(resolve, at / 10))
      return { cid: cidOf(at % 550), ...(await logs[at % 2]!.append(cidOf(at % 550), `${at}`)) }
    }),
  )
  for (const { cid, log } of appended) assertIncluded(cid, log)
  const order: Uint8Array[] = []
  for (const { leafIndex, cid } of appended) {
    assert.deepEqual(order[leafIndex] ?? cid, cid)
    order[leafIndex] = cid
  }
  assert.equal(order.length, 550)
  for (const log of logs) await assertWholeLog(log, order, publish(key))
  const heads = new Map(appended.map(({ log }) => [log.tree_size, log.sth]))
  for (const { log } of appended) assert.equal(heads.get(log.tree_size)!.payload.root_sha256, log.root_sha256)
  const sorted = [...heads.values()].sort((a, b) => a.payload.tree_size - b.payload.tree_size)
  for (const [at, head] of sorted.entries()) if (at > 0) await assertConsistent(logs[0]!, sorted[at - 1]!, head)
})
