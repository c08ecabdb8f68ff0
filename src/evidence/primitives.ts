/**
 * The two operations that differ between Node and the browser. Everything else in this folder is the same code in both.
 * `verifySignature` is the bare ed25519 equation: callers go through ed25519.ts, which refuses weak inputs first.
 */
export interface Primitives {
  sha256(bytes: Uint8Array): Uint8Array
  verifySignature(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean | Promise<boolean>
}
