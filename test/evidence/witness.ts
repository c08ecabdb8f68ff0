import sodium from 'sodium-native'
import { encodeHex } from '../../src/evidence/encoding.ts'
import type { PublishedKeys } from '../../src/evidence/keys.ts'
import { leafHash, nodeHash } from '../../src/evidence/merkle.ts'
import { type Receipt, type Statement, sealReceipt } from '../../src/evidence/receipt.ts'
import { sodiumPrimitives } from '../../src/evidence/signatures/sodium.ts'
import { type ReceiptLogMember, signTreeHead } from '../../src/evidence/tree-head.ts'

const { sha256 } = sodiumPrimitives

/** A signer whose key follows from one byte, so that every run signs the same. */
export function signerFrom(seed: number, kid: string) {
  const publicKey = new Uint8Array(32)
  const secretKey = new Uint8Array(64)
  sodium.crypto_sign_seed_keypair(publicKey, secretKey, new Uint8Array(32).fill(seed))
  const sign = (message: Uint8Array) => {
    const signature = new Uint8Array(64)
    sodium.crypto_sign_detached(signature, message, secretKey)
    return signature
  }
  return { kid, signer: 'svc', publicKey, sign }
}

export const ours = signerFrom(1, 'svc-2026-10')
export const stranger = signerFrom(2, 'stranger-2026-10')

export const LOG_ID = 'witnessmark-test-log-v1'

export const published: PublishedKeys = {
  keys: [{ kid: ours.kid, publicKey: ours.publicKey, from: '2026-10-01T00:00:00Z', until: null }],
  rootOfTrust: 'the key file of a test',
  log: { logId: LOG_ID, origin: 'test.example/log', vkey: 'test.example/log+00000000+AA==' },
}

export function statement(n: number): Statement {
  return {
    schema: 'svc.produce.v1',
    signedAt: '2026-10-05T12:00:00Z',
    members: {
      image: { sha256: n.toString(16).padStart(64, '0'), bytes: 1000 + n, width: 4032, height: 3024 },
      metric: { length: { mm: 201.5 + n, accuracy_mm: 0.7 }, note: 'Größe — ½ 🍌', stage: null, usable: true },
      time_bound: null,
    },
  }
}

/** Seals the statements, logs them, and gives each receipt its proof under one head. */
export function loggedReceipts(count: number, state: (n: number) => Statement = statement, signer = ours): Receipt[] {
  const receipts = Array.from({ length: count }, (_, n) => sealReceipt(state(n), signer, sha256))
  const proofs = proveAll(receipts.map((receipt) => receipt.payload_sha256))
  return receipts.map((receipt, n) => ({ ...receipt, log: proofs[n]! }))
}

export function proveAll(cids: string[], signer = ours): ReceiptLogMember[] {
  const leaves = cids.map((cid) => leafHash(Buffer.from(cid, 'hex'), sha256))
  const root = encodeHex(rootOf(leaves))
  const payload = { log_id: LOG_ID, tree_size: leaves.length, root_sha256: root, timestamp: '2026-10-05T12:00:01Z' }
  const sth = signTreeHead(payload, signer, sha256)
  return leaves.map((leaf, index) => ({
    leaf_index: index,
    tree_size: leaves.length,
    leaf_hash: encodeHex(leaf),
    audit_path: pathOf(index, leaves).map(encodeHex),
    root_sha256: root,
    sth,
  }))
}

/** The tree as RFC 6962 defines it, slow and plain, so that a proof is not checked by the code that made it. */
export function rootOf(leaves: Uint8Array[]): Uint8Array {
  if (leaves.length <= 1) return leaves[0] ?? sha256(new Uint8Array(0))
  const cut = 2 ** Math.ceil(Math.log2(leaves.length) - 1)
  return nodeHash(rootOf(leaves.slice(0, cut)), rootOf(leaves.slice(cut)), sha256)
}

export function pathOf(index: number, leaves: Uint8Array[]): Uint8Array[] {
  if (leaves.length <= 1) return []
  const cut = 2 ** Math.ceil(Math.log2(leaves.length) - 1)
  const [left, right] = [leaves.slice(0, cut), leaves.slice(cut)]
  return index < cut ? [...pathOf(index, left), rootOf(right)] : [...pathOf(index - cut, right), rootOf(left)]
}
