import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { type Receipt, sealReceipt } from '../../src/evidence/receipt.ts'
import { sodiumPrimitives } from '../../src/evidence/signatures/sodium.ts'
import { webcryptoPrimitives } from '../../src/evidence/signatures/webcrypto.ts'
import { CHECKS, uncheckedCid, unknownCid, type Verdict } from '../../src/evidence/verdict.ts'
import { type VerifyOptions, verifyReceipt, verifyReceipts } from '../../src/evidence/verify-receipt.ts'
import type { Json } from '../../src/kernel/json.ts'
import { loggedReceipts, ours, proveAll, published, signerFrom, statement, stranger } from './witness.ts'

const trust = { keys: published }
const [, , receipt] = loggedReceipts(7) as [Receipt, Receipt, Receipt]
const verify = (value: unknown, options: VerifyOptions = {}) => verifyReceipt(value, trust, options, sodiumPrimitives)
const results = ({ checks }: Verdict) => checks.map(({ result }) => result)

test('an honest receipt holds, with its log proof, and says what that does not prove', async () => {
  const verdict = await verify(receipt)
  assert.deepEqual(
    verdict.checks.map(({ check }) => check),
    [...CHECKS],
  )
  assert.deepEqual(results(verdict), [true, true, true, true, null, true])
  assert.equal(verdict.valid, true)
  assert.equal(verdict.verified_offline, true)
  assert.equal(verdict.cid, receipt.payload_sha256)
  assert.equal(verdict.schema, 'svc.produce.v1')
  assert.match(verdict.checks[5]!.proof!, /3 hashes to the signed root of size 7/)
  assert.ok(verdict.checks[5]!.witness_note)
  assert.ok(verdict.does_not_establish.some((line) => line.includes('fruit')))
})

test('WebCrypto gives the same verdict, word for word', async () => {
  for (const value of [receipt, { ...receipt, kid: 'x' }, { ...receipt, signed_at: 'never' }, null]) {
    assert.deepEqual(await verifyReceipt(value, trust, {}, webcryptoPrimitives), await verify(value))
  }
})

test('the order of members and a trip through JSON change nothing', async () => {
  const reversed = Object.fromEntries(Object.entries(JSON.parse(JSON.stringify(receipt))).reverse())
  assert.equal((await verify(reversed)).valid, true)
})

test('a kid we never published establishes nothing and accuses nobody', async () => {
  const foreign = loggedReceipts(3, statement, stranger)[0]!
  for (const value of [foreign, { ...foreign, payload_sha256: 'made by another rule' }]) {
    const verdict = await verify(value, { expectedSchema: 'svc.produce.v1' })
    assert.equal(verdict.valid, null)
    assert.equal(verdict.established, false)
    assert.deepEqual(results(verdict).slice(1), [null, null, null, null, null])
    assert.match(verdict.reason, /payload_sha256|names no key/)
    assert.equal(verdict.trusted_pubkey_b64, null)
    assert.ok(verdict.hint)
  }
  assert.equal((await verify(foreign)).checks[0]!.result, true)
})

test('our kid over another key’s signature is false', async () => {
  const impostor = { ...stranger, kid: ours.kid }
  const verdict = await verify(sealReceipt(statement(1), impostor, sodiumPrimitives.sha256))
  assert.deepEqual(results(verdict), [true, true, false, true, null, null])
  assert.equal(verdict.valid, false)
  assert.match(verdict.reason, /^signature: /)
})

test('a stripped proof leaves the receipt valid and logging open', async () => {
  const { log, ...withoutMember } = receipt
  for (const value of [{ ...receipt, log: null }, withoutMember]) {
    const verdict = await verify(value)
    assert.equal(verdict.valid, true)
    assert.equal(verdict.checks[5]!.result, null)
    assert.match(verdict.checks[5]!.reason!, /no inclusion proof/)
  }
})

test('a pinned schema is compared with the signed one', async () => {
  assert.equal((await verify(receipt, { expectedSchema: 'svc.produce.v1' })).schema_verified, true)
  const other = await verify(receipt, { expectedSchema: 'svc.clip.v1' })
  assert.equal(other.valid, false)
  assert.equal(other.schema_verified, false)
  assert.deepEqual(other.checks[4]!.against, { expected: 'svc.clip.v1', signed: 'svc.produce.v1' })
})

const { payload } = receipt
const ENVELOPES: [what: string, value: unknown, results: (boolean | null)[]][] = [
  ['an unsigned member', { ...receipt, note: 'trust me' }, [true, true, true, false, null, true]],
  [
    'a __proto__ member',
    JSON.parse(JSON.stringify(receipt).replace('{', '{"__proto__":{},')),
    [true, true, true, false, null, true],
  ],
  ['another alg', { ...receipt, alg: 'none' }, [true, true, true, false, null, true]],
  ['another schema outside', { ...receipt, schema: 'svc.clip.v1' }, [true, true, true, false, null, true]],
  ['another signer outside', { ...receipt, signer: 'ext' }, [true, true, true, false, null, true]],
  ['another time outside', { ...receipt, signed_at: '2020-01-01T00:00:00Z' }, [true, true, true, false, null, true]],
  ['a changed number', { ...receipt, payload: { ...payload, metric: 1 } }, [false, true, false, true, null, false]],
  ['a changed hash', { ...receipt, payload_sha256: '0'.repeat(64) }, [false, true, true, true, null, true]],
  [
    'an upper-case hash',
    { ...receipt, payload_sha256: receipt.payload_sha256.toUpperCase() },
    [false, true, true, true, null, true],
  ],
  ['no payload', { ...receipt, payload: null }, [false, true, false, false, null, null]],
  ['a list as payload', { ...receipt, payload: [payload] }, [false, true, false, false, null, null]],
  [
    'an integer beyond 2^53',
    { ...receipt, payload: { ...payload, n: 2 ** 53 } },
    [false, true, false, true, null, null],
  ],
  ['no signature', { ...receipt, signature_b64: undefined }, [true, true, false, true, null, true]],
  [
    'an unpadded signature',
    { ...receipt, signature_b64: receipt.signature_b64.replace(/=+$/, '') },
    [true, true, false, true, null, true],
  ],
  [
    'a signature of 63 bytes',
    { ...receipt, signature_b64: Buffer.alloc(63).toString('base64') },
    [true, true, false, true, null, true],
  ],
  [
    'a signature of 65 bytes',
    { ...receipt, signature_b64: Buffer.alloc(65).toString('base64') },
    [true, true, false, true, null, true],
  ],
]

for (const [what, value, expected] of ENVELOPES) {
  test(`${what} is false, and the step that failed is named`, async () => {
    const verdict = await verify(value)
    assert.deepEqual(results(verdict), expected)
    assert.equal(verdict.valid, false)
    for (const { check, result } of verdict.checks) if (result === false) assert.ok(verdict.reason.includes(check))
  })
}

const log = receipt.log!
const strangersHead = proveAll([receipt.payload_sha256], stranger)[0]!
const PROOFS: [what: string, proof: unknown, result: boolean | null][] = [
  ['index = size', { ...log, leaf_index: log.tree_size }, false],
  ['another index', { ...log, leaf_index: 3 }, false],
  ['a path one node short', { ...log, audit_path: log.audit_path.slice(1) }, false],
  ['a path one node long', { ...log, audit_path: [...log.audit_path, log.root_sha256] }, false],
  ['a size of 2^53 + 1', { ...log, tree_size: 2 ** 53 }, false],
  ['another leaf', { ...log, leaf_hash: '0'.repeat(64) }, false],
  ['a root that the head does not sign', { ...log, root_sha256: '0'.repeat(64) }, false],
  ['a head of another size', { ...log, sth: { ...log.sth, payload: { ...log.sth.payload, tree_size: 8 } } }, false],
  ['an unknown member', { ...log, note: 1 }, false],
  ['no head', { ...log, sth: null }, false],
  ['a list', [], false],
  ['text', 'logged, honestly', false],
  ['a head by a key we never published', strangersHead, null],
]

for (const [what, proof, result] of PROOFS) {
  test(`a log proof with ${what} is ${result}`, async () => {
    const verdict = await verify({ ...receipt, log: proof })
    assert.equal(verdict.checks[5]!.result, result)
    assert.ok(verdict.checks[5]!.reason)
    assert.equal(verdict.valid, result !== false)
  })
}

test('a record lookup answers where no proof is carried, and never accuses', async () => {
  const bare = { ...receipt, log: null }
  const found = await verify(bare, { lookup: (cid) => ({ found: cid === receipt.payload_sha256 }) })
  assert.equal(found.checks[5]!.result, true)
  assert.equal(found.checks[5]!.kind, 'record lookup that is not a proof')
  assert.equal(found.verified_offline, false)

  const absent = await verify(bare, { lookup: () => ({ found: false }) })
  assert.equal(absent.checks[5]!.result, null)
  assert.equal(absent.valid, true)

  const outage = await verify(bare, { lookup: async () => ({ found: null }) })
  assert.equal(outage.retry_will_help, true)
  assert.equal(outage.not_a_transient, false)

  const proved = await verify(receipt, { lookup: () => assert.fail('a carried proof needs no lookup') })
  assert.equal(proved.checks[5]!.kind, 'cryptographic')
})

test('a rotated key keeps verifying, and a date outside its life is said', async () => {
  const next = signerFrom(3, 'svc-2026-11')
  const keys = {
    ...published,
    keys: [
      { ...published.keys[0]!, until: '2026-10-04T00:00:00Z' },
      { kid: next.kid, publicKey: next.publicKey, from: '2026-10-04T00:00:00Z', until: null },
    ],
  }
  const verdict = await verifyReceipt(receipt, { keys }, {}, sodiumPrimitives)
  assert.equal(verdict.valid, true)
  assert.match(verdict.hint!, /after the key svc-2026-10 was retired/)
})

test('a time before its own bound is said, and accuses nobody of forgery', async () => {
  const bounded = (head: string) => {
    const { schema, signedAt, members } = statement(3)
    const time_bound = { head: { signed_at: head }, means: 'not before' }
    return sealReceipt({ schema, signedAt, members: { ...members, time_bound } }, ours, sodiumPrimitives.sha256)
  }
  const early = await verify(bounded('2026-10-05T12:00:01Z'))
  assert.equal(early.valid, true)
  assert.match(early.hint!, /before the head/)
  assert.equal((await verify(bounded('2026-10-05T11:59:59Z'))).hint, null)
})

test('a batch gives each receipt the verdict it has alone', async () => {
  const receipts: unknown[] = loggedReceipts(200)
  receipts[77] = { ...(receipts[77] as Receipt), signed_at: 'never' }
  receipts[78] = 'not a receipt'
  const spoiled = structuredClone(receipts[79]) as Receipt
  spoiled.log!.audit_path[5] = '0'.repeat(64)
  receipts[79] = spoiled
  const together = await verifyReceipts(receipts, trust, {}, sodiumPrimitives)
  for (const [n, verdict] of together.entries()) assert.deepEqual(verdict, await verify(receipts[n]))
  assert.equal(together.filter(({ valid }) => valid).length, 197)
  assert.deepEqual(
    [77, 78, 79].map((n) => together[n]!.valid),
    [false, null, false],
  )
})

test('no JSON value makes it throw, and none that we did not sign is true', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(...Object.keys(receipt)), async (value, name) => {
      assert.equal((await verify(value)).valid, null)
      const verdict = await verify({ ...receipt, [name]: value })
      if (verdict.valid) assert.ok(name === 'log' && value === null)
    }),
    { seed: 6, numRuns: 500 },
  )
})

test('a statement cannot set its own stamp', () => {
  const members = { kid: 'mine' } as Record<string, Json>
  assert.throws(() => sealReceipt({ ...statement(1), members }, ours, sodiumPrimitives.sha256), /its own kid/)
})

test('an unknown content id and an outage are told apart', () => {
  const unknown = unknownCid('0'.repeat(64), published)
  assert.deepEqual([unknown.valid, unknown.found, unknown.checked, unknown.retry_will_help], [null, false, true, false])
  const outage = uncheckedCid('0'.repeat(64), published, 'the database did not answer')
  assert.deepEqual([outage.valid, outage.found, outage.checked, outage.retry_will_help], [null, null, false, true])
})
