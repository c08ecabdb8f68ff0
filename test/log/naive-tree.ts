import { createHash } from 'node:crypto'
import { leafHash, nodeHash } from '../../src/evidence/merkle.ts'

export const sha256 = (bytes: Uint8Array): Uint8Array => new Uint8Array(createHash('sha256').update(bytes).digest())

/** RFC 6962 section 2.1 word for word, over all leaves each time: slow, and too plain to be wrong in the same way as the log. */
export function naiveRoot(entries: readonly Uint8Array[]): Uint8Array {
  if (entries.length === 0) return sha256(new Uint8Array(0))
  if (entries.length === 1) return leafHash(entries[0]!, sha256)
  const k = splitPoint(entries.length)
  return nodeHash(naiveRoot(entries.slice(0, k)), naiveRoot(entries.slice(k)), sha256)
}

export function naiveInclusion(m: number, entries: readonly Uint8Array[]): Uint8Array[] {
  if (entries.length === 1) return []
  const k = splitPoint(entries.length)
  return m < k
    ? [...naiveInclusion(m, entries.slice(0, k)), naiveRoot(entries.slice(k))]
    : [...naiveInclusion(m - k, entries.slice(k)), naiveRoot(entries.slice(0, k))]
}

export function naiveConsistency(first: number, entries: readonly Uint8Array[], whole = true): Uint8Array[] {
  if (first === entries.length) return whole ? [] : [naiveRoot(entries)]
  const k = splitPoint(entries.length)
  return first <= k
    ? [...naiveConsistency(first, entries.slice(0, k), whole), naiveRoot(entries.slice(k))]
    : [...naiveConsistency(first - k, entries.slice(k), false), naiveRoot(entries.slice(0, k))]
}

function splitPoint(size: number): number {
  let k = 1
  while (k * 2 < size) k *= 2
  return k
}

/** A distinct 32-byte entry for each number. */
export function cidOf(number: number | string): Uint8Array {
  return sha256(Buffer.from(`entry ${number}`))
}
