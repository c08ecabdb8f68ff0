import assert from 'node:assert/strict'
import test from 'node:test'
import { blake3 } from '@noble/hashes/blake3.js'
import { decodeHex, encodeBase32 } from '../../src/evidence/encoding.ts'
import {
  verifyExtConsistency,
  verifyExtHead,
  verifyExtInclusion,
  verifyExtWitness,
} from '../../src/evidence/ext/log.ts'
import { TIME_BOUND_MEANS, verifyTimeBound } from '../../src/evidence/ext/time-bound.ts'
import { sodiumPrimitives } from '../../src/evidence/signatures/sodium.ts'
import { signedHead, testSigner } from './signer.ts'
import { type LogVectors, needsVectors, vectors } from './vectors.ts'

const log = () => vectors<LogVectors>('log-synthetic')
const profile = () => ({ word: 'emem', pubkeyB32: log().sths[0]!.responder_pubkey_b32 })
const head = (value: unknown) => verifyExtHead(value, profile(), sodiumPrimitives)

test('every head of the log verifies, and no changed one does', needsVectors, async () => {
  for (const sth of log().sths) {
    assert.equal((await head(sth)).valid, true)
    assert.equal((await head({ ...sth, tree_size: sth.tree_size + 1 })).valid, false)
    assert.equal((await head({ ...sth, signed_at: '2026-11-15T00:00:59Z' })).valid, false)
    assert.equal((await head({ ...sth, root_b32: log().empty_root_b32 })).valid, false)
  }
})

test('the seed of the vectors signs the very heads of the vectors', needsVectors, () => {
  const signer = testSigner(decodeHex(log().log_seed_hex)!)
  for (const { tree_size, root_b32, signed_at, signature_b32 } of log().sths) {
    assert.equal(signedHead(signer, tree_size, root_b32, signed_at).signature_b32, signature_b32)
  }
})

test('a head by another key is not established, a malformed one is not judged', needsVectors, async () => {
  const [first] = log().sths
  const stranger = signedHead(testSigner(9), 1, first!.root_b32, first!.signed_at)
  assert.equal((await head(stranger)).valid, null)
  for (const bad of [
    null,
    {},
    { ...first, tree_size: '1' },
    { ...first, tree_size: 2 ** 53 },
    { ...first, tree_size: -1 },
    { ...first, signed_at: '2026-02-30T00:00:00Z' },
    { ...first, signed_at: 'yesterday' },
    { ...first, root_b32: first!.root_b32.toUpperCase() },
    { ...first, signature_b32: first!.signature_b32.slice(1) },
  ]) {
    assert.equal((await head(bad)).valid, null)
  }
})

test('an empty log has the hash of nothing as its root', needsVectors, () => {
  assert.equal(encodeBase32(blake3(new Uint8Array())), log().empty_root_b32)
})

test('every inclusion proof holds under the head of its size, and under nothing else', needsVectors, () => {
  const { inclusion, sths, entry_hashes_b32 } = log()
  for (const proof of inclusion) {
    const sth = sths.find(({ tree_size }) => tree_size === proof.tree_size)!
    assert.equal(verifyExtInclusion(proof, sth).valid, true)
    assert.equal(verifyExtInclusion({ ...proof, leaf_index: proof.tree_size }, sth).valid, false)
    const longer = { ...proof, audit_path_b32: [...proof.audit_path_b32, sth.root_b32] }
    assert.equal(verifyExtInclusion(longer, sth).valid, false)
    if (proof.audit_path_b32.length > 0) {
      assert.equal(verifyExtInclusion({ ...proof, audit_path_b32: proof.audit_path_b32.slice(1) }, sth).valid, false)
    }
    const { leaf_hash_b32: _, ...bare } = proof
    const other = entry_hashes_b32.find((entry) => entry !== proof.entry_hash_b32)!
    assert.equal(verifyExtInclusion({ ...bare, entry_hash_b32: other }, sth).valid, false)
    assert.equal(verifyExtInclusion({ ...proof, entry_hash_b32: other }, sth).valid, false)
    assert.equal(verifyExtInclusion({ ...proof, tree_size: proof.tree_size + 1 }, sth).valid, null)
  }
  for (const bad of [
    null,
    {},
    { ...inclusion[0], audit_path_b32: 'x' },
    { ...inclusion[0], leaf_index: 2 ** 53 + 2 },
  ]) {
    assert.equal(verifyExtInclusion(bad, sths[0]!).valid, null)
  }
})

test('every consistency proof holds between its two roots, and between no others', needsVectors, () => {
  for (const proof of log().consistency) {
    const first = { tree_size: proof.first_size, root_b32: proof.first_root_b32 }
    const second = { tree_size: proof.second_size, root_b32: proof.second_root_b32 }
    assert.equal(verifyExtConsistency(proof, first, second).valid, true)
    const wrong = { ...second, root_b32: log().empty_root_b32 }
    assert.equal(verifyExtConsistency(proof, first, wrong).valid, false)
    const lied = { ...proof, second_root_b32: log().empty_root_b32 }
    assert.equal(verifyExtConsistency(lied, first, wrong).valid, false)
    assert.equal(verifyExtConsistency(proof, { ...first, tree_size: first.tree_size + 1 }, second).valid, null)
  }
})

test('a consistency proof from an empty log, or backwards, proves nothing', needsVectors, () => {
  const [small, , , large] = log().sths
  const proof = (first: number, second: number) => ({
    first_size: first,
    second_size: second,
    consistency_proof_b32: [],
  })
  const empty = { tree_size: 0, root_b32: log().empty_root_b32 }
  assert.equal(verifyExtConsistency(proof(0, large!.tree_size), empty, large!).valid, false)
  assert.equal(verifyExtConsistency(proof(large!.tree_size, 1), large!, small!).valid, false)
})

test('witness co-signatures verify, and changed ones do not', needsVectors, async () => {
  for (const witness of log().witness) {
    assert.equal((await verifyExtWitness(witness, profile(), sodiumPrimitives)).valid, true)
    const moved = { ...witness, tree_size: (witness.tree_size as number) + 1 }
    assert.equal((await verifyExtWitness(moved, profile(), sodiumPrimitives)).valid, false)
  }
  assert.equal((await verifyExtWitness({}, profile(), sodiumPrimitives)).valid, null)
})

test('a receipt dated before the head it names as its lower bound contradicts itself', needsVectors, async () => {
  const sth = log().sths[3]!
  const bound = { head: sth, means: TIME_BOUND_MEANS }
  const at = async (signedAt: unknown, timeBound: unknown = bound) =>
    (await verifyTimeBound(timeBound, signedAt, profile(), sodiumPrimitives)).valid
  assert.equal(await at('2026-11-15T00:00:08.123Z'), true)
  assert.equal(await at(sth.signed_at), true)
  assert.equal(await at('2026-11-15T00:00:06Z'), false)
  assert.equal(await at('soon'), null)
  assert.equal(await at('2026-11-15T00:00:08Z', { head: null, reason: 'none was read' }), null)
  assert.equal(await at('2026-11-15T00:00:08Z', { head: { ...sth, tree_size: 8 } }), false)
  assert.equal(await at('2026-11-15T00:00:08Z', null), null)
})
