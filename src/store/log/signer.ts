import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { canonicalBytes } from '../../evidence/canonical.ts'
import { type Checkpoint, signCheckpoint } from '../../evidence/checkpoint.ts'
import { decodeBase64, decodeBase64url } from '../../evidence/encoding.ts'
import { type SignedTreeHead, signTreeHead, type TreeHeadPayload } from '../../evidence/tree-head.ts'
import { LogDamaged } from './damage.ts'
import { sha256 } from './hash.ts'

/** Plain text, because it has to reach the log's own thread. */
export interface HeadKey {
  kid: string
  pkcs8Pem: string
}

export interface LogSigner {
  kid: string
  publicKey: Uint8Array
  signHead(payload: TreeHeadPayload): SignedTreeHead
  signCheckpoint(checkpoint: Checkpoint): string
  /** Throws where a head under this kid is not this key's; heads of earlier keys are left to their published keys. */
  verifyOwn(head: SignedTreeHead): void
}

export function logSigner({ kid, pkcs8Pem }: HeadKey): LogSigner {
  const key = createPrivateKey(pkcs8Pem)
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`the log signs with ed25519, not ${key.asymmetricKeyType}`)
  const publicHalf = createPublicKey(key)
  const publicKey = decodeBase64url(publicHalf.export({ format: 'jwk' }).x!)!
  const signMessage = (message: Uint8Array) => new Uint8Array(sign(null, message, key))
  return {
    kid,
    publicKey,
    signHead: (payload) => signTreeHead(payload, { kid, sign: signMessage }, sha256),
    signCheckpoint: (checkpoint) => signCheckpoint(checkpoint, { publicKey, sign: signMessage }, sha256),
    verifyOwn(head) {
      if (head.kid !== kid) return
      const signature = decodeBase64(head.signature_b64)
      if (signature && verify(null, canonicalBytes(head.payload), publicHalf, signature)) return
      throw new LogDamaged('head_signature', `the last head names the key ${kid}, which did not sign it`)
    },
  }
}
