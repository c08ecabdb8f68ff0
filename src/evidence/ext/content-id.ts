import { blake3 } from '@noble/hashes/blake3.js'
import { decodeBase32, encodeBase32 } from '../encoding.ts'

const FACT_CID_CHARS = 52
const BUNDLE_CID_CHARS = 26

/** Over the bytes the operator committed to, as they came: the JSON of a fact cannot be turned back into them. */
export function factCid(committed: Uint8Array): string {
  return encodeBase32(blake3(committed))
}

export function decodeFactCid(text: unknown): Uint8Array | undefined {
  return decodeSized(text, FACT_CID_CHARS)
}

export function isFactCid(text: unknown): text is string {
  return decodeFactCid(text) !== undefined
}

export function isBundleCid(text: unknown): text is string {
  return decodeSized(text, BUNDLE_CID_CHARS) !== undefined
}

function decodeSized(text: unknown, chars: number): Uint8Array | undefined {
  return typeof text === 'string' && text.length === chars ? decodeBase32(text) : undefined
}
