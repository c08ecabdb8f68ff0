import { blake3 } from '@noble/hashes/blake3.js'
import { encodeHex } from '../encoding.ts'
import { cborArray, cborMap, cborText, cborUint, concat } from './cbor.ts'
import { Preimage, u32le } from './preimage.ts'
import type { AsOf, BatchProof, ExtReceipt, Scope } from './receipt-form.ts'
import { signedSpelling } from './time.ts'

/** Each is the lowercase hex of a BLAKE3 digest, or null where the receipt has nothing of the kind. */
export function scopeDigest(scope: Scope): string | null {
  const entries = (['user_id', 'agent_id', 'run_id', 'org_id'] as const)
    .filter((name) => scope[name] !== undefined)
    .map((name) => [name, cborText(scope[name]!)] as const)
  return entries.length === 0 ? null : digest(cborMap(entries))
}

export function asOfDigest({ valid_time, transaction_time }: AsOf): string | null {
  const entries: [string, Uint8Array][] = []
  if (valid_time !== undefined) entries.push(['valid_time', cborUint(valid_time)])
  if (transaction_time !== undefined) entries.push(['transaction_time', cborText(signedSpelling(transaction_time))])
  return entries.length === 0 ? null : digest(cborMap(entries))
}

export function edgesDigest(edgeCids: readonly string[]): string | null {
  return edgeCids.length === 0 ? null : digest(cborArray(edgeCids.toSorted(byUtf8).map(cborText)))
}

export function manifestDigest(sourceVersions: Record<string, string>): string | null {
  const names = Object.keys(sourceVersions).sort(byUtf8)
  return names.length === 0 ? null : digest(cborMap(names.map((name) => [name, cborText(sourceVersions[name]!)])))
}

export function fieldDigest(field: ExtReceipt['field'], word: string): string | null {
  if (field === null) return null
  return digest(new Preimage(word, 'field').segment(1, field.aoiCid).segment(2, field.derivationCid).bytes())
}

/** Absence is signed too: a proof that was cut off changes the digest. */
export function merkleDigest(proof: BatchProof | null, word: string): string {
  const preimage = new Preimage(word, 'merkle')
  if (proof === null) return digest(preimage.segment(5, '').bytes())
  return digest(
    preimage
      .segment(1, proof.root)
      .segment(2, u32le(proof.leafIndex))
      .segment(3, concat(proof.path))
      .segment(4, Uint8Array.of(proof.rule))
      .bytes(),
  )
}

function digest(bytes: Uint8Array): string {
  return encodeHex(blake3(bytes))
}

const encoder = new TextEncoder()

/** The order of the operator's strings is that of their bytes; comparing UTF-16 units differs beyond the basic plane. */
function byUtf8(a: string, b: string): number {
  const left = encoder.encode(a)
  const right = encoder.encode(b)
  for (let i = 0; i < Math.min(left.length, right.length); i++) if (left[i] !== right[i]) return left[i]! - right[i]!
  return left.length - right.length
}
