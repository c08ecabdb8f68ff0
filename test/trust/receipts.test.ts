import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { verifyTimeBound } from '../../src/evidence/ext/time-bound.ts'
import { sodiumPrimitives } from '../../src/evidence/signatures/sodium.ts'
import { fixedClock } from '../../src/kernel/clock.ts'
import { defineRoute } from '../../src/operation/route.ts'
import { log as externalLog, json, mockOperator, NOON } from '../ext/mock-operator.ts'
import { needsVectors } from '../ext/vectors.ts'
import { canonical, proofHolds, sha256 } from './plain-verifier.ts'
import { breakLog, startStand } from './stand.ts'

test('the payload binds what was sent, what was answered and the model, and only that is signed', async (t) => {
  const stand = await startStand()
  t.after(() => stand.stop())
  const reply = await stand.post('/api/test/state', { subject_sha256: 'ab'.repeat(32), value: 7.25 })
  const { receipt } = reply.body
  assert.deepEqual(Object.keys(receipt).sort(), [
    ...['alg', 'kid', 'log', 'payload', 'payload_sha256', 'schema', 'signature_b64', 'signed_at', 'signer'],
  ])
  const { time_bound, signed_at, kid, ...stated } = receipt.payload
  assert.deepEqual(stated, {
    schema: 'svc.test.v1',
    signer: 'svc',
    subject_sha256: 'ab'.repeat(32),
    value: 7.25,
    model: 'test@1+0badc0de',
  })
  assert.equal(signed_at, new Date(signed_at).toISOString())
  assert.equal(sha256(canonical(receipt.payload)).toString('hex'), receipt.payload_sha256)
  assert.equal(receipt.payload.note, undefined)
})

test('a receipt is in the log before the reply leaves: its own proof leads to the head inside it', async (t) => {
  const stand = await startStand()
  t.after(() => stand.stop())
  const { body: keyFile } = await stand.get('/.well-known/svc.json')
  const replies = await Promise.all(Array.from({ length: 50 }, () => stand.state()))
  for (const { receipt } of replies) {
    assert.ok(proofHolds(receipt.payload_sha256, receipt.log, keyFile))
    const found = await stand.get(`/api/world-model/verify/log/proof/${receipt.payload_sha256}`)
    assert.equal(found.body.leaf_index, receipt.log.leaf_index)
  }
  assert.equal(new Set(replies.map(({ receipt }) => receipt.log.leaf_index)).size, 50)
})

test('while the log is down a measuring route answers 503, not an unlogged receipt', async (t) => {
  const stand = await startStand()
  t.after(() => stand.stop())
  const mend = breakLog(stand)
  const refused = await stand.post('/api/test/state', { subject_sha256: 'ab'.repeat(32), value: 1 })
  assert.equal(refused.status, 503)
  assert.equal(refused.body.receipt, undefined)
  mend()
  await stand.state()
  const { receipts } = (await stand.get('/api/health')).body
  assert.deepEqual(receipts, { issued: 1, logged: 1 })
})

test('what the handler cannot state canonically is a fault of ours, and nothing is signed', async (t) => {
  const wild = defineRoute({
    method: 'POST',
    path: '/api/test/wild',
    group: 'service',
    summary: 'States what is no number.',
    auth: 'none',
    input: z.strictObject({}),
    output: z.looseObject({ value: z.number() }),
    receipt: { schema: 'svc.test.v1', payload: () => ({ value: Number.NaN }) },
    handle: () => ({ value: 1 }),
  })
  const stand = await startStand({}, { extraRoutes: [wild] })
  t.after(() => stand.stop())
  const { status, body } = await stand.post('/api/test/wild', {})
  assert.deepEqual([status, body.error], [500, 'internal'])
  assert.equal((await stand.get('/api/world-model/verify/log/sth')).body.size, 0)
})

test('issued and logged stay equal under load, in health and in the metrics', async (t) => {
  const stand = await startStand()
  t.after(() => stand.stop())
  const key = await stand.mint()
  let running = true
  const seen: [number, number][] = []
  const watching = (async () => {
    while (running) {
      const { issued, logged } = (await stand.get('/api/health')).body.receipts
      seen.push([issued, logged])
    }
  })()
  const work = Array.from({ length: 8 }, async (_, worker) => {
    for (let n = 0; n < 20; n += 1)
      await (n % 4 === 0 ? stand.upload(`${worker} ${n}`, key) : stand.state(worker * 100 + n))
  })
  await Promise.all(work)
  running = false
  await watching
  assert.ok(seen.length > 1)
  for (const [issued, logged] of seen) assert.equal(issued, logged)
  const health = (await stand.get('/api/health')).body
  assert.deepEqual(health.receipts, { issued: 160, logged: 160 })
  assert.equal(health.log.tree_size, 160)
  const { body: metrics } = await stand.get('/metrics')
  for (const name of ['receipts_issued', 'receipts_logged'])
    assert.match(metrics, new RegExp(`^witnessmark_${name} 160$`, 'm'))
})

test('without an operator the time bound is null, and says that none is configured', async (t) => {
  const stand = await startStand()
  t.after(() => stand.stop())
  const first = await stand.state()
  assert.equal(first.receipt.payload.time_bound.head, null)
  assert.match(first.receipt.payload.time_bound.reason, /no external operator is configured/)
})

test('with an operator the payload carries its verified head, as a lower bound', needsVectors, async (t) => {
  const operator = await mockOperator(t)
  const pinned = externalLog().sths[0]!.responder_pubkey_b32
  const clock = fixedClock(NOON)
  const stand = await startStand({ EXT_URL: operator.url, EXT_PUBKEY: pinned }, { clock })
  t.after(() => stand.stop())
  await stand.context.operator.head()
  const { receipt } = await stand.state()
  const { time_bound, signed_at } = receipt.payload
  assert.equal(time_bound.head.tree_size, 13)
  assert.match(time_bound.means, /lower bound/)
  const profile = { word: 'emem', pubkeyB32: pinned }
  assert.equal((await verifyTimeBound(time_bound, signed_at, profile, sodiumPrimitives)).valid, true)
  const forged = { ...time_bound, head: { ...time_bound.head, tree_size: 14 } }
  assert.notEqual((await verifyTimeBound(forged, signed_at, profile, sodiumPrimitives)).valid, true)
})

test('a head that does not verify, or is by another key, is no bound', needsVectors, async (t) => {
  const operator = await mockOperator(t)
  const pinned = externalLog().sths[0]!.responder_pubkey_b32
  const forged = { ...externalLog().sths.at(-1)!, tree_size: 99 }
  operator.answers.set('/v1/log/sth', json({ sth: { ...forged, algorithm: 'ed25519' } }))
  for (const env of [{ EXT_URL: operator.url, EXT_PUBKEY: pinned }, { EXT_URL: operator.url }]) {
    const stand = await startStand(env, { clock: fixedClock(NOON) })
    await stand.context.operator.head()
    const { time_bound } = (await stand.state()).receipt.payload
    await stand.stop()
    assert.equal(time_bound.head, null)
    assert.ok(time_bound.reason)
    assert.doesNotMatch(time_bound.reason, /none is configured|no external operator/)
  }
})

test('an operator that never answers keeps no receipt waiting', async (t) => {
  const operator = await mockOperator(t)
  operator.answers.set('/v1/log/sth', () => {})
  const stand = await startStand({ EXT_URL: operator.url })
  t.after(() => stand.stop())
  const started = Date.now()
  const { time_bound } = (await stand.state()).receipt.payload
  assert.ok(Date.now() - started < 2000)
  assert.equal(time_bound.head, null)
  assert.match(time_bound.reason, /no head of the external log has been read yet/)
})
