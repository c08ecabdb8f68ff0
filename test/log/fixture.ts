import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import type { TestContext } from 'node:test'
import { parseCheckpoint, verifyCheckpoint, vkey } from '../../src/evidence/checkpoint.ts'
import { decodeHex, encodeHex } from '../../src/evidence/encoding.ts'
import type { PublishedKey, PublishedKeys } from '../../src/evidence/keys.ts'
import { leafHash, verifyConsistency, verifyInclusion } from '../../src/evidence/merkle.ts'
import { sodiumPrimitives } from '../../src/evidence/signatures/sodium.ts'
import { type ReceiptLogMember, type SignedTreeHead, verifyTreeHead } from '../../src/evidence/tree-head.ts'
import { type Clock, fixedClock } from '../../src/kernel/clock.ts'
import type { DatabaseOptions } from '../../src/store/database.ts'
import { openCore } from '../../src/store/log/core.ts'
import { Log } from '../../src/store/log/log.ts'
import { type HeadKey, logSigner } from '../../src/store/log/signer.ts'
import { naiveRoot, sha256 } from './naive-tree.ts'

export const IDENTITY = { logId: 'svc.log.test.v1', origin: 'log.test/v1' }
export const START = '2026-03-01T08:00:00.000Z'

export function newKey(kid = 'svc-2026-03'): HeadKey {
  const { privateKey } = generateKeyPairSync('ed25519')
  return { kid, pkcs8Pem: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string }
}

export function publish(...keys: HeadKey[]): PublishedKeys {
  const published: PublishedKey[] = keys.map((key) => {
    return { kid: key.kid, publicKey: logSigner(key).publicKey, from: START, until: null }
  })
  const log = { ...IDENTITY, vkey: vkey(IDENTITY.origin, published[0]!.publicKey, sha256) }
  return { keys: published, rootOfTrust: 'this test', log }
}

/** The log in this thread, under a clock that the test moves. */
export async function openHere(
  t: TestContext,
  database: DatabaseOptions,
  { key = newKey(), clock = fixedClock(START) as Clock, limits = { batch: 1024, queue: 8192 } } = {},
): Promise<{ log: Log; published: PublishedKeys; key: HeadKey }> {
  const core = await openCore({ database, ...IDENTITY, signHead: key }, clock().toISOString())
  const log = new Log(core, clock, limits)
  let closed: Promise<void> | undefined
  const close = log.close.bind(log)
  log.close = () => {
    closed ??= close()
    return closed
  }
  t.after(() => log.close())
  return { log, published: publish(key), key }
}

export async function assertHead(sth: SignedTreeHead, published: PublishedKeys): Promise<void> {
  assert.deepEqual(await verifyTreeHead(sth, published, sodiumPrimitives), { valid: true, reason: null })
}

export function assertIncluded(cid: Uint8Array, log: ReceiptLogMember): void {
  assert.equal(log.leaf_hash, encodeHex(leafHash(cid, sha256)))
  assert.equal(log.tree_size, log.sth.payload.tree_size)
  assert.equal(log.root_sha256, log.sth.payload.root_sha256)
  const claim = {
    leafIndex: log.leaf_index,
    treeSize: log.tree_size,
    leafHash: decodeHex(log.leaf_hash)!,
    path: log.audit_path.map((hash) => decodeHex(hash)!),
    root: decodeHex(log.root_sha256)!,
  }
  assert.ok(verifyInclusion(claim, sha256), `leaf ${log.leaf_index} in ${log.tree_size}`)
}

type SizeAndRoot = { payload: Pick<SignedTreeHead['payload'], 'tree_size' | 'root_sha256'> }

export async function assertConsistent(log: Log, first: SizeAndRoot, second: SizeAndRoot): Promise<void> {
  if (first.payload.tree_size === 0) return
  const reply = await log.consistency(first.payload.tree_size, second.payload.tree_size)
  assert.equal(reply.first_root, first.payload.root_sha256)
  assert.equal(reply.second_root, second.payload.root_sha256)
  const claim = {
    first: reply.first_size,
    second: reply.second_size,
    firstRoot: decodeHex(reply.first_root)!,
    secondRoot: decodeHex(reply.second_root)!,
    path: reply.consistency_path.map((hash) => decodeHex(hash)!),
  }
  assert.ok(verifyConsistency(claim, sha256), `${claim.first} before ${claim.second}`)
}

/** Everything a reader can ask, held against the entries themselves. */
export async function assertWholeLog(log: Log, cids: Uint8Array[], published: PublishedKeys): Promise<SignedTreeHead> {
  const head = (await log.latest())!
  await assertHead(head, published)
  assert.equal(head.payload.log_id, IDENTITY.logId)
  assert.equal(head.payload.tree_size, cids.length)
  assert.equal(head.payload.root_sha256, encodeHex(naiveRoot(cids)))

  const text = await log.checkpoint()
  const { checkpoint } = parseCheckpoint(text)!
  assert.deepEqual(checkpoint, {
    origin: IDENTITY.origin,
    treeSize: cids.length,
    root: decodeHex(head.payload.root_sha256),
  })
  assert.equal((await verifyCheckpoint(text, published, [], sodiumPrimitives)).valid, true)

  for (const [index, cid] of cids.entries()) {
    const proof = (await log.proofByCid(cid))!
    assert.equal(proof.leaf_index, index)
    assert.deepEqual(proof.sth, head)
    assertIncluded(cid, proof)
  }
  for (let start = 0; start < cids.length; start += 256) {
    const held = cids.slice(start, start + 256)
    const tile = await log.tile(0, start / 256, held.length)
    assert.deepEqual(Buffer.from(tile!), Buffer.concat(held.map((cid) => leafHash(cid, sha256))))
    const entries = await log.entries(start / 256, held.length)
    assert.deepEqual(Buffer.from(entries!), Buffer.concat(held.flatMap((cid) => [Uint8Array.of(0, 32), cid])))
    if (held.length === 256) assert.deepEqual((await log.tile(1, 0, start / 256 + 1))!.slice(-32), naiveRoot(held))
  }
  return head
}
