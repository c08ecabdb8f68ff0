import { sha256 } from '@noble/hashes/sha2.js'
import type { Primitives } from '../primitives.ts'

/** For browsers, and for Node without native code. WebCrypto has no synchronous hash, so SHA-256 is plain code. */
export const webcryptoPrimitives: Primitives = {
  sha256: (bytes) => sha256(bytes),
  async verifySignature(publicKey, message, signature) {
    try {
      const key = await crypto.subtle.importKey('raw', owned(publicKey), 'Ed25519', false, ['verify'])
      return await crypto.subtle.verify('Ed25519', key, owned(signature), owned(message))
    } catch (error) {
      // A key that is no point of the curve verifies nothing; an engine without ed25519 must not read as a forgery.
      if (error instanceof Error && error.name === 'DataError') return false
      throw error
    }
  },
}

/** WebCrypto takes no views of shared memory. */
function owned(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes)
}
