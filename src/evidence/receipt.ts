import type { Json } from '../kernel/json.ts'
import { canonicalBytes } from './canonical.ts'
import { encodeBase64, encodeHex } from './encoding.ts'
import type { Primitives } from './primitives.ts'
import type { ReceiptLogMember } from './tree-head.ts'

/** The signed part. It repeats what the envelope says of it, so that nothing outside the signature has to be believed. */
export type ReceiptPayload = Stamp & { [member: string]: Json }

export type Stamp = { schema: string; kid: string; signer: string; signed_at: string }

export const STAMP_MEMBERS = ['schema', 'kid', 'signer', 'signed_at'] as const

export const ENVELOPE_MEMBERS = [
  'schema',
  'payload',
  'payload_sha256',
  'alg',
  'kid',
  'signer',
  'signed_at',
  'signature_b64',
  'log',
] as const

export interface Receipt extends Stamp {
  payload: ReceiptPayload
  payload_sha256: string
  alg: 'ed25519'
  signature_b64: string
  /** null until the receipt is logged, and where its proof was taken off. */
  log: ReceiptLogMember | null
}

export interface ReceiptSigner {
  kid: string
  signer: string
  sign(message: Uint8Array): Uint8Array
}

export interface Statement {
  schema: string
  signedAt: string
  /** What is stated; the four members of the stamp are added here and may not be among them. */
  members: { [member: string]: Json }
}

const decoder = new TextDecoder()

/** Throws NotCanonical where the statement has no single text. */
export function sealReceipt(
  { schema, signedAt, members }: Statement,
  { kid, signer, sign }: ReceiptSigner,
  sha256: Primitives['sha256'],
): Receipt {
  for (const name of STAMP_MEMBERS) {
    if (Object.hasOwn(members, name)) throw new TypeError(`a statement may not set its own ${name}`)
  }
  const stamp: Stamp = { schema, kid, signer, signed_at: signedAt }
  const message = canonicalBytes({ ...stamp, ...members })
  // What leaves is what was signed, in its order: later changes to the statement cannot reach it.
  const payload: ReceiptPayload = JSON.parse(decoder.decode(message))
  return {
    schema,
    payload,
    payload_sha256: encodeHex(sha256(message)),
    alg: 'ed25519',
    kid,
    signer,
    signed_at: signedAt,
    signature_b64: encodeBase64(sign(message)),
    log: null,
  }
}
