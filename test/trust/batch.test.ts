import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { needsVectors, vectors } from '../ext/vectors.ts'
import { results, type Stand, startStand } from './stand.ts'

const ROUTE = '/api/world-model/verify/batch'

let stand: Stand
// biome-ignore lint/suspicious/noExplicitAny: what came over the wire has no type of ours
let receipts: any[]
before(async () => {
  stand = await startStand()
  const replies = await Promise.all(Array.from({ length: 256 }, (_, n) => stand.state(n / 4)))
  receipts = replies.map(({ receipt }) => receipt)
})
after(() => stand.stop())

const books = ({ count, valid, submitted, complete }: Record<string, unknown>) => [count, valid, submitted, complete]

test('256 receipts are answered in the order they were sent', async () => {
  const { status, body } = await stand.post(ROUTE, { receipts })
  assert.equal(status, 200)
  assert.deepEqual(books(body), [256, 256, 256, true])
  assert.deepEqual(
    body.results.map(({ cid }: { cid: string }) => cid),
    receipts.map(({ payload_sha256 }) => payload_sha256),
  )
})

test('one receipt is a batch', async () => {
  const { body } = await stand.post(ROUTE, { receipts: receipts.slice(0, 1) })
  assert.deepEqual(books(body), [1, 1, 1, true])
  const { body: single } = await stand.post('/api/world-model/verify/receipt', { receipt: receipts[0] })
  assert.deepEqual(body.results[0], single)
})

test('an empty batch is refused: nothing checked must not read as nothing wrong', async () => {
  const { status, body } = await stand.post(ROUTE, { receipts: [] })
  assert.equal(status, 400)
  assert.match(body.reason, /^receipts: /)
})

test('257 receipts are refused whole, however good', async () => {
  const { status, body } = await stand.post(ROUTE, { receipts: [...receipts, receipts[0]] })
  assert.equal(status, 413)
  assert.equal(body.error, 'too_many_items')
  assert.deepEqual(body.detail, { submitted: 257, most: 256 })
  assert.equal(body.results, undefined)
  assert.match(body.fix.do, /256/)
})

test('one bad receipt among 255 good ones is the only one called so, wherever it stands', async () => {
  for (const at of [0, 100, 255]) {
    const sent = receipts.slice()
    sent[at] = { ...sent[at], payload: { ...sent[at].payload, value: -1 } }
    const { body } = await stand.post(ROUTE, { receipts: sent })
    assert.deepEqual(books(body), [256, 255, 256, true])
    assert.deepEqual(
      body.results.flatMap(({ valid }: { valid: boolean }, index: number) => (valid ? [] : [index])),
      [at],
    )
    assert.equal(body.results[at].valid, false)
  }
})

test('a forged head spoils the receipts that carry it, and no others of the batch', async () => {
  const forged = structuredClone(receipts[0])
  forged.log.sth.signature_b64 = receipts.at(-1).log.sth.signature_b64
  const { body } = await stand.post(ROUTE, { receipts: [receipts[0], forged, receipts[0], receipts[1]] })
  assert.deepEqual(
    body.results.map(({ valid }: { valid: boolean }) => valid),
    [true, false, true, true],
  )
  assert.deepEqual(results(body.results[1]), [true, true, true, true, null, false])
})

test('what is no object gets its own null, and the others are answered', async () => {
  const odd = [null, 7, 'text', true, [], [receipts[0]]]
  const { status, body } = await stand.post(ROUTE, { receipts: [...odd, receipts[0]] })
  assert.equal(status, 200)
  assert.deepEqual(books(body), [7, 1, 7, true])
  for (const verdict of body.results.slice(0, odd.length)) {
    assert.equal(verdict.valid, null)
    assert.ok(verdict.reason)
    assert.equal(verdict.checks.length, 6)
  }
})

test('a batch that is no list is refused', async () => {
  for (const sent of [receipts[0], 'all', null]) {
    const { status, body } = await stand.post(ROUTE, { receipts: sent })
    assert.equal(status, 400)
    assert.equal(body.error, 'invalid_input')
  }
})

test('our receipts and those of the external operator may stand in one batch', needsVectors, async () => {
  const { cases } = vectors<{ cases: { receipt: object; expected: { valid: boolean } }[] }>('receipts')
  const { body } = await stand.post(ROUTE, { receipts: [...cases.map(({ receipt }) => receipt), receipts[0]] })
  assert.deepEqual(
    body.results.map(({ valid }: { valid: boolean }) => valid),
    [...cases.map(({ expected }) => expected.valid), true],
  )
})
