import { blake3 } from '@noble/hashes/blake3.js'
import sodium from 'sodium-native'
import { decodeBase32, encodeBase32 } from '../../src/evidence/encoding.ts'
import { Preimage, u64be } from '../../src/evidence/ext/preimage.ts'
import { readReceipt } from '../../src/evidence/ext/receipt-form.ts'
import { receiptDigest } from '../../src/evidence/ext/receipt-preimage.ts'

/** An operator of the tests: its key is not the public one, unless a profile pins it. */
export interface TestSigner {
  publicKey: Uint8Array
  pubkeyB32: string
  sign(message: Uint8Array): Uint8Array
}

export function testSigner(seed: number | Uint8Array): TestSigner {
  const publicKey = new Uint8Array(32)
  const secretKey = new Uint8Array(64)
  sodium.crypto_sign_seed_keypair(publicKey, secretKey, typeof seed === 'number' ? new Uint8Array(32).fill(seed) : seed)
  return {
    publicKey,
    pubkeyB32: encodeBase32(publicKey),
    sign(message) {
      const signature = new Uint8Array(64)
      sodium.crypto_sign_detached(signature, message, secretKey)
      return signature
    },
  }
}

interface ReceiptPlan {
  version: 0 | 1 | 2
  members?: Record<string, unknown>
  batch?: { leaves: number; index: number; rule: number }
  claimIndex?: number
}

const CID = 'd24rgwlq47a5ism5vkkbiuav3wi2voewqqgy4x4ttnhdnzziyfkq'

export function signedBy(signer: TestSigner, plan: ReceiptPlan): Record<string, unknown> {
  const leaves = Array.from({ length: plan.batch?.leaves ?? 1 }, (_, leaf) => blake3(Uint8Array.of(leaf)))
  const receipt: Record<string, unknown> = {
    request_id: '01KZR412YDTXFV5WVNZ9VYA5H7',
    served_at: '2026-08-11T09:56:29Z',
    primitive: 'emem.recall',
    cells: ['defi.zb493.xuqA.zcb5f'],
    fact_cids: [encodeBase32(leaves[plan.batch?.index ?? 0]!)],
    schema_cid: CID,
    registry_cid: CID,
    responder: [...signer.publicKey],
    responder_pubkey_b32: signer.pubkeyB32,
    responder_key_epoch: 0,
    signature: Array(64).fill(0),
    source_versions: {},
    cost: {},
    ...plan.members,
  }
  if (plan.version > 0) receipt.preimage_version = plan.version
  if (plan.batch) {
    const { path, root } = batchPath(leaves, plan.batch.index, plan.batch.rule)
    const leaf_index = plan.claimIndex ?? plan.batch.index
    receipt.merkle_proof = {
      leaf_index,
      path: path.map((node) => [...node]),
      root: [...root],
      version: plan.batch.rule,
    }
  }
  const reading = readReceipt(receipt)
  if (reading.state !== 'read') throw new Error(reading.reason)
  const signature = signer.sign(receiptDigest(reading.receipt, 'emem'))
  return { ...receipt, signature: [...signature], signature_b32: encodeBase32(signature) }
}

/** Built layer by layer: an odd layer pairs its last node with itself. */
function batchPath(leaves: Uint8Array[], index: number, rule: number): { path: Uint8Array[]; root: Uint8Array } {
  const node = (left: Uint8Array, right: Uint8Array) =>
    blake3(rule === 0 ? Buffer.concat([left, right]) : Buffer.concat([Uint8Array.of(1), left, right]))
  let layer = leaves.map((leaf) =>
    blake3(rule === 0 ? Buffer.concat([leaf, leaf]) : Buffer.concat([Uint8Array.of(0), leaf])),
  )
  const path: Uint8Array[] = []
  while (layer.length > 1) {
    path.push(layer[index ^ 1] ?? layer[index]!)
    layer = layer.filter((_, at) => at % 2 === 0).map((left, pair) => node(left, layer[pair * 2 + 1] ?? left))
    index >>= 1
  }
  return { path, root: layer[0]! }
}

export function signedHead(signer: TestSigner, tree_size: number, root_b32: string, signed_at: string) {
  const message = new Preimage('emem', 'emem.translog.sth.v1')
    .segment(1, u64be(tree_size))
    .segment(2, decodeBase32(root_b32)!)
    .segment(3, signed_at)
    .segment(4, signer.publicKey)
    .bytes()
  const signature_b32 = encodeBase32(signer.sign(blake3(message)))
  return { tree_size, root_b32, signed_at, responder_pubkey_b32: signer.pubkeyB32, signature_b32, algorithm: 'ed25519' }
}
