import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { json, mockOperator, PUBLIC_KEY, realReceipt } from '../ext/mock-operator.ts'
import { needsVectors, vectors } from '../ext/vectors.ts'
import { results, SIX, type Stand, startStand } from './stand.ts'

const ROUTE = '/api/world-model/verify/receipt'

let stand: Stand
// biome-ignore lint/suspicious/noExplicitAny: what came over the wire has no type of ours
let receipt: any
before(async () => {
  stand = await startStand()
  ;({ receipt } = await stand.state())
})
after(() => stand.stop())

test('a receipt in its wrapper is judged, and says by which key', async () => {
  const { status, body } = await stand.post(ROUTE, { receipt })
  assert.equal(status, 200)
  assert.equal(body.valid, true, body.reason)
  assert.equal(body.found, null)
  assert.equal(body.verified_offline, true)
  const { body: key } = await stand.get('/api/verify/pubkey')
  assert.equal(body.pubkey_b32, key.b32)
  assert.equal(body.trusted_pubkey_b64, key.b64)
})

test('a bare receipt is refused, and the fix is a body that works as it stands', async () => {
  const refused = await stand.post(ROUTE, receipt)
  assert.equal(refused.status, 400)
  const mended = await stand.post(ROUTE, refused.body.fix.body)
  assert.equal(mended.status, 200)
  assert.equal(mended.body.valid, true)
})

test('a whole reply is refused, and the fix is its receipt alone', async () => {
  const refused = await stand.post(ROUTE, { value: 1, receipt, verify: { steps: [] } })
  assert.equal(refused.status, 400)
  const mended = await stand.post(ROUTE, refused.body.fix.body)
  assert.equal(mended.status, 200)
  assert.equal(mended.body.valid, true)
})

test('a schema_cid beside a receipt of ours is refused, since it would pin nothing', async () => {
  const refused = await stand.post('/api/world-model/verify', { receipt, schema_cid: 'x' })
  assert.equal(refused.status, 400)
  assert.match(refused.body.reason, /schema_cid/)
})

for (const [what, body] of Object.entries({
  'a receipt that is text': { receipt: 'svc' },
  'a receipt that is null': { receipt: null },
  'a list of receipts': { receipt: [] },
  'a member nobody knows': { receipt: {}, receipts: [] },
  'no member at all': {},
}))
  test(`${what} is refused with a reason and a fix`, async () => {
    const reply = await stand.post(ROUTE, body)
    assert.equal(reply.status, 400)
    assert.equal(reply.body.error, 'invalid_input')
    assert.ok(reply.body.fix)
  })

/** What is wrong with each, and the only steps it may fail in. */
const TAMPERED: [string, (copy: typeof receipt) => unknown, string[]][] = [
  ['another number in the payload', (copy) => (copy.payload.value += 1), ['payload_hash', 'signature', 'logged']],
  ['a member added to the payload', (copy) => (copy.payload.extra = 1), ['payload_hash', 'signature', 'logged']],
  ['another content id', (copy) => (copy.payload_sha256 = 'a'.repeat(64)), ['payload_hash']],
  [
    'the content id in upper case',
    (copy) => (copy.payload_sha256 = copy.payload_sha256.toUpperCase()),
    ['payload_hash'],
  ],
  ['one bit of the signature', (copy) => (copy.signature_b64 = flipped(copy.signature_b64)), ['signature']],
  [
    'the signature without padding',
    (copy) => (copy.signature_b64 = copy.signature_b64.replace(/=+$/, '')),
    ['signature'],
  ],
  ['a signature of 63 bytes', (copy) => (copy.signature_b64 = resized(copy.signature_b64, 63)), ['signature']],
  ['a signature of 96 bytes', (copy) => (copy.signature_b64 = resized(copy.signature_b64, 96)), ['signature']],
  ['a signature of zeros', (copy) => (copy.signature_b64 = Buffer.alloc(64).toString('base64')), ['signature']],
  ['another alg', (copy) => (copy.alg = 'EdDSA'), ['envelope_schema']],
  ['another schema outside', (copy) => (copy.schema = 'svc.media.v1'), ['envelope_schema']],
  ['another signer outside', (copy) => (copy.signer = 'ext'), ['envelope_schema']],
  ['another time outside', (copy) => (copy.signed_at = '2020-01-01T00:00:00.000Z'), ['envelope_schema']],
  ['a member added outside', (copy) => (copy.note = 'trust me'), ['envelope_schema']],
  ['no payload', (copy) => delete copy.payload, ['payload_hash', 'signature', 'envelope_schema']],
  ['another leaf index', (copy) => (copy.log.leaf_index += 1), ['logged']],
  ['a node added to the path', (copy) => copy.log.audit_path.push('0'.repeat(64)), ['logged']],
  ['a head of another root', (copy) => (copy.log.sth.payload.root_sha256 = '0'.repeat(64)), ['logged']],
  ['a member added to the proof', (copy) => (copy.log.witnessed = true), ['logged']],
]

for (const [what, spoil, fails] of TAMPERED)
  test(`with ${what} the verdict is false, and only ${fails.join(' and ')} accuses`, async () => {
    const copy = structuredClone(receipt)
    spoil(copy)
    const { status, body } = await stand.post(ROUTE, { receipt: copy })
    assert.equal(status, 200)
    assert.equal(body.valid, false)
    assert.deepEqual(
      SIX.filter((_, at) => results(body)[at] === false),
      fails,
    )
    for (const name of fails) assert.ok(body.reason.includes(`${name}: `), body.reason)
  })

test('a receipt without its proof still holds; that it was logged is then not established', async () => {
  for (const log of [null, undefined]) {
    const { body } = await stand.post(ROUTE, { receipt: { ...receipt, log } })
    assert.equal(body.valid, true)
    assert.deepEqual(results(body), [true, true, true, true, null, null])
    assert.match(body.checks[5].reason, /no inclusion proof/)
  }
})

test('a kid that was never published accuses nobody, whatever else is wrong', async () => {
  for (const kid of ['svc-2020-01-00000000', '', null, 7, ['x'], { kid: 'x' }, 'k'.repeat(100_000)]) {
    const { status, body } = await stand.post(ROUTE, { receipt: { ...receipt, kid, signature_b64: 'AA==' } })
    assert.equal(status, 200)
    assert.equal(body.valid, null)
    assert.ok(!results(body).includes(false))
    assert.deepEqual(results(body).slice(1), [null, null, null, null, null])
    assert.ok(body.checks[1].reason)
  }
})

const GARBAGE: Record<string, unknown>[] = [
  {},
  { payload: null },
  { payload: [], kid: 7 },
  { payload: { a: 1 }, payload_sha256: 7, log: 7 },
  { toString: 1, constructor: null },
  { payload: { schema: {} }, schema: [], alg: 0, signer: false, signed_at: [], signature_b64: {}, log: [] },
]

test('any object at all gets a verdict, and none that names no key of ours is called false', async () => {
  for (const item of GARBAGE) {
    const { status, body } = await stand.post(ROUTE, { receipt: item })
    assert.equal(status, 200, JSON.stringify(item))
    assert.equal(body.valid, null)
    assert.equal(body.checks.length, 6)
    assert.ok(body.reason)
  }
})

test('any object at all that names our kid gets a verdict, and it is false', async () => {
  for (const item of GARBAGE) {
    const { status, body } = await stand.post(ROUTE, { receipt: { ...item, kid: receipt.kid } })
    assert.equal(status, 200, JSON.stringify(item))
    assert.equal(body.valid, false)
  }
})

for (const [what, text] of Object.entries({
  'a member twice': '{"receipt":{"a":1,"a":2}}',
  'a number beyond 2^53': '{"receipt":{"a":9007199254740993}}',
  'a number that overflows': '{"receipt":{"a":1e400}}',
  'half a surrogate pair': '{"receipt":{"a":"\\ud800"}}',
  'great depth': `{"receipt":{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`,
  __proto__: '{"receipt":{"__proto__":{"valid":true}}}',
  'bytes that are no UTF-8': Buffer.from([...Buffer.from('{"receipt":{"a":"'), 0xff, ...Buffer.from('"}}')]),
}))
  test(`signed JSON with ${what} is refused rather than read in one of two ways`, async () => {
    const headers = { 'content-type': 'application/json' }
    const { status, body } = await stand.request('POST', ROUTE, { headers, body: text })
    assert.equal(status, 400)
    assert.match(body.error, /^(ambiguous|malformed)_json$/)
  })

interface ExtCase {
  id: string
  receipt: Record<string, unknown>
  expected: { valid: boolean }
}
const extCases = () => vectors<{ cases: ExtCase[] }>('receipts').cases

test('receipts of the external operator are judged with nobody to ask', needsVectors, async () => {
  for (const { id, receipt, expected } of extCases()) {
    const { status, body } = await stand.post(ROUTE, { receipt })
    assert.equal(status, 200)
    assert.equal(body.valid, expected.valid, `${id}: ${body.reason}`)
    assert.equal(body.ext_raw, null)
    assert.equal(body.checks.length, 6)
    if (expected.valid) assert.deepEqual([body.signer, body.pubkey_b32], ['ext', PUBLIC_KEY])
    assert.ok(body.does_not_establish.length > 0)
  }
})

test("the operator's own answer stands beside our verdict, and never in its place", needsVectors, async (t) => {
  const operator = await mockOperator(t)
  const asking = await startStand({ EXT_URL: operator.url })
  t.after(() => asking.stop())
  const good = await asking.post(ROUTE, { receipt: realReceipt('v2-01KZR412YDTXFV5WVNZ9VYA5H7') })
  assert.equal(good.body.valid, true)
  assert.equal(good.body.ext_raw.signature_valid, true)
  const forged = await asking.post(ROUTE, { receipt: realReceipt('neg-v2-sig-bitflip') })
  assert.equal(forged.body.valid, false)
  assert.equal(forged.body.ext_raw.valid, true)
  operator.answers.set('/v1/verify_receipt', json({ error: 'down' }, 503))
  const alone = await asking.post(ROUTE, { receipt: realReceipt('v2-01KZR412YDTXFV5WVNZ9VYA5H7') })
  assert.deepEqual([alone.body.valid, alone.body.ext_raw], [true, null])
})

function flipped(b64: string): string {
  const bytes = Buffer.from(b64, 'base64')
  bytes[0]! ^= 1
  return bytes.toString('base64')
}

function resized(b64: string, length: number): string {
  return Buffer.concat([Buffer.from(b64, 'base64'), Buffer.alloc(96)], length).toString('base64')
}
