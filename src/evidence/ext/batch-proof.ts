import { blake3 } from '@noble/hashes/blake3.js'
import { sameBytes } from '../encoding.ts'
import { leafHash, nodeHash } from '../merkle.ts'
import { concat } from './cbor.ts'
import { decodeFactCid } from './content-id.ts'
import type { BatchProof } from './receipt-form.ts'

/** Whether a content id lies under the root of the batch it was committed in. The batch is not the log. */
export function holdsInBatch(factCid: string, proof: BatchProof): boolean {
  const leaf = decodeFactCid(factCid)
  if (leaf === undefined || proof.path.length > 32) return false
  const rule = proof.rule >= 1 ? PREFIXED : PLAIN
  let index = proof.leafIndex
  let hash = rule.leaf(leaf)
  for (const sibling of proof.path) {
    hash = index % 2 === 0 ? rule.node(hash, sibling) : rule.node(sibling, hash)
    index = Math.floor(index / 2)
  }
  // An index with bits left over names a leaf that this path does not lead to.
  return index === 0 && sameBytes(hash, proof.root)
}

const PREFIXED = {
  leaf: (leaf: Uint8Array) => leafHash(leaf, blake3),
  node: (left: Uint8Array, right: Uint8Array) => nodeHash(left, right, blake3),
}

const PLAIN = {
  leaf: (leaf: Uint8Array) => blake3(concat([leaf, leaf])),
  node: (left: Uint8Array, right: Uint8Array) => blake3(concat([left, right])),
}
