import { doesNotEstablish } from './does-not-establish.ts'
import { encodeBase32, encodeBase64 } from './encoding.ts'
import type { PublishedKey, PublishedKeys } from './keys.ts'

export const VERDICT_SCHEMA = 'svc.verify_verdict.v1'

/** In the order in which they are run and shown. */
export const CHECKS = ['payload_hash', 'signer_key', 'signature', 'envelope_schema', 'schema', 'logged'] as const
export type CheckName = (typeof CHECKS)[number]

export type CheckKind =
  | 'cryptographic hash'
  | 'source identity'
  | 'cryptographic'
  | 'binding'
  | 'record lookup that is not a proof'

export interface Check {
  check: CheckName
  kind: CheckKind
  what: string
  /** null: it did not run, and the reason says why. */
  result: boolean | null
  reason: string | null
  against: Record<string, unknown> | null
  proof: string | null
  /** On logged, while no independent party co-signs the log head. */
  witness_note?: string
}

export interface Verdict {
  verdict_schema: typeof VERDICT_SCHEMA
  /** true: every step held. false: a step ran and failed, the only accusation. null: nothing established. */
  valid: boolean | null
  reason: string
  hint: string | null
  alg: string | null
  checks: Check[]
  cid: string | null
  does_not_establish: readonly string[]
  established: boolean
  checked: boolean
  found: boolean | null
  pubkey: string | null
  pubkey_b32: string | null
  pubkey_encoding: string | null
  trusted_pubkey_b64: string | null
  root_of_trust: string
  kid_claimed: string | null
  payload_sha256: string | null
  valid_null_means: string
  not_a_transient: boolean
  retry_will_help: boolean
  /** The result of the schema step: null unless the caller pinned one. */
  schema_verified: boolean | null
  verified_offline: boolean
  /** From inside the signed payload, once its signature held. */
  schema: string | null
  /** What the envelope says, believed by nobody. */
  schema_asserted: string | null
  signed_at: string | null
  signer: string | null
  ext_raw: Record<string, unknown> | null
}

export const VALID_NULL_MEANS =
  'Nothing was established either way. It is not an accusation: only false says that something was checked and failed.'

const WHAT: Record<CheckName, [CheckKind, string]> = {
  payload_hash: ['cryptographic hash', 'payload_sha256 is the SHA-256 of the canonical JSON of the payload'],
  signer_key: ['source identity', 'the kid names a key that this service has published'],
  signature: ['cryptographic', 'the signature over the canonical JSON of the payload verifies under that key'],
  envelope_schema: ['binding', 'the envelope has exactly its members and repeats what the signed payload says'],
  schema: ['binding', 'the schema inside the signed payload is the one the caller expects'],
  logged: ['cryptographic', 'the content id is in the log that the signed head commits to'],
}

export const WITNESS_NOTE =
  'No independent party co-signs the log head yet: the proof holds against this service’s own head.'

export interface Finding {
  result: boolean | null
  reason?: string
  against?: Record<string, unknown>
  proof?: string
  kind?: CheckKind
}

export function check(name: CheckName, { result, reason, against, proof, kind }: Finding): Check {
  const [usualKind, what] = WHAT[name]
  const entry: Check = {
    check: name,
    kind: kind ?? usualKind,
    what,
    result,
    reason: reason ?? null,
    against: against ?? null,
    proof: proof ?? null,
  }
  if (name === 'logged') entry.witness_note = WITNESS_NOTE
  return entry
}

const MAY_BE_OPEN: readonly CheckName[] = ['schema', 'logged']

/** schema and logged may be null in a valid receipt; a false anywhere is a false. */
function conclude(checks: readonly Check[]): boolean | null {
  if (checks.some(({ result }) => result === false)) return false
  return checks.every(({ check, result }) => result === true || MAY_BE_OPEN.includes(check)) ? true : null
}

/** A verdict about which nothing is known: every step is null, for one reason. */
export function blankVerdict(keys: PublishedKeys, reason: string): Verdict {
  return verdictOf(
    keys,
    reason,
    CHECKS.map((name) => check(name, { result: null, reason })),
  )
}

/** Every member that a verdict has, before anything is known of the receipt itself. */
export function verdictOf(keys: PublishedKeys, reason: string, checks: Check[]): Verdict {
  const valid = conclude(checks)
  return {
    verdict_schema: VERDICT_SCHEMA,
    valid,
    reason,
    hint: null,
    alg: null,
    checks,
    cid: null,
    does_not_establish: doesNotEstablish(null),
    established: valid !== null,
    checked: true,
    found: null,
    pubkey: null,
    pubkey_b32: null,
    pubkey_encoding: null,
    trusted_pubkey_b64: null,
    root_of_trust: keys.rootOfTrust,
    kid_claimed: null,
    payload_sha256: null,
    valid_null_means: VALID_NULL_MEANS,
    not_a_transient: true,
    retry_will_help: false,
    schema_verified: null,
    verified_offline: true,
    schema: null,
    schema_asserted: null,
    signed_at: null,
    signer: null,
    ext_raw: null,
  }
}

const spelled = new WeakMap<PublishedKey, ReturnType<typeof spell>>()

function spell({ publicKey }: PublishedKey) {
  const b64 = encodeBase64(publicKey)
  return {
    pubkey: b64,
    pubkey_b32: encodeBase32(publicKey),
    pubkey_encoding: 'base64 of the 32 raw bytes',
    trusted_pubkey_b64: b64,
  }
}

/** Spelled out once a key: a batch repeats it in every verdict. */
export function keyMembers(key: PublishedKey) {
  const members = spelled.get(key) ?? spell(key)
  spelled.set(key, members)
  return members
}

/** For a content id that no retrievable receipt has. */
export function unknownCid(cid: string, keys: PublishedKeys): Verdict {
  const reason = 'this service holds no receipt with this content id'
  return {
    ...blankVerdict(keys, reason),
    cid,
    found: false,
    verified_offline: false,
    hint: 'Post the receipt itself to be checked: a receipt proves itself, a content id only names one.',
  }
}

/** For a store that did not answer: nothing was looked at, and asking again may help. */
export function uncheckedCid(cid: string, keys: PublishedKeys, reason: string): Verdict {
  return {
    ...blankVerdict(keys, reason),
    cid,
    checked: false,
    not_a_transient: false,
    retry_will_help: true,
    verified_offline: false,
    hint: 'Ask again later, or verify the receipt offline with the published key file.',
  }
}
