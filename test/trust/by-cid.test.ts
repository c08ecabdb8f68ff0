import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { proofHolds } from './plain-verifier.ts'
import { breakLog, results, SIX, type Stand, startStand, UNKNOWN_CID } from './stand.ts'

let stand: Stand
before(async () => {
  stand = await startStand()
})
after(() => stand.stop())

const path = (cid: string) => `/api/world-model/verify/by-cid/${cid}`

test('a receipt that was issued is found, and every step that can run holds', async () => {
  const { receipt } = await stand.state()
  const { status, body } = await stand.get(path(receipt.payload_sha256))
  assert.equal(status, 200)
  assert.deepEqual([body.found, body.checked, body.valid, body.established], [true, true, true, true])
  assert.deepEqual(
    body.checks.map(({ check }: { check: string }) => check),
    SIX,
  )
  assert.deepEqual(results(body), [true, true, true, true, null, true])
  assert.match(body.checks[4].reason, /pinned/)
  assert.equal(body.cid, receipt.payload_sha256)
  assert.equal(body.schema, 'svc.test.v1')
  assert.equal(body.signer, 'svc')
  assert.equal(body.kid_claimed, receipt.kid)
  assert.equal(body.signed_at, receipt.signed_at)
  assert.ok(body.does_not_establish.length >= 3)
  assert.equal(body.ext_raw, null)
})

test('the receipt comes back as it was signed, with a proof under the present head', async () => {
  const { receipt } = await stand.state()
  for (let n = 0; n < 5; n += 1) await stand.state()
  const { body } = await stand.get(path(receipt.payload_sha256))
  const { log, ...sealed } = body.receipt
  const { log: first, ...issued } = receipt
  assert.deepEqual(sealed, issued)
  assert.equal(log.leaf_index, first.leaf_index)
  assert.ok(log.tree_size >= first.tree_size + 5)
  const { body: keyFile } = await stand.get('/.well-known/svc.json')
  assert.ok(proofHolds(receipt.payload_sha256, log, keyFile))
})

test('an unknown content id is an answer: not found, nothing established, nobody accused', async () => {
  const { status, body } = await stand.get(path(UNKNOWN_CID))
  assert.equal(status, 200)
  assert.deepEqual([body.found, body.checked, body.valid, body.receipt], [false, true, null, null])
  assert.deepEqual(results(body), [null, null, null, null, null, null])
  assert.equal(body.retry_will_help, false)
  assert.equal(body.not_a_transient, true)
})

for (const [what, cid] of Object.entries({
  'one digit short': 'a'.repeat(63),
  'one digit long': 'a'.repeat(65),
  'upper case': 'A'.repeat(64),
  'no hex': 'g'.repeat(64),
  'a path': '..%2F..%2Fetc%2Fpasswd',
  'a slash inside': `${'a'.repeat(32)}%2F${'a'.repeat(31)}`,
  'a line break at the end': `${'a'.repeat(64)}%0A`,
  'a NUL at the end': `${'a'.repeat(64)}%00`,
  'a Cyrillic а': `${'a'.repeat(63)}%D0%B0`,
}))
  test(`a content id with ${what} is refused`, async () => {
    const { status, body } = await stand.get(path(cid))
    assert.equal(status, 400)
    assert.equal(body.error, 'invalid_input')
    assert.match(body.reason, /cid: a content id is 64 lower-case hex characters/)
    assert.ok(body.fix.do)
  })

test('an outage is not an absence: checked false, valid null, and asking again helps', async () => {
  const { receipt } = await stand.state()
  const mend = breakLog(stand)
  try {
    for (const cid of [receipt.payload_sha256, UNKNOWN_CID]) {
      const { status, body } = await stand.get(path(cid))
      assert.equal(status, 200)
      assert.deepEqual([body.checked, body.found, body.valid, body.receipt], [false, null, null, null])
      assert.deepEqual([body.retry_will_help, body.not_a_transient], [true, false])
      assert.deepEqual(results(body), [null, null, null, null, null, null])
      assert.ok(body.reason)
    }
  } finally {
    mend()
  }
  const { body } = await stand.get(path(receipt.payload_sha256))
  assert.deepEqual([body.found, body.checked, body.valid], [true, true, true])
})
