/** The part of libsodium that this service calls; the package brings no types of its own. */
declare module 'sodium-native' {
  interface Sodium {
    crypto_hash_sha256(digest: Uint8Array, message: Uint8Array): void
    crypto_sign_verify_detached(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean
    crypto_sign_detached(signature: Uint8Array, message: Uint8Array, secretKey: Uint8Array): void
    crypto_sign_seed_keypair(publicKey: Uint8Array, secretKey: Uint8Array, seed: Uint8Array): void
  }
  const sodium: Sodium
  export default sodium
}
