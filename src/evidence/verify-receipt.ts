import { isObject } from '../kernel/json.ts'
import { canonicalBytes, NotCanonical } from './canonical.ts'
import { doesNotEstablish } from './does-not-establish.ts'
import { verifyEd25519 } from './ed25519.ts'
import { decodeBase64, encodeHex, isSha256Hex } from './encoding.ts'
import { findKey, type PublishedKey, type PublishedKeys } from './keys.ts'
import { checkLogProof, newProofMemory, type ProofMemory } from './log-proof.ts'
import type { Primitives } from './primitives.ts'
import { ENVELOPE_MEMBERS, STAMP_MEMBERS } from './receipt.ts'
import { blankVerdict, type Check, check, conclude, type Finding, keyMembers, type Verdict } from './verdict.ts'

export interface Trust {
  keys: PublishedKeys
}

export interface VerifyOptions {
  /** The schema the caller expects inside the signed payload; without it the schema step does not run. */
  expectedSchema?: string
  /** Asks a record whether a content id was logged, where the receipt carries no proof. */
  lookup?: (cid: string) => Logged | Promise<Logged>
  /** Shared between the receipts of a batch. */
  memory?: ProofMemory
}

/** A record's word: null where it did not answer. */
export interface Logged {
  found: boolean | null
  against?: Record<string, unknown>
}

/** Judges any JSON value. Only an engine without ed25519 makes it throw. */
export async function verifyReceipt(
  receipt: unknown,
  { keys }: Trust,
  options: VerifyOptions,
  primitives: Primitives,
): Promise<Verdict> {
  if (!isObject(receipt)) return blankVerdict(keys, 'this is no JSON object, so it is no receipt')
  const key = findKey(keys, receipt.kid)
  const payload = isObject(receipt.payload) ? receipt.payload : undefined
  const message = messageOf(payload)
  const digest = message.bytes && primitives.sha256(message.bytes)
  const cid = digest && encodeHex(digest)

  const hash = check('payload_hash', payloadHash(receipt, cid, message.fault, key))
  const signer = check('signer_key', signerKey(receipt, key))
  if (!key) return describe(receipt, keys, cid, [hash, signer, ...notRun(options)], undefined)
  const checks = [
    hash,
    signer,
    check('signature', await signature(receipt, message.bytes, key, primitives)),
    check('envelope_schema', envelopeSchema(receipt, payload)),
    check('schema', pinnedSchema(payload, options.expectedSchema)),
    check('logged', await logged(receipt.log, digest, keys, options, primitives)),
  ]
  return describe(receipt, keys, cid, checks, key, payload)
}

/** The verdicts in the order of the receipts; what the receipts share is checked once. */
export async function verifyReceipts(
  receipts: readonly unknown[],
  trust: Trust,
  options: VerifyOptions,
  primitives: Primitives,
): Promise<Verdict[]> {
  const shared = { memory: newProofMemory(), ...options }
  const verdicts: Verdict[] = []
  for (const receipt of receipts) verdicts.push(await verifyReceipt(receipt, trust, shared, primitives))
  return verdicts
}

function messageOf(payload: Record<string, unknown> | undefined): { bytes?: Uint8Array; fault?: string } {
  if (!payload) return { fault: 'the receipt carries no payload object' }
  try {
    return { bytes: canonicalBytes(payload) }
  } catch (error) {
    if (error instanceof NotCanonical) return { fault: `the payload has no canonical form: ${error.message}` }
    throw error
  }
}

/** Without a key of ours nothing is known of how the envelope was made, so a difference accuses nobody. */
function payloadHash(
  receipt: Record<string, unknown>,
  cid: string | undefined,
  fault: string | undefined,
  key: PublishedKey | undefined,
): Finding {
  const against = { computed: cid ?? null, claimed: textOrNull(receipt.payload_sha256) }
  if (cid !== undefined && receipt.payload_sha256 === cid) return { result: true, against }
  return {
    result: key ? false : null,
    reason: fault ?? 'payload_sha256 is not the hash of this payload',
    against,
  }
}

function signerKey(receipt: Record<string, unknown>, key: PublishedKey | undefined): Finding {
  if (key) return { result: true, against: { kid: key.kid, from: key.from, until: key.until } }
  const named = typeof receipt.kid === 'string' ? `the kid ${JSON.stringify(shortened(receipt.kid))}` : 'the receipt'
  return { result: null, reason: `${named} names no key that this service has published` }
}

function notRun({ expectedSchema }: VerifyOptions): Check[] {
  const reason = 'not run: the signer is unknown here'
  return [
    check('signature', { result: null, reason }),
    check('envelope_schema', { result: null, reason }),
    check('schema', { result: null, reason: expectedSchema === undefined ? NOT_PINNED : reason }),
    check('logged', { result: null, reason }),
  ]
}

async function signature(
  receipt: Record<string, unknown>,
  message: Uint8Array | undefined,
  key: PublishedKey,
  primitives: Primitives,
): Promise<Finding> {
  const bytes = typeof receipt.signature_b64 === 'string' ? decodeBase64(receipt.signature_b64) : undefined
  if (bytes?.length !== 64) return { result: false, reason: 'signature_b64 is not the padded base64 of 64 bytes' }
  if (!message) return { result: false, reason: 'there is no payload that it could cover' }
  if (await verifyEd25519(key.publicKey, message, bytes, primitives)) return { result: true }
  return { result: false, reason: `it is no signature of the key ${key.kid} over this payload` }
}

function envelopeSchema(receipt: Record<string, unknown>, payload: Record<string, unknown> | undefined): Finding {
  for (const name of Object.keys(receipt)) {
    if (!(ENVELOPE_MEMBERS as readonly string[]).includes(name)) {
      return { result: false, reason: `the envelope member ${JSON.stringify(shortened(name))} is unknown and unsigned` }
    }
  }
  if (receipt.alg !== 'ed25519') return { result: false, reason: 'alg is not ed25519' }
  if (!payload) return { result: false, reason: 'the receipt carries no payload object' }
  for (const name of STAMP_MEMBERS) {
    if (typeof receipt[name] !== 'string' || !Object.hasOwn(payload, name) || receipt[name] !== payload[name]) {
      const against = { envelope: textOrNull(receipt[name]), payload: textOrNull(payload[name]) }
      return { result: false, reason: `${name} of the envelope is not ${name} of the signed payload`, against }
    }
  }
  return { result: true }
}

const NOT_PINNED = 'not run: no schema was pinned by the caller'

function pinnedSchema(payload: Record<string, unknown> | undefined, expected: string | undefined): Finding {
  if (expected === undefined) return { result: null, reason: NOT_PINNED }
  const against = { expected, signed: textOrNull(payload?.schema) }
  if (payload?.schema === expected) return { result: true, against }
  return { result: false, reason: `the signed payload is not of schema ${expected}`, against }
}

const LOOKUP = 'record lookup that is not a proof'

async function logged(
  proof: unknown,
  digest: Uint8Array | undefined,
  keys: PublishedKeys,
  { lookup, memory }: VerifyOptions,
  primitives: Primitives,
): Promise<Finding> {
  if (!digest) return { result: null, reason: 'not run: without a canonical payload there is no content id' }
  if (proof !== undefined && proof !== null) return checkLogProof(digest, proof, keys, primitives, memory)
  if (!lookup) return { result: null, reason: 'the receipt carries no inclusion proof' }
  const { found, against } = await lookup(encodeHex(digest))
  // A record that lost an entry must not accuse the receipt, so absence is no finding either way.
  if (found) return { result: true, kind: LOOKUP, against }
  const reason = found === null ? UNANSWERED : 'the record does not hold this content id, which proves nothing'
  return { result: null, kind: LOOKUP, reason, against }
}

const UNANSWERED = 'the record did not answer'

function describe(
  receipt: Record<string, unknown>,
  keys: PublishedKeys,
  cid: string | undefined,
  checks: Check[],
  key: PublishedKey | undefined,
  payload?: Record<string, unknown>,
): Verdict {
  const valid = conclude(checks)
  const [, , signed, , schema, inLog] = checks as [Check, Check, Check, Check, Check, Check]
  const isSigned = signed.result === true
  const isTransient = inLog.reason === UNANSWERED
  return {
    ...blankVerdict(keys, reasonFor(valid, checks)),
    valid,
    hint: hintFor(valid, key, payload),
    alg: textOrNull(receipt.alg),
    checks,
    cid: isSha256Hex(receipt.payload_sha256) ? receipt.payload_sha256 : (cid ?? null),
    does_not_establish: doesNotEstablish(isSigned ? payload?.schema : receipt.schema),
    established: valid !== null,
    ...(key && keyMembers(key)),
    kid_claimed: textOrNull(receipt.kid),
    payload_sha256: cid ?? null,
    not_a_transient: !isTransient,
    retry_will_help: isTransient,
    schema_verified: schema.result,
    verified_offline: inLog.kind !== LOOKUP,
    schema: isSigned ? textOrNull(payload?.schema) : null,
    schema_asserted: textOrNull(receipt.schema),
    signed_at: textOrNull(isSigned ? payload?.signed_at : receipt.signed_at),
    signer: textOrNull(isSigned ? payload?.signer : receipt.signer),
  }
}

function reasonFor(valid: boolean | null, checks: readonly Check[]): string {
  if (valid === false) {
    const failed = checks.filter(({ result }) => result === false)
    return failed.map(({ check, reason }) => `${check}: ${reason}`).join('; ')
  }
  if (valid === null) return checks.find(({ result }) => result === null)?.reason ?? 'nothing was established'
  const open = checks.filter(({ result }) => result === null).map(({ check }) => check)
  return open.length === 0 ? 'every step held' : `every step that ran held; not run: ${open.join(', ')}`
}

/** Receipts of the hour in which keys change may fall outside a key's dates, so this is said and not judged. */
function hintFor(
  valid: boolean | null,
  key: PublishedKey | undefined,
  payload: Record<string, unknown> | undefined,
): string | null {
  if (!key) return 'If the receipt is newer than your copy of the key file, fetch /.well-known/svc.json again.'
  const signedAt = payload?.signed_at
  if (valid && typeof signedAt === 'string') {
    const time = Date.parse(signedAt)
    if (time < Date.parse(key.from)) return `signed_at lies before the key ${key.kid} was published (${key.from}).`
    if (key.until && time > Date.parse(key.until))
      return `signed_at lies after the key ${key.kid} was retired (${key.until}).`
  }
  return null
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? shortened(value) : null
}

/** A verdict quotes what it was given; a megabyte of kid is quoted by its beginning. */
function shortened(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}
