import { isObject } from '../../kernel/json.ts'
import type { Primitives } from '../primitives.ts'
import { type ExtFinding, type ExtHead, verifyExtHead } from './log.ts'
import type { ExtProfile } from './profile.ts'
import { utcMillis } from './time.ts'

/** What our receipts carry: the head that was read before signing, or null with the reason. */
export type TimeBound = { head: ExtHead; means: string } | { head: null; reason: string }

export const TIME_BOUND_MEANS =
  'A lower bound of time only: this was signed after the head was read, so not before its signed_at. ' +
  'An upper bound needs our leaf under a later head.'

/** Whether a signed_at stands after the head beside it; a receipt dated before its own bound contradicts itself. */
export async function verifyTimeBound(
  timeBound: unknown,
  signedAt: unknown,
  profile: ExtProfile,
  primitives: Primitives,
): Promise<ExtFinding<ExtHead>> {
  if (!isObject(timeBound) || timeBound.head === null || timeBound.head === undefined) {
    return { valid: null, reason: 'the receipt carries no head of the external log', value: null }
  }
  const finding = await verifyExtHead(timeBound.head, profile, primitives)
  if (finding.valid !== true) return finding
  const signed = utcMillis(signedAt)
  if (signed === undefined) return { valid: null, reason: 'signed_at is no UTC time', value: null }
  return signed < utcMillis(finding.value.signed_at)!
    ? { valid: false, reason: 'signed_at is before the head that is said to have been read first', value: null }
    : finding
}
