import { blake3 } from '@noble/hashes/blake3.js'
import { Preimage } from './preimage.ts'
import type { ExtReceipt } from './receipt-form.ts'
import { asOfDigest, edgesDigest, fieldDigest, manifestDigest, merkleDigest, scopeDigest } from './subdigests.ts'

/** The 32 bytes that the operator signed, rebuilt from the members of the receipt by the rule of its version. */
export function receiptDigest(receipt: ExtReceipt, word: string): Uint8Array {
  return blake3(receipt.version === 0 ? joined(receipt) : segmented(receipt, word))
}

function segmented(receipt: ExtReceipt, word: string): Uint8Array {
  return new Preimage(word, 'receipt')
    .segment(1, receipt.requestId)
    .segment(2, receipt.servedAt)
    .optional(3, scopeDigest(receipt.scope))
    .optional(4, asOfDigest(receipt.asOf))
    .optional(5, edgesDigest(receipt.edgeCids))
    .optional(6, manifestDigest(receipt.sourceVersions))
    .segment(7, receipt.primitive)
    .list(8, receipt.cells)
    .list(9, receipt.factCids)
    .optional(10, fieldDigest(receipt.field, word))
    .optional(11, receipt.version === 2 ? merkleDigest(receipt.proof, word) : null)
    .bytes()
}

/** Version 0 has no lengths: whoever trusts it must have read every cell and content id strictly first. */
function joined(receipt: ExtReceipt): Uint8Array {
  const digests = [
    scopeDigest(receipt.scope),
    asOfDigest(receipt.asOf),
    edgesDigest(receipt.edgeCids),
    manifestDigest(receipt.sourceVersions),
  ].filter((digest) => digest !== null)
  const fields = [receipt.requestId, receipt.servedAt, ...digests, receipt.primitive]
  const list = (items: string[]) => items.map((item) => `${item},`).join('')
  return new TextEncoder().encode(`${fields.join('|')}|${list(receipt.cells)}|${list(receipt.factCids)}`)
}
