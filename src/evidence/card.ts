import { isObject } from '../kernel/json.ts'
import { NotCanonical, rfc8785 } from './canonical.ts'
import { a2aNormalForm } from './card-normal-form.ts'
import { verifyEd25519 } from './ed25519.ts'
import { decodeBase64url, encodeBase64url } from './encoding.ts'
import { type DetachedSignature, type ProtectedHeader, protectedText, readProtected, signingInput } from './jws.ts'
import { findKey, type PublishedKey, type PublishedKeys } from './keys.ts'
import type { Primitives } from './primitives.ts'

export const CANONICALIZATION = 'RFC 8785 of the card without its signatures member'
export const CONSTRUCTION =
  'detached JWS (RFC 7515 appendix F), EdDSA over ASCII(protected) "." base64url(UTF-8 of the canonical card)'

export interface CardSigner {
  kid: string
  sign(message: Uint8Array): Uint8Array
}

/** Two signatures: over the card as it stands, and over the part of it that the A2A SDK looks at. */
export function signCard<Card extends Record<string, unknown>>(
  card: Card,
  { kid, sign }: CardSigner,
): Card & { signatures: DetachedSignature[] } {
  const header = protectedText(kid)
  const signatures = [wholeCard(card), sdkForm(card)].map((payload) => ({
    protected: header,
    signature: encodeBase64url(sign(signingInput(header, payload))),
  }))
  return { ...card, signatures }
}

function wholeCard(card: Record<string, unknown>): string {
  const { signatures, ...unsigned } = card
  return rfc8785(unsigned)
}

function sdkForm(card: Record<string, unknown>): string {
  return rfc8785(a2aNormalForm(card))
}

export interface CardCheck {
  check: string
  kind: 'cryptographic'
  what: string
  result: boolean | null
  reason: string | null
  kid: string | null
  alg: string | null
  jku: string | null
  /** What a signature that holds says something about. */
  covers: 'the whole card' | 'the A2A 1.0 members' | null
}

export interface CardVerdict {
  /** null: not checked. A card signed by another party is never called invalid. */
  valid: boolean | null
  signed: boolean
  reason: string
  checks: CardCheck[]
  kid: string | null
  alg: string | null
  /** Shown, never fetched. */
  jku: string | null
  canonicalization: typeof CANONICALIZATION
  construction: typeof CONSTRUCTION
  does_not_establish: string[]
}

const DOES_NOT_ESTABLISH = [
  'It does not prove that the agent does what its card says: only that the holder of the published key signed the card.',
  'It does not prove that the card is current: a card carries no time.',
]

const MOST_SIGNATURES = 16

/** Judges any JSON value. */
export async function verifyCard(card: unknown, keys: PublishedKeys, primitives: Primitives): Promise<CardVerdict> {
  if (!isObject(card)) return verdict(null, false, 'this is no JSON object, so it is no card', [])
  const { signatures } = card
  if (!Array.isArray(signatures) || signatures.length === 0) return verdict(null, false, 'the card is not signed', [])
  if (signatures.length > MOST_SIGNATURES) {
    return verdict(null, true, `the card carries more than ${MOST_SIGNATURES} signatures and was not checked`, [])
  }
  const texts = [textOf(card, wholeCard), textOf(card, sdkForm)] as const
  const checks = await Promise.all(signatures.map((entry, n) => checkSignature(entry, n, texts, keys, primitives)))
  const failed = checks.find(({ result }) => result === false)
  if (failed) return verdict(false, true, failed.reason!, checks, failed)
  const whole = checks.find(({ covers }) => covers === 'the whole card')
  if (whole) return verdict(true, true, 'a published key signed the whole card', checks, whole)
  const part = checks.find(({ result }) => result === true)
  if (part) return verdict(null, true, 'only a part of the card is signed by a published key', checks, part)
  return verdict(null, true, checks[0]!.reason!, checks, checks[0])
}

function verdict(
  valid: boolean | null,
  signed: boolean,
  reason: string,
  checks: CardCheck[],
  decided?: CardCheck,
): CardVerdict {
  return {
    valid,
    signed,
    reason,
    checks,
    kid: decided?.kid ?? null,
    alg: decided?.alg ?? null,
    jku: decided?.jku ?? null,
    canonicalization: CANONICALIZATION,
    construction: CONSTRUCTION,
    does_not_establish: DOES_NOT_ESTABLISH,
  }
}

function textOf(card: Record<string, unknown>, form: (card: Record<string, unknown>) => string): string | undefined {
  try {
    return form(card)
  } catch (error) {
    if (error instanceof NotCanonical) return undefined
    throw error
  }
}

async function checkSignature(
  entry: unknown,
  index: number,
  texts: readonly [string | undefined, string | undefined],
  keys: PublishedKeys,
  primitives: Primitives,
): Promise<CardCheck> {
  const header = isObject(entry) ? readProtected(entry.protected) : undefined
  const about = {
    check: `signature ${index + 1}`,
    kind: 'cryptographic' as const,
    what: 'the signature over the canonical card verifies under the published key that it names',
    kid: textOrNull(header?.kid),
    alg: textOrNull(header?.alg),
    jku: textOrNull(header?.jku),
    covers: null,
  }
  const key = findKey(keys, header?.kid)
  if (!header) return { ...about, result: null, reason: 'its protected header cannot be read, so it names no key' }
  if (!key) return { ...about, result: null, reason: 'it names no key that this verifier holds' }
  const fault = faultOf(entry as Record<string, unknown>, header)
  if (fault) return { ...about, result: false, reason: fault }
  const covers = await covered(entry as unknown as DetachedSignature, texts, key, primitives)
  if (!covers) return { ...about, result: false, reason: `it is no signature of the key ${key.kid} over this card` }
  return { ...about, result: true, reason: null, covers }
}

function faultOf(entry: Record<string, unknown>, header: ProtectedHeader): string | undefined {
  if (header.refused) return header.refused
  const extra = Object.keys(entry).find((name) => name !== 'protected' && name !== 'signature')
  return extra === undefined ? undefined : `its member ${JSON.stringify(extra)} is covered by no signature`
}

async function covered(
  entry: DetachedSignature,
  [whole, part]: readonly [string | undefined, string | undefined],
  key: PublishedKey,
  primitives: Primitives,
): Promise<CardCheck['covers']> {
  const signature = typeof entry.signature === 'string' ? decodeBase64url(entry.signature) : undefined
  const signs = async (text: string | undefined) =>
    signature !== undefined &&
    text !== undefined &&
    (await verifyEd25519(key.publicKey, signingInput(entry.protected, text), signature, primitives))
  if (await signs(whole)) return 'the whole card'
  return (await signs(part)) ? 'the A2A 1.0 members' : null
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value.slice(0, 500) : null
}
