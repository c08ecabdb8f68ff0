import { hash } from 'node:crypto'
import sodium from 'sodium-native'
import { decodeHex } from '../encoding.ts'
import type { Primitives } from '../primitives.ts'

/** Up to here libsodium's call is cheaper; beyond it, OpenSSL's use of the processor's own SHA instructions is. */
const SMALL = 256

function sha256(bytes: Uint8Array): Uint8Array {
  if (bytes.length > SMALL) return decodeHex(hash('sha256', bytes, 'hex'))!
  const digest = new Uint8Array(32)
  sodium.crypto_hash_sha256(digest, bytes)
  return digest
}

/** Synchronous, and the fastest here. */
export const sodiumPrimitives: Primitives = {
  sha256,
  verifySignature: (publicKey, message, signature) => sodium.crypto_sign_verify_detached(signature, message, publicKey),
}
