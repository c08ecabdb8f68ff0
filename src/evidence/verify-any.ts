import type { ExtProfile } from './ext/profile.ts'
import { isExtReceipt } from './ext/receipt-form.ts'
import { type ExtVerdict, verifyExtReceipt } from './ext/verify-receipt.ts'
import type { PublishedKeys } from './keys.ts'
import { newProofMemory } from './log-proof.ts'
import type { Primitives } from './primitives.ts'
import { blankVerdict, type CheckKind, type Verdict } from './verdict.ts'
import { type VerifyOptions, verifyReceipt } from './verify-receipt.ts'

/** Whose receipts can be judged here: our own by the published keys, the external operator's by the pinned one. */
export interface AnyTrust {
  keys: PublishedKeys
  external: ExtProfile
}

export async function verifyAny(
  receipt: unknown,
  trust: AnyTrust,
  options: VerifyOptions,
  primitives: Primitives,
): Promise<Verdict> {
  if (!isExtReceipt(receipt)) return verifyReceipt(receipt, trust, options, primitives)
  return asVerdict(await verifyExtReceipt(receipt, trust.external, primitives), trust)
}

/** In the order of the receipts; what they share is checked once. */
export async function verifyAll(
  receipts: readonly unknown[],
  trust: AnyTrust,
  primitives: Primitives,
): Promise<Verdict[]> {
  const memory = newProofMemory()
  const verdicts: Verdict[] = []
  for (const receipt of receipts) verdicts.push(await verifyAny(receipt, trust, { memory }, primitives))
  return verdicts
}

const EXT_ROOT = 'The public key of the external operator that this service has pinned.'

/** The external operator's receipts are of another make; the verdict on them has the same members. */
export function asVerdict(verdict: ExtVerdict, { keys, external }: AnyTrust): Verdict {
  return {
    ...blankVerdict(keys, verdict.reason ?? 'every step that decides held'),
    valid: verdict.valid,
    alg: verdict.alg,
    checks: verdict.checks.map((check) => ({ ...check, kind: check.kind as CheckKind })),
    does_not_establish: verdict.does_not_establish,
    established: verdict.valid !== null,
    pubkey: verdict.pubkey_b32,
    pubkey_b32: verdict.pubkey_b32,
    pubkey_encoding: verdict.pubkey_b32 === null ? null : 'base32 of the 32 raw bytes',
    root_of_trust: `${EXT_ROOT} (${external.pubkeyB32})`,
    signed_at: verdict.signed_at,
    signer: verdict.signer,
  }
}
