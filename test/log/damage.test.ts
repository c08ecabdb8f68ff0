import assert from 'node:assert/strict'
import test, { type TestContext } from 'node:test'
import { type Kysely, sql } from 'kysely'
import type { Refusal } from '../../src/kernel/refusal.ts'
import { type DatabaseOptions, openDatabase } from '../../src/store/database.ts'
import { openCore } from '../../src/store/log/core.ts'
import { type DamageCode, LogDamaged } from '../../src/store/log/damage.ts'
import { openLog } from '../../src/store/log/log.ts'
import { freshOptions, KINDS } from '../store/fresh.ts'
import { IDENTITY, newKey, openHere, START } from './fixture.ts'
import { cidOf } from './naive-tree.ts'

const SIZE = 300

type Sabotage = (db: Kysely<unknown>) => Promise<unknown>

async function sabotaged(t: TestContext, kind: 'sqlite' | 'postgres', sabotage: Sabotage) {
  const options = freshOptions(t, kind)
  const { log, key } = await openHere(t, options)
  await Promise.all(Array.from({ length: SIZE }, (_, at) => log.append(cidOf(at), '{}')))
  await log.close()
  await change(options, sabotage)
  return { database: options, ...IDENTITY, signHead: key }
}

async function change(options: DatabaseOptions, sabotage: Sabotage): Promise<void> {
  const { db, close } = await openDatabase(options)
  await sabotage(db)
  await close()
}

const tileBytes = async (db: Kysely<unknown>, level: number, index: number) =>
  (
    await sql<{
      hashes: Uint8Array
    }>`select hashes from log_tile where level = ${level} and tile_index = ${index}`.execute(db)
  ).rows[0]!.hashes

const setTile = (db: Kysely<unknown>, level: number, index: number, hashes: Uint8Array) =>
  sql`update log_tile set hashes = ${hashes} where level = ${level} and tile_index = ${index}`.execute(db)

const editHead =
  (edit: (text: string) => string): Sabotage =>
  async (db) => {
    const { rows } = await sql<{ head: string }>`select head from log_head where tree_size = ${SIZE}`.execute(db)
    await sql`update log_head set head = ${edit(rows[0]!.head)} where tree_size = ${SIZE}`.execute(db)
  }

const CASES: [what: string, code: DamageCode, sabotage: Sabotage][] = [
  [
    'a flipped bit in the growing tile',
    'leaf_mismatch',
    async (db) => {
      const hashes = await tileBytes(db, 0, 1)
      hashes[33]! ^= 1
      await setTile(db, 0, 1, hashes)
    },
  ],
  [
    'a flipped bit in a tile above',
    'root_mismatch',
    async (db) => {
      const hashes = await tileBytes(db, 1, 0)
      hashes[0]! ^= 1
      await setTile(db, 1, 0, hashes)
    },
  ],
  ['a truncated tile', 'tile_width', async (db) => setTile(db, 0, 1, (await tileBytes(db, 0, 1)).slice(0, -32))],
  ['a tile cut inside a hash', 'tile_width', async (db) => setTile(db, 0, 1, (await tileBytes(db, 0, 1)).slice(0, -1))],
  [
    'a tile with a hash too many',
    'tile_width',
    async (db) => setTile(db, 0, 1, Buffer.concat([await tileBytes(db, 0, 1), cidOf('x')])),
  ],
  ['a missing tile', 'tile_width', (db) => sql`delete from log_tile where level = 0 and tile_index = 1`.execute(db)],
  [
    'a leaf that was replaced',
    'leaf_mismatch',
    (db) => sql`update log_leaf set cid = ${cidOf('x')} where leaf_index = 299`.execute(db),
  ],
  ['a leaf that was removed', 'leaf_mismatch', (db) => sql`delete from log_leaf where leaf_index = 298`.execute(db)],
  [
    'a leaf beyond the head',
    'leaf_mismatch',
    (db) => sql`insert into log_leaf (leaf_index, cid) values (300, ${cidOf('x')})`.execute(db),
  ],
  ['the last head removed', 'size_mismatch', (db) => sql`delete from log_head where tree_size = ${SIZE}`.execute(db)],
  ['all heads removed', 'head_missing', (db) => sql`delete from log_head`.execute(db)],
  ['a size turned back', 'size_mismatch', (db) => sql`update log_state set tree_size = 299`.execute(db)],
  [
    'another root in the signed head',
    'root_mismatch',
    editHead((text) => text.replace(/"root_sha256":"../, '"root_sha256":"00')),
  ],
  ['another time in the signed head', 'head_signature', editHead((text) => text.replace('2026-03', '2025-03'))],
]

for (const { kind, need } of KINDS) {
  for (const [what, code, sabotage] of CASES) {
    test(`${kind}: ${what} is refused at start by name`, need, async (t) => {
      const options = await sabotaged(t, kind, sabotage)
      await assert.rejects(
        openCore(options, START),
        (problem: LogDamaged) => problem instanceof LogDamaged && problem.code === code,
      )
    })
  }

  test(
    `${kind}: a damaged tile inside the log is refused when it is asked for, never handed out as a proof`,
    need,
    async (t) => {
      const options = await sabotaged(t, kind, async (db) => {
        const hashes = await tileBytes(db, 0, 0)
        hashes[40]! ^= 1
        await setTile(db, 0, 0, hashes)
      })
      const { log } = await openHere(t, options.database, { key: options.signHead })
      const damaged = (problem: Refusal) =>
        problem.code === 'unavailable' && (problem.cause as LogDamaged).code === 'proof_mismatch'
      await assert.rejects(log.proofByCid(cidOf(0)), damaged)
      await assert.rejects(log.consistency(100, SIZE), damaged)
      assert.equal((await log.proofByCid(cidOf(299)))!.leaf_index, 299)
    },
  )

  test(`${kind}: the database of another log is refused`, need, async (t) => {
    const options = await sabotaged(t, kind, async () => {})
    for (const other of [{ logId: 'svc.log.other.v1' }, { origin: 'other.test/v1' }])
      await assert.rejects(
        openCore({ ...options, ...other }, START),
        (problem: LogDamaged) => problem.code === 'another_log',
      )
    const stranger = newKey(options.signHead.kid)
    await assert.rejects(
      openCore({ ...options, signHead: stranger }, START),
      (problem: LogDamaged) => problem.code === 'head_signature',
    )
  })
}

test('the thread refuses a damaged log with the same name', async (t) => {
  const options = await sabotaged(t, 'sqlite', CASES[1]![2])
  await assert.rejects(
    openLog(options),
    (problem: LogDamaged) => problem instanceof LogDamaged && problem.code === 'root_mismatch',
  )
})
