import { z } from 'zod'

/** The names a verdict is read by; more may stand beside them. */
export const Cid = z.string().regex(/^[0-9a-f]{64}$/, { error: 'a content id is 64 lower-case hex characters' })

export const TreeHead = z.object({
  payload: z.object({ log_id: z.string(), tree_size: z.int(), root_sha256: z.string(), timestamp: z.string() }),
  payload_sha256: z.string(),
  kid: z.string(),
  signature_b64: z.string(),
})

export const Proof = z.object({
  leaf_index: z.int().nullable(),
  tree_size: z.int().nullable(),
  leaf_hash: z.string().nullable(),
  audit_path: z.array(z.string()).nullable(),
  root_sha256: z.string().nullable(),
  sth: TreeHead.nullable(),
})

export const Check = z.object({
  check: z.enum(['payload_hash', 'signer_key', 'signature', 'envelope_schema', 'schema', 'logged']),
  kind: z.string(),
  what: z.string(),
  result: z.boolean().nullable(),
  reason: z.string().nullable(),
  against: z.looseObject({}).nullable(),
  proof: z.string().nullable(),
  witness_note: z.string().nullish(),
})

const text = z.string().nullable()
const flag = z.boolean().nullable()

/** svc.verify_verdict.v1 */
export const Verdict = z.looseObject({
  valid: flag,
  alg: text,
  checks: z.array(Check).nullable(),
  cid: text,
  does_not_establish: z.array(z.string()).readonly().nullable(),
  ext_raw: z.looseObject({}).nullable(),
  established: flag,
  found: flag,
  hint: text,
  reason: text,
  pubkey: text,
  pubkey_encoding: text,
  root_of_trust: text,
  kid_claimed: text,
  payload_sha256: text,
  trusted_pubkey_b64: text,
  valid_null_means: text,
  not_a_transient: flag,
  retry_will_help: flag,
  schema_verified: flag,
  verified_offline: flag,
  schema: text,
  schema_asserted: text,
  signed_at: text,
  signer: text,
})

export const ReceiptObject = z.looseObject({})
