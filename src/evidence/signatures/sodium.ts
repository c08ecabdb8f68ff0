import { hash } from 'node:crypto'
import sodium from 'sodium-native'
import type { Primitives } from '../primitives.ts'

/** Synchronous, and the fastest here. */
export const sodiumPrimitives: Primitives = {
  sha256: (bytes) => hash('sha256', bytes, 'buffer'),
  verifySignature: (publicKey, message, signature) => sodium.crypto_sign_verify_detached(signature, message, publicKey),
}
