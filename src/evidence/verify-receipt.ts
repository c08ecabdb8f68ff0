import { isObject } from '../kernel/json.ts'
import { canonicalBytes, NotCanonical } from './canonical.ts'
import { doesNotEstablish } from './does-not-establish.ts'
import { verifyEd25519 } from './ed25519.ts'
import { decodeBase64, encodeHex, isSha256Hex } from './encoding.ts'
import { findKey, type PublishedKey, type PublishedKeys } from './keys.ts'
import { checkLogProof, newProofMemory, type ProofMemory } from './log-proof.ts'
import type { Primitives } from './primitives.ts'
import { ENVELOPE_MEMBERS, STAMP_MEMBERS } from './receipt.ts'
import { blankVerdict, type Check, check, type Finding, keyMembers, type Verdict, verdictOf } from './verdict.ts'

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
  trust: Trust,
  options: VerifyOptions,
  primitives: Primitives,
): Promise<Verdict> {
  const opened = open(receipt, trust, primitives)
  const isSigned = await checkSignature(opened, primitives)
  return judge(opened, isSigned, trust, options, primitives)
}

const SLICE = 64

/**
 * The verdicts in the order of the receipts; what the receipts share is checked once. Each slice is opened, then its
 * signatures are checked in a row, then it is judged: the curve's tables stay in the processor's cache.
 */
export async function verifyReceipts(
  receipts: readonly unknown[],
  trust: Trust,
  options: VerifyOptions,
  primitives: Primitives,
): Promise<Verdict[]> {
  const shared = { memory: newProofMemory(), ...options }
  const verdicts: Verdict[] = []
  for (let from = 0; from < receipts.length; from += SLICE) {
    const opened = receipts.slice(from, from + SLICE).map((receipt) => open(receipt, trust, primitives))
    const signatures: Finding[] = []
    for (const one of opened) signatures.push(await checkSignature(one, primitives))
    for (const [n, one] of opened.entries()) {
      verdicts.push(await judge(one, signatures[n]!, trust, shared, primitives))
    }
  }
  return verdicts
}

/** A receipt taken apart: what its steps look at. */
interface Opened {
  receipt: Record<string, unknown> | undefined
  payload: Record<string, unknown> | undefined
  key: PublishedKey | undefined
  message: Uint8Array | undefined
  /** Why there is no message. */
  fault: string | undefined
  digest: Uint8Array | undefined
  cid: string | undefined
}

function open(value: unknown, { keys }: Trust, { sha256 }: Primitives): Opened {
  const receipt = isObject(value) ? value : undefined
  const payload = receipt && isObject(receipt.payload) ? receipt.payload : undefined
  const { bytes, fault } = messageOf(payload)
  const digest = bytes && sha256(bytes)
  const key = findKey(keys, receipt?.kid)
  return { receipt, payload, key, message: bytes, fault, digest, cid: digest && encodeHex(digest) }
}

async function judge(
  opened: Opened,
  signature: Finding,
  { keys }: Trust,
  options: VerifyOptions,
  primitives: Primitives,
): Promise<Verdict> {
  const { receipt, payload, key, digest } = opened
  if (!receipt) return blankVerdict(keys, 'this is no JSON object, so it is no receipt')
  const hash = check('payload_hash', payloadHash(receipt, opened))
  const signer = check('signer_key', signerKey(receipt, key))
  if (!key) return describe(receipt, opened, keys, [hash, signer, ...notRun(options)])
  return describe(receipt, opened, keys, [
    hash,
    signer,
    check('signature', signature),
    check('envelope_schema', envelopeSchema(receipt, payload)),
    check('schema', pinnedSchema(payload, options.expectedSchema)),
    check('logged', await logged(receipt.log, digest, keys, options, primitives)),
  ])
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
function payloadHash(receipt: Record<string, unknown>, { cid, fault, key }: Opened): Finding {
  const against = { computed: cid ?? null, claimed: textOrNull(receipt.payload_sha256) }
  if (cid !== undefined && receipt.payload_sha256 === cid) return { result: true, against }
  const reason = fault ?? 'payload_sha256 is not the hash of this payload'
  return { result: key ? false : null, reason, against }
}

function signerKey(receipt: Record<string, unknown>, key: PublishedKey | undefined): Finding {
  if (key) return { result: true, against: { kid: key.kid, from: key.from, until: key.until } }
  const named = typeof receipt.kid === 'string' ? `the kid ${JSON.stringify(shortened(receipt.kid))}` : 'the receipt'
  return { result: null, reason: `${named} names no key that this service has published` }
}

function notRun({ expectedSchema }: VerifyOptions): Check[] {
  return [
    check('signature', UNKNOWN_SIGNER),
    check('envelope_schema', UNKNOWN_SIGNER),
    check('schema', expectedSchema === undefined ? { result: null, reason: NOT_PINNED } : UNKNOWN_SIGNER),
    check('logged', UNKNOWN_SIGNER),
  ]
}

const UNKNOWN_SIGNER: Finding = { result: null, reason: 'not run: the signer is unknown here' }

function checkSignature({ receipt, message, key }: Opened, primitives: Primitives): Finding | Promise<Finding> {
  if (!key) return UNKNOWN_SIGNER
  const bytes = typeof receipt?.signature_b64 === 'string' ? decodeBase64(receipt.signature_b64) : undefined
  if (bytes?.length !== 64) return { result: false, reason: 'signature_b64 is not the padded base64 of 64 bytes' }
  if (!message) return { result: false, reason: 'there is no payload that it could cover' }
  const finding = (holds: boolean): Finding =>
    holds ? { result: true } : { result: false, reason: `it is no signature of the key ${key.kid} over this payload` }
  const holds = verifyEd25519(key.publicKey, message, bytes, primitives)
  return typeof holds === 'boolean' ? finding(holds) : holds.then(finding)
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

function logged(
  proof: unknown,
  digest: Uint8Array | undefined,
  keys: PublishedKeys,
  { lookup, memory }: VerifyOptions,
  primitives: Primitives,
): Finding | Promise<Finding> {
  if (!digest) return { result: null, reason: 'not run: without a canonical payload there is no content id' }
  if (proof !== undefined && proof !== null) return checkLogProof(digest, proof, keys, primitives, memory)
  if (!lookup) return { result: null, reason: 'the receipt carries no inclusion proof' }
  return lookedUp(lookup, encodeHex(digest))
}

/** A record that lost an entry must not accuse the receipt, so absence is no finding either way. */
async function lookedUp(lookup: NonNullable<VerifyOptions['lookup']>, cid: string): Promise<Finding> {
  const { found, against } = await lookup(cid)
  if (found) return { result: true, kind: LOOKUP, against }
  const reason = found === null ? UNANSWERED : 'the record does not hold this content id, which proves nothing'
  return { result: null, kind: LOOKUP, reason, against }
}

const UNANSWERED = 'the record did not answer'

function describe(
  receipt: Record<string, unknown>,
  { payload, key, cid }: Opened,
  keys: PublishedKeys,
  checks: Check[],
): Verdict {
  const [, , signed, , schema, inLog] = checks as [Check, Check, Check, Check, Check, Check]
  const isSigned = signed.result === true
  const verdict = verdictOf(keys, '', checks)
  verdict.reason = reasonFor(verdict.valid, checks)
  verdict.hint = hintFor(verdict.valid, key, payload)
  verdict.alg = textOrNull(receipt.alg)
  verdict.cid = claimedCid(receipt.payload_sha256, cid)
  verdict.does_not_establish = doesNotEstablish(isSigned ? payload?.schema : receipt.schema)
  verdict.kid_claimed = textOrNull(receipt.kid)
  verdict.payload_sha256 = cid ?? null
  verdict.retry_will_help = inLog.reason === UNANSWERED
  verdict.not_a_transient = !verdict.retry_will_help
  verdict.schema_verified = schema.result
  verdict.verified_offline = inLog.kind !== LOOKUP
  verdict.schema = isSigned ? textOrNull(payload?.schema) : null
  verdict.schema_asserted = textOrNull(receipt.schema)
  verdict.signed_at = textOrNull(isSigned ? payload?.signed_at : receipt.signed_at)
  verdict.signer = textOrNull(isSigned ? payload?.signer : receipt.signer)
  return key ? Object.assign(verdict, keyMembers(key)) : verdict
}

function claimedCid(claimed: unknown, computed: string | undefined): string | null {
  if (claimed !== computed && isSha256Hex(claimed)) return claimed
  return computed ?? null
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
    const bound = lowerBound(payload)
    if (bound !== undefined && time < Date.parse(bound))
      return `signed_at lies before the head that is said to have been read first (${shortened(bound)}): the signer contradicts itself.`
  }
  return null
}

/** The time of the external head in a payload; what it proves is for whoever holds that log's key. */
function lowerBound(payload: Record<string, unknown> | undefined): string | undefined {
  const bound = payload?.time_bound
  const head = isObject(bound) && isObject(bound.head) ? bound.head : {}
  return typeof head.signed_at === 'string' ? head.signed_at : undefined
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? shortened(value) : null
}

/** A verdict quotes what it was given; a megabyte of kid is quoted by its beginning. */
function shortened(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}
