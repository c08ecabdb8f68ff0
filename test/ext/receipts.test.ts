import assert from 'node:assert/strict'
import test from 'node:test'
import { blake3 } from '@noble/hashes/blake3.js'
import fc from 'fast-check'
import { encodeHex } from '../../src/evidence/encoding.ts'
import { cborArray, cborMap, cborText } from '../../src/evidence/ext/cbor.ts'
import { isExtReceipt } from '../../src/evidence/ext/receipt-form.ts'
import { asOfDigest, edgesDigest, manifestDigest, scopeDigest } from '../../src/evidence/ext/subdigests.ts'
import { verifyExtReceipt } from '../../src/evidence/ext/verify-receipt.ts'
import { sodiumPrimitives as primitives } from '../../src/evidence/signatures/sodium.ts'
import { rounds } from '../support/rounds.ts'
import { signedBy, testSigner } from './signer.ts'
import { needsVectors, vectors } from './vectors.ts'

type Receipt = Record<string, unknown>

interface ReceiptVectors {
  pinned_pubkey_b32: string
  cases: {
    id: string
    real: boolean
    receipt: Receipt
    expected: {
      valid: boolean
      signature_valid?: boolean
      merkle_valid?: boolean | null
      merkle?: true | 'absent'
      preimage_version?: number
      preimage_blake3_hex?: string
      unsigned_fields?: string[]
    }
  }[]
}

const load = () => vectors<ReceiptVectors>('receipts')
const receiptOf = (id: string) => structuredClone(load().cases.find((item) => item.id === id)!.receipt)
const V2 = 'v2-01KZR412YDTXFV5WVNZ9VYA5H7'
const V0 = 'v0-heat_phoenix'

const verify = (receipt: unknown, schemaCid?: string) =>
  verifyExtReceipt(receipt, { word: 'emem', pubkeyB32: load().pinned_pubkey_b32 }, primitives, { schemaCid })

test('all published receipts and mutations get their published verdict', needsVectors, async () => {
  const { cases } = load()
  assert.equal(cases.length, 22)
  for (const { id, receipt, expected } of cases) {
    const verdict = await verify(receipt)
    assert.equal(verdict.valid, expected.valid, `${id}: ${verdict.reason}`)
    if (expected.preimage_version !== undefined) assert.equal(verdict.preimage_version, expected.preimage_version, id)
    if (expected.preimage_blake3_hex) assert.equal(verdict.preimage_blake3_hex, expected.preimage_blake3_hex, id)
    if (expected.signature_valid !== undefined) assert.equal(verdict.signature_valid, expected.signature_valid, id)
    if (expected.merkle_valid !== undefined) assert.equal(verdict.merkle_proof_valid, expected.merkle_valid, id)
    if (expected.merkle) assert.equal(verdict.merkle_proof_valid, expected.merkle === true ? true : null, id)
    assert.equal(verdict.reason === null, verdict.valid === true, id)
    assert.ok(verdict.does_not_establish.length > 0)
  }
})

test('the published sub-digests are rebuilt', needsVectors, () => {
  const digests: Record<string, (input: never) => string | null> = {
    manifest: ({ source_versions }) => manifestDigest(source_versions),
    edges: ({ edge_cids }) => edgesDigest(edge_cids),
    scope: ({ scope }) => scopeDigest(scope),
    as_of: ({ as_of }) => asOfDigest(as_of),
  }
  for (const item of vectors<{ cases: Record<string, never>[] }>('subdigests').cases) {
    const [name] = Object.keys(item).filter((key) => key.endsWith('_hex'))
    assert.equal(digests[name!.slice(0, -4)]!(item.input as never), item[name!])
  }
})

test('spellings of one UTC second are one bound of time, as its signer has it', () => {
  const at = (transaction_time: string) => asOfDigest({ transaction_time })
  assert.equal(at('2026-05-29T00:00:00.250Z'), at('2026-05-29T00:00:00Z'))
  assert.equal(at('2026-05-29T00:00:00+00:00'), at('2026-05-29T00:00:00Z'))
  assert.notEqual(at('2026-05-29T00:00:00+02:00'), at('2026-05-29T00:00:00Z'))
})

test('nothing to bind leaves no digest', () => {
  assert.deepEqual([manifestDigest({}), edgesDigest([]), scopeDigest({}), asOfDigest({})], [null, null, null, null])
})

test('keys and edges are ordered by their bytes, also beyond the basic plane', () => {
  const rocket = '\u{1f680}'
  const last = '\uffee'
  const edges = cborArray(['a', 'ab', last, rocket].map(cborText))
  assert.equal(edgesDigest([rocket, 'ab', 'a', last]), encodeHex(blake3(edges)))
  const manifest = cborMap([
    [last, cborText('b')],
    [rocket, cborText('a')],
  ])
  assert.equal(manifestDigest({ [rocket]: 'a', [last]: 'b' }), encodeHex(blake3(manifest)))
})

test(
  'a version that is swapped does not verify; one that is no version is false, one we do not know is not judged',
  needsVectors,
  async () => {
    const withVersion = (version: unknown) => ({ ...receiptOf(V2), preimage_version: version })
    for (const version of [0, 1]) assert.equal((await verify(withVersion(version))).valid, false)
    for (const version of ['2', null, 2.5, -1, -0, [2], 256]) {
      const verdict = await verify(withVersion(version))
      assert.equal(verdict.valid, false, String(version))
      assert.equal(verdict.signature_valid, null)
    }
    const unknown = await verify(withVersion(99))
    assert.equal(unknown.valid, null)
    assert.match(unknown.reason!, /version 99/)
  },
)

test('a proof that was cut off is noticed, whether removed or nulled', needsVectors, async () => {
  const { merkle_proof: _, ...stripped } = receiptOf(V2)
  assert.equal((await verify(stripped)).valid, false)
  assert.equal((await verify({ ...stripped, merkle_proof: null })).valid, false)
})

test('a member that no signature covers never passes as attested', needsVectors, async () => {
  const added = await verify({ ...receiptOf(V2), value: 42 })
  assert.equal(added.valid, null)
  assert.equal(added.signature_valid, true)
  assert.ok(added.unsigned_members.includes('value'))
  const field = await verify({ ...receiptOf(V0), field: { aoi_cid: 'x', derivation_cid: 'y' } })
  assert.equal(field.valid, null)
  assert.equal((await verify({ ...receiptOf(V2), scope: { user_id: 'u', evil: 'x' } })).valid, null)
  const cost = await verify({ ...receiptOf(V0), cost: { credits: 1_000_000 } })
  assert.equal(cost.valid, true)
  for (const name of ['cost', 'schema_cid', 'registry_cid', 'responder_key_epoch']) {
    assert.ok(cost.unsigned_members.includes(name), name)
  }
})

test('unsigned copies of signed ids must agree with what was signed', needsVectors, async () => {
  const other = 'yjvd6cxkhwykc5b7l43cimeoz2flm72p2qaaqlryic6combde27q'
  for (const name of ['schema_cid', 'registry_cid']) {
    const verdict = await verify({ ...receiptOf(V2), [name]: other })
    assert.equal(verdict.valid, false)
    assert.equal(verdict.signature_valid, true)
    assert.match(verdict.reason!, /differs from the signed/)
  }
})

test('a schema that the caller pins is compared with the signed one', needsVectors, async () => {
  const schema = receiptOf(V2).schema_cid as string
  const step = async (id: string, pinned: string) => {
    const verdict = await verify(receiptOf(id), pinned)
    return [verdict.checks.find(({ check }) => check === 'schema')!.result, verdict.valid]
  }
  assert.deepEqual(await step(V2, schema), [true, true])
  assert.deepEqual(await step(V2, 'x'), [false, false])
  assert.deepEqual(await step(V0, schema), [null, true])
  assert.deepEqual(await step(V0, 'x'), [false, false])
})

test('both forms of the signature and of the key must agree and be canonical', needsVectors, async () => {
  const receipt = receiptOf(V2)
  const b32 = receipt.signature_b32 as string
  for (const signature_b32 of [b32.toUpperCase(), `${b32}=`, `${b32.slice(0, -1)}j`, '', 7, `${b32}a`]) {
    const verdict = await verify({ ...receipt, signature_b32 })
    assert.equal(verdict.valid, false, String(signature_b32))
    assert.equal(verdict.signature_valid, true)
  }
  assert.equal((await verify({ ...receipt, responder_pubkey_b32: '' })).valid, false)
})

test('a good signature by an unknown key is not established: never true, never an accusation', async () => {
  const profile = { word: 'emem', pubkeyB32: '777er3yihgifqmv5hmc2wwmyszgddzderzhsx6rex4yoakwomvka' }
  const signer = testSigner(1)
  for (const version of [0, 1, 2] as const) {
    const receipt = signedBy(signer, { version })
    const stranger = await verifyExtReceipt(receipt, profile, primitives)
    assert.equal(stranger.valid, null)
    assert.equal(stranger.signature_valid, true)
    assert.equal(stranger.signer, null)
    assert.equal(stranger.pubkey_b32, signer.pubkeyB32)
    const pinned = await verifyExtReceipt(receipt, { ...profile, pubkeyB32: signer.pubkeyB32 }, primitives)
    assert.equal(pinned.valid, true, pinned.reason!)
    assert.equal(pinned.signer, 'ext')
  }
})

test('every optional segment is signed: changing one breaks the signature', async () => {
  const signer = testSigner(2)
  const profile = { word: 'emem', pubkeyB32: signer.pubkeyB32 }
  const members = {
    scope: { user_id: 'u1', org_id: 'o1' },
    as_of: { valid_time: 2 ** 40, transaction_time: '2026-05-29T00:00:00Z' },
    edge_cids: ['e2', 'e1'],
    field: { aoi_cid: 'a', derivation_cid: 'd' },
    source_versions: { bands_cid: 'b' },
  }
  const changed = {
    scope: { user_id: 'u1', org_id: 'o2' },
    as_of: { valid_time: 2 ** 40 + 1, transaction_time: '2026-05-29T00:00:00Z' },
    edge_cids: ['e1', 'e3'],
    field: { aoi_cid: 'a', derivation_cid: 'e' },
    source_versions: { bands_cid: 'c' },
  }
  const receipt = signedBy(signer, { version: 2, members })
  assert.equal((await verifyExtReceipt(receipt, profile, primitives)).valid, true)
  for (const [name, value] of Object.entries(changed)) {
    assert.equal((await verifyExtReceipt({ ...receipt, [name]: value }, profile, primitives)).valid, false, name)
  }
  const reordered = { ...receipt, edge_cids: ['e1', 'e2'] }
  assert.equal((await verifyExtReceipt(reordered, profile, primitives)).valid, true)
})

test('a batch proof is followed from leaf to root, and leads nowhere else', async () => {
  const signer = testSigner(3)
  const profile = { word: 'emem', pubkeyB32: signer.pubkeyB32 }
  for (const rule of [0, 1]) {
    for (const leaves of [1, 2, 3, 5, 8]) {
      for (let index = 0; index < leaves; index++) {
        const receipt = signedBy(signer, { version: 2, batch: { leaves, index, rule } })
        const verdict = await verifyExtReceipt(receipt, profile, primitives)
        assert.equal(verdict.merkle_proof_valid, true, `${rule}/${leaves}/${index}`)
        const moved = signedBy(signer, { version: 2, batch: { leaves, index, rule }, claimIndex: index + 8 })
        assert.equal((await verifyExtReceipt(moved, profile, primitives)).merkle_proof_valid, false)
      }
    }
  }
})

test('before version 2 the batch proof is not signed, and the verdict says so', async () => {
  const signer = testSigner(6)
  const profile = { word: 'emem', pubkeyB32: signer.pubkeyB32 }
  const batch = { leaves: 3, index: 1, rule: 1 }
  const lists = async (version: 1 | 2) => {
    const verdict = await verifyExtReceipt(signedBy(signer, { version, batch }), profile, primitives)
    assert.equal(verdict.valid, true)
    return verdict.unsigned_members.includes('merkle_proof')
  }
  assert.deepEqual([await lists(1), await lists(2)], [true, false])
})

test('a batch proof beside no fact has nothing to prove', async () => {
  const signer = testSigner(7)
  const plan = { version: 2 as const, batch: { leaves: 1, index: 0, rule: 1 }, members: { fact_cids: [] } }
  const verdict = await verifyExtReceipt(
    signedBy(signer, plan),
    { word: 'emem', pubkeyB32: signer.pubkeyB32 },
    primitives,
  )
  assert.deepEqual([verdict.merkle_proof_valid, verdict.valid], [null, true])
})

test('what is no receipt of the operator is not judged', async () => {
  for (const value of [null, undefined, 7, 'x', [], {}, { schema: 'svc.clip.v1', payload: {} }]) {
    assert.equal(isExtReceipt(value), false)
    const verdict = await verifyExtReceipt(value, { word: 'emem', pubkeyB32: 'x' }, primitives)
    assert.equal(verdict.valid, null)
    assert.ok(verdict.checks.every(({ result, reason }) => result === null && reason !== null))
  }
})

test('a member of the wrong type is false and named', needsVectors, async () => {
  const wrong: Record<string, unknown> = {
    cells: 'defi.zb493.xuqA.zcb5f',
    fact_cids: [7],
    request_id: 7,
    responder: Array(31).fill(0),
    signature: Array(63).fill(0),
    source_versions: { a: 1 },
    merkle_proof: { leaf_index: 2 ** 32, path: [], root: Array(32).fill(0) },
    as_of: { valid_time: -1 },
    scope: { user_id: '\ud800' },
  }
  for (const [name, value] of Object.entries(wrong)) {
    const verdict = await verify({ ...receiptOf(V2), [name]: value })
    assert.equal(verdict.valid, false, name)
    assert.match(verdict.reason!, new RegExp(name))
  }
  assert.equal((await verify({ ...receiptOf(V2), as_of: { valid_time: 2 ** 60 } })).valid, null)
})

test('no random change of a signed receipt verifies, and none crashes', needsVectors, async () => {
  const sources = load().cases.filter(({ real }) => real)
  const unsigned = new Set(['cost', 'intent', 'responder_key_epoch'])
  await fc.assert(
    fc.asyncProperty(
      fc.nat(sources.length - 1),
      fc.nat(),
      fc.oneof(fc.jsonValue(), fc.integer(), fc.string({ unit: 'binary' })),
      fc.nat(),
      async (pick, at, replacement, bit) => {
        const receipt = structuredClone(sources[pick]!.receipt)
        const before = JSON.stringify(receipt)
        const names = Object.keys(receipt).filter((name) => !unsigned.has(name))
        const name = names[at % names.length]!
        mutate(receipt, name, replacement, bit)
        const changed = JSON.stringify(receipt) !== before
        const verdict = await verify(receipt)
        if (changed && !isSameMeaning(name, sources[pick]!.receipt, receipt)) {
          assert.notEqual(verdict.valid, true, `${sources[pick]!.id} ${name} ${JSON.stringify(replacement)}`)
        }
      },
    ),
    { numRuns: rounds(400, 100_000), seed: 22 },
  )
})

/** The unsigned ids of a version 0 receipt may be any content id; an absent version may be written as 0. */
function isSameMeaning(name: string, before: Receipt, after: Receipt): boolean {
  const signs = before.source_versions as Record<string, string>
  if (name === 'schema_cid' || name === 'registry_cid') return signs[name] === undefined
  const nothing = (value: unknown) => value === undefined || value === null
  return ['signature_b32', 'responder_pubkey_b32'].includes(name) && nothing(after[name]) && !(name in after)
}

function mutate(receipt: Receipt, name: string, replacement: unknown, bit: number): void {
  const value = receipt[name]
  if (bit % 3 === 0) receipt[name] = replacement
  else if (bit % 3 === 1) delete receipt[name]
  else if (Array.isArray(value) && value.length > 0) value[bit % value.length] = replacement
  else if (typeof value === 'string') receipt[name] = flip(value, bit)
  else receipt[name] = replacement
}

function flip(text: string, bit: number): string {
  const at = bit % text.length
  return text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ (1 << (bit % 7))) + text.slice(at + 1)
}
