import assert from 'node:assert/strict'
import test from 'node:test'
import { sql } from 'kysely'
import { decodeHex, encodeHex } from '../../src/evidence/encoding.ts'
import { openDatabase } from '../../src/store/database.ts'
import { startChild } from '../store/child.ts'
import { freshOptions, KINDS } from '../store/fresh.ts'
import { rounds } from '../support/rounds.ts'
import { assertConsistent, assertHead, assertIncluded, IDENTITY, newKey, openHere } from './fixture.ts'

const ROUNDS = { sqlite: rounds(3, 50), postgres: rounds(1, 12) }

for (const { kind, need } of KINDS) {
  test(
    `${kind}: killed at any moment, the log keeps every promise and never shows two roots for a size`,
    need,
    async (t) => {
      const database = freshOptions(t, kind)
      const key = newKey()
      const roots = new Map<number, string>([])
      let promised = 0
      let checkedSize = 0
      for (let round = 0; round < ROUNDS[kind]; round += 1) {
        const leaves = await killedUnderLoad({ database, ...IDENTITY, signHead: key }, roots, 50 + ((round * 37) % 400))
        promised += leaves.size

        const { log, published } = await openHere(t, database, { key })
        for (const [cid, leafIndex] of leaves) {
          const bytes = decodeHex(cid)!
          assert.equal(await log.receiptByCid(bytes), JSON.stringify({ cid }))
          if (leafIndex % 16 > 0) continue
          const proof = (await log.proofByCid(bytes))!
          assert.equal(proof.leaf_index, leafIndex)
          assertIncluded(bytes, proof)
        }
        const head = (await log.latest())!
        await assertHead(head, published)
        roots.set(head.payload.tree_size, head.payload.root_sha256)
        const sizes = [...roots.keys()].filter((size) => size > 0).sort((a, b) => a - b)
        assert.ok(sizes.at(-1) === head.payload.tree_size && head.payload.tree_size >= checkedSize)
        // Consistency is transitive: each head with the next is every head with every earlier one.
        const seen = sizes.map((size) => ({ payload: { tree_size: size, root_sha256: roots.get(size)! } }))
        for (const [at, second] of seen.entries()) {
          if (second.payload.tree_size > checkedSize) await assertConsistent(log, seen[Math.max(0, at - 1)]!, second)
        }
        checkedSize = head.payload.tree_size
        await log.close()
        await assertStoredHeads(database, roots)
      }
      t.diagnostic(`${promised} appends promised, ${checkedSize} leaves, ${roots.size} heads seen`)
      assert.ok(promised > 0)
    },
  )
}

async function killedUnderLoad(
  options: object,
  roots: Map<number, string>,
  afterMs: number,
): Promise<Map<string, number>> {
  const child = startChild(new URL('./appending.ts', import.meta.url), options)
  const leaves = new Map<string, number>()
  let dying = false
  for await (const line of child.lines) {
    if (!dying) setTimeout(() => child.process.kill('SIGKILL'), afterMs)
    dying = true
    const [, what, number, hash] = /^(leaf|head) (\d+) ([0-9a-f]{64})$/.exec(line) ?? []
    if (what === 'leaf') leaves.set(hash!, Number(number))
    if (what !== 'head') continue
    assert.equal(roots.get(Number(number)) ?? hash, hash, `two roots for ${number}`)
    roots.set(Number(number), hash!)
  }
  assert.equal(await child.ended, 'SIGKILL')
  return leaves
}

/** Every head that was handed out is the one that is stored for its size. */
async function assertStoredHeads(
  options: Parameters<typeof openDatabase>[0],
  roots: Map<number, string>,
): Promise<void> {
  const { db, close } = await openDatabase(options)
  const { rows } = await sql<{ tree_size: number; root: Uint8Array }>`select tree_size, root from log_head`.execute(db)
  await close()
  const stored = new Map(rows.map(({ tree_size, root }) => [tree_size, encodeHex(root)]))
  for (const [size, root] of roots) assert.equal(stored.get(size), root)
}
