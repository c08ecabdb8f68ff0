import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { headHolds, isConsistent, proofHolds } from './plain-verifier.ts'
import { breakLog, type Stand, startStand, UNKNOWN_CID } from './stand.ts'

const LOG = '/api/world-model/verify/log'

let stand: Stand
// biome-ignore lint/suspicious/noExplicitAny: what came over the wire has no type of ours
let keyFile: any
before(async () => {
  stand = await startStand()
  ;({ body: keyFile } = await stand.get('/.well-known/svc.json'))
})
after(() => stand.stop())

test('an empty log has a size, says that it is available, and proves nothing', async () => {
  const sth = await stand.get(`${LOG}/sth`)
  assert.deepEqual([sth.status, sth.body.available, sth.body.size], [200, true, 0])
  const proof = await stand.get(`${LOG}/proof/${UNKNOWN_CID}`)
  assert.deepEqual([proof.status, proof.body.found, proof.body.tree_size], [200, false, 0])
  const consistency = await stand.get(`${LOG}/consistency?first=1&second=1`)
  assert.equal(consistency.status, 400)
  assert.match(consistency.body.fix.do, /empty/)
})

test('the head is signed over the canonical JSON of its payload', async () => {
  await stand.state()
  const { body } = await stand.get(`${LOG}/sth`)
  assert.equal(body.log_id, keyFile.log.log_id)
  assert.equal(body.size, body.sth.payload.tree_size)
  assert.ok(headHolds(body.sth, keyFile))
  assert.match(body.witness_note, /No independent party/)
})

test('every leaf of every size up to 40 is proved under the head of the moment', async () => {
  const cids: string[] = []
  while (cids.length < 40) {
    cids.push((await stand.state()).receipt.payload_sha256)
    for (const cid of [cids[0]!, cids.at(-1)!]) {
      const { body } = await stand.get(`${LOG}/proof/${cid}`)
      assert.equal(body.found, true)
      assert.ok(proofHolds(cid, body, keyFile))
    }
  }
  for (const cid of cids) {
    const { body } = await stand.get(`${LOG}/proof/${cid}`)
    assert.ok(proofHolds(cid, body, keyFile))
  }
})

test('a content id that was never logged is an answer under a signed head', async () => {
  const { status, body } = await stand.get(`${LOG}/proof/${UNKNOWN_CID}`)
  assert.equal(status, 200)
  assert.deepEqual([body.found, body.leaf_index, body.leaf_hash, body.audit_path], [false, null, null, null])
  assert.equal(body.tree_size, body.sth.payload.tree_size)
  assert.ok(headHolds(body.sth, keyFile))
})

test('a malformed content id is refused', async () => {
  for (const cid of ['a'.repeat(63), 'A'.repeat(64), 'x', '..%2f'])
    assert.equal((await stand.get(`${LOG}/proof/${cid}`)).status, 400)
})

test('every pair of sizes is consistent, and the roots are those that were signed', async () => {
  while ((await stand.get(`${LOG}/sth`)).body.size < 20) await stand.state()
  const { sth, size } = (await stand.get(`${LOG}/sth`)).body
  for (let first = 1; first <= 20; first += 1)
    for (let second = first; second <= 20; second += 1) {
      const { status, body } = await stand.get(`${LOG}/consistency?first=${first}&second=${second}`)
      assert.equal(status, 200)
      assert.ok(isConsistent(body), `${first} to ${second}`)
      assert.deepEqual([body.first_size, body.second_size], [first, second])
      assert.ok(headHolds(body.sth, keyFile))
    }
  const { body } = await stand.get(`${LOG}/consistency?first=1&second=${size}`)
  assert.equal(body.second_root, sth.payload.root_sha256)
})

for (const [what, query] of Object.entries({
  'first of 0': 'first=0&second=1',
  'second of 0': 'first=1&second=0',
  'first greater than second': 'first=3&second=2',
  'a second beyond the log': 'first=1&second=1000000',
  'a first beyond the log': 'first=1000000&second=1000001',
  '2^53': 'first=1&second=9007199254740992',
  '2^53 + 1': 'first=1&second=9007199254740993',
  '1e400': 'first=1&second=1e400',
  'a negative size': 'first=-1&second=2',
  'a fraction': 'first=1.5&second=2',
  hex: 'first=0x1&second=2',
  'no number': 'first=one&second=2',
  'an empty size': 'first=&second=2',
  'no first': 'second=2',
  'no second': 'first=1',
  neither: '',
  'a size twice': 'first=1&first=2&second=2',
  'a member nobody knows': 'first=1&second=2&third=3',
}))
  test(`consistency with ${what} is refused`, async () => {
    const { status, body } = await stand.get(`${LOG}/consistency?${query}`)
    assert.equal(status, 400)
    assert.equal(body.error, 'invalid_input')
    assert.ok(body.fix?.do)
  })

test('while the log cannot be read it is not available, and no size is made up for it', async () => {
  const { receipt } = await stand.state()
  const mend = breakLog(stand)
  try {
    const { status, body } = await stand.get(`${LOG}/sth`)
    assert.equal(status, 200)
    assert.deepEqual([body.available, body.sth, body.size], [false, null, null])
    assert.ok(body.reason)
    for (const path of [`proof/${receipt.payload_sha256}`, 'consistency?first=1&second=2']) {
      const refused = await stand.get(`${LOG}/${path}`)
      assert.equal(refused.status, 503)
      assert.equal(refused.body.error, 'unavailable')
      assert.ok(Number(refused.headers.get('retry-after')) > 0)
    }
  } finally {
    mend()
  }
  assert.equal((await stand.get(`${LOG}/sth`)).body.available, true)
})
