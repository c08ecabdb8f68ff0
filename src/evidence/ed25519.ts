import type { Primitives } from './primitives.ts'

/**
 * Strict verification: what a library may let pass is refused before the library is asked. A small-order key signs
 * every message; a second encoding of a point or of S makes a second signature of the first.
 */
export function verifyEd25519(
  publicKey: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
  primitives: Pick<Primitives, 'verifySignature'>,
): boolean | Promise<boolean> {
  if (!isSoundPublicKey(publicKey) || signature.length !== 64) return false
  if (!isSoundPoint(signature, 0) || !isReducedScalar(signature, 32)) return false
  return primitives.verifySignature(publicKey, message, signature)
}

export function isSoundPublicKey(publicKey: Uint8Array): boolean {
  return publicKey.length === 32 && isSoundPoint(publicKey, 0)
}

/** The y coordinates of all points of small order, little endian; with either sign bit they are the 14 encodings. */
const SMALL_ORDER_Y = [
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
].map(fromHex)

/** The group order 2^252 + 27742317777372353535851937790883648493, little endian. */
const ORDER = fromHex('edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010')

/** The field prime 2^255 - 19, little endian. */
const PRIME = fromHex('edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f')

function fromHex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g)!, (pair) => Number.parseInt(pair, 16))
}

function isSoundPoint(bytes: Uint8Array, at: number): boolean {
  if (!isBelow(bytes, at, PRIME, 0x7f)) return false
  return SMALL_ORDER_Y.every((y) => !isSameY(bytes, at, y))
}

function isReducedScalar(bytes: Uint8Array, at: number): boolean {
  return isBelow(bytes, at, ORDER, 0xff)
}

/** Compares 32 little-endian bytes with a limit; the mask takes the sign bit off a point. */
function isBelow(bytes: Uint8Array, at: number, limit: Uint8Array, topMask: number): boolean {
  const top = bytes[at + 31]! & topMask
  if (top !== limit[31]!) return top < limit[31]!
  for (let i = 30; i >= 0; i--) {
    if (bytes[at + i]! !== limit[i]!) return bytes[at + i]! < limit[i]!
  }
  return false
}

function isSameY(bytes: Uint8Array, at: number, y: Uint8Array): boolean {
  for (let i = 0; i < 31; i++) if (bytes[at + i] !== y[i]) return false
  return (bytes[at + 31]! & 0x7f) === y[31]
}
