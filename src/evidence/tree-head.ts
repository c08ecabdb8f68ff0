import { isObject } from '../kernel/json.ts'
import { canonicalBytes } from './canonical.ts'
import { verifyEd25519 } from './ed25519.ts'
import { decodeBase64, encodeBase64, encodeHex, isSha256Hex } from './encoding.ts'
import { findKey, isInstant, type PublishedKeys } from './keys.ts'
import { isSize, type Sha256 } from './merkle.ts'
import type { Primitives } from './primitives.ts'

export interface TreeHeadPayload {
  log_id: string
  tree_size: number
  root_sha256: string
  timestamp: string
}

/** The signed message is the canonical JSON of the payload; payload_sha256 is only an integrity aid. */
export interface SignedTreeHead {
  payload: TreeHeadPayload
  payload_sha256: string
  kid: string
  signature_b64: string
}

/** What a receipt carries to prove that it was logged, without a call to anyone. */
export interface ReceiptLogMember {
  leaf_index: number
  tree_size: number
  leaf_hash: string
  audit_path: string[]
  root_sha256: string
  sth: SignedTreeHead
}

export interface HeadSigner {
  kid: string
  sign(message: Uint8Array): Uint8Array
}

export function signTreeHead(payload: TreeHeadPayload, signer: HeadSigner, sha256: Sha256): SignedTreeHead {
  const message = canonicalBytes(payload)
  return {
    payload,
    payload_sha256: encodeHex(sha256(message)),
    kid: signer.kid,
    signature_b64: encodeBase64(signer.sign(message)),
  }
}

export interface HeadVerdict {
  valid: boolean | null
  reason: string | null
}

/** False is said only of a head under a key we published; a head by a key we do not hold is null. */
export async function verifyTreeHead(
  sth: unknown,
  published: PublishedKeys,
  primitives: Primitives,
): Promise<HeadVerdict> {
  const head = parseTreeHead(sth)
  if (typeof head === 'string') return { valid: false, reason: head }
  const key = findKey(published, head.kid)
  if (!key) return { valid: null, reason: `the key ${head.kid} was never published` }
  const message = canonicalBytes(head.payload)
  if (encodeHex(primitives.sha256(message)) !== head.payload_sha256) {
    return { valid: false, reason: 'payload_sha256 is not the hash of the payload' }
  }
  const signature = decodeBase64(head.signature_b64)
  if (!signature || !(await verifyEd25519(key.publicKey, message, signature, primitives))) {
    return { valid: false, reason: `the signature is not by ${head.kid} over this payload` }
  }
  if (head.payload.log_id !== published.log.logId) {
    return { valid: null, reason: `the head is of the log ${head.payload.log_id}, not of ${published.log.logId}` }
  }
  return { valid: true, reason: null }
}

/** The head, or what is wrong with its form. Members that nothing signs are refused, not ignored. */
export function parseTreeHead(value: unknown): SignedTreeHead | string {
  if (!isObject(value)) return 'the head is no object'
  if (!hasExactly(value, HEAD_MEMBERS)) return `a head has exactly the members ${HEAD_MEMBERS.join(', ')}`
  const { payload, payload_sha256, kid, signature_b64 } = value
  if (!isObject(payload) || !hasExactly(payload, PAYLOAD_MEMBERS)) {
    return `a head's payload has exactly the members ${PAYLOAD_MEMBERS.join(', ')}`
  }
  const { log_id, tree_size, root_sha256, timestamp } = payload
  if (typeof log_id !== 'string' || !log_id.isWellFormed()) return 'log_id is no text'
  if (!isSize(tree_size)) return 'tree_size is no size of a tree'
  if (!isSha256Hex(root_sha256)) return 'root_sha256 is not 64 lowercase hex digits'
  if (!isInstant(timestamp)) return 'timestamp is no UTC time'
  if (!isSha256Hex(payload_sha256)) return 'payload_sha256 is not 64 lowercase hex digits'
  if (typeof kid !== 'string' || typeof signature_b64 !== 'string') return 'kid and signature_b64 are text'
  return { payload: { log_id, tree_size, root_sha256, timestamp }, payload_sha256, kid, signature_b64 }
}

const HEAD_MEMBERS = ['payload', 'payload_sha256', 'kid', 'signature_b64']
const PAYLOAD_MEMBERS = ['log_id', 'tree_size', 'root_sha256', 'timestamp']

function hasExactly(value: Record<string, unknown>, members: string[]): boolean {
  return Object.keys(value).length === members.length && members.every((member) => Object.hasOwn(value, member))
}
