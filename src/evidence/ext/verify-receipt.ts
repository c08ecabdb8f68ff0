import { verifyEd25519 } from '../ed25519.ts'
import { encodeBase32, encodeHex } from '../encoding.ts'
import type { Primitives } from '../primitives.ts'
import type { Check } from '../verdict.ts'
import { holdsInBatch } from './batch-proof.ts'
import type { ExtProfile } from './profile.ts'
import { type Findings, noCheckRan, receiptChecks } from './receipt-checks.ts'
import { type ExtReceipt, type PreimageVersion, type ReceiptReading, readReceipt } from './receipt-form.ts'
import { receiptDigest } from './receipt-preimage.ts'
import { doesNotEstablish, unsignedMembers } from './unsigned.ts'

export interface ExtVerdict {
  /** True: every step that decides held. False: a step ran and failed. Null: nothing was established. */
  valid: boolean | null
  reason: string | null
  signer: 'ext' | null
  alg: 'ed25519'
  checks: Check[]
  preimage_version: PreimageVersion | null
  /** The digest the signature is over, rebuilt here. */
  preimage_blake3_hex: string | null
  signature_valid: boolean | null
  merkle_proof_valid: boolean | null
  /** The key the receipt names, whether or not it is the pinned one. */
  pubkey_b32: string | null
  signed_at: string | null
  unsigned_members: string[]
  does_not_establish: string[]
  verified_offline: true
}

export interface ExtExpectations {
  /** The schema that the caller takes the receipt to be under. */
  schemaCid?: string
}

export async function verifyExtReceipt(
  value: unknown,
  profile: ExtProfile,
  primitives: Primitives,
  expected: ExtExpectations = {},
): Promise<ExtVerdict> {
  const reading = readReceipt(value)
  if (reading.state !== 'read') return notRead(reading)
  const { receipt } = reading
  const digest = receiptDigest(receipt, profile.word)
  const findings: Findings = {
    reading,
    signatureValid: await verifyEd25519(receipt.responder, digest, receipt.signature, primitives),
    proofValid: batchProof(receipt),
    isPinnedKey: encodeBase32(receipt.responder) === profile.pubkeyB32,
    schemaCid: expected.schemaCid,
    topLevelSchemaCid: (value as Record<string, unknown>).schema_cid,
  }
  const checks = receiptChecks(findings)
  const { valid, reason } = conclude(checks)
  return {
    valid,
    reason,
    signer: valid === true ? 'ext' : null,
    alg: 'ed25519',
    checks,
    preimage_version: receipt.version,
    preimage_blake3_hex: encodeHex(digest),
    signature_valid: findings.signatureValid,
    merkle_proof_valid: findings.proofValid,
    pubkey_b32: encodeBase32(receipt.responder),
    signed_at: receipt.servedAt,
    unsigned_members: unsignedMembers(value as Record<string, unknown>, receipt, reading.strangers),
    does_not_establish: doesNotEstablish(receipt),
    verified_offline: true,
  }
}

function batchProof({ proof, factCids }: ExtReceipt): boolean | null {
  const [first] = factCids
  return proof === null || first === undefined ? null : holdsInBatch(first, proof)
}

const DECISIVE = new Set(['signer_key', 'signature', 'envelope_schema'])

function conclude(checks: Check[]): { valid: boolean | null; reason: string | null } {
  const broken = checks.filter(({ result }) => result === false)
  if (broken.length > 0) return { valid: false, reason: broken.map(({ reason }) => reason).join('; ') }
  const open = checks.filter(({ check, result }) => DECISIVE.has(check) && result === null)
  if (open.length > 0) return { valid: null, reason: open.map(({ reason }) => reason).join('; ') }
  return { valid: true, reason: null }
}

/** Only a receipt of the operator's shape with a member of the wrong type is false; the rest was never checked. */
function notRead(reading: Exclude<ReceiptReading, { state: 'read' }>): ExtVerdict {
  const valid = reading.state === 'unreadable' ? false : null
  return {
    valid,
    reason: reading.reason,
    signer: null,
    alg: 'ed25519',
    checks: noCheckRan(valid, reading.reason),
    preimage_version: null,
    preimage_blake3_hex: null,
    signature_valid: null,
    merkle_proof_valid: null,
    pubkey_b32: null,
    signed_at: null,
    unsigned_members: [],
    does_not_establish: doesNotEstablish(null),
    verified_offline: true,
  }
}
