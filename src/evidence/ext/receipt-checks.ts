import type { Check, CheckKind, CheckName } from '../verdict.ts'
import type { ReceiptReading } from './receipt-form.ts'

/** What the steps found, before they are put into words. */
export interface Findings {
  reading: Extract<ReceiptReading, { state: 'read' }>
  signatureValid: boolean
  proofValid: boolean | null
  isPinnedKey: boolean
  schemaCid: string | undefined
  topLevelSchemaCid: unknown
}

type Result = Pick<Check, 'result' | 'reason'>

const STEPS = [
  [
    'payload_hash',
    'cryptographic hash',
    'the first content id that the receipt cites leads to the batch root that the receipt carries',
  ],
  ['signer_key', 'source identity', 'the key that the receipt names, in both of its forms, is the pinned key'],
  ['signature', 'cryptographic', 'strict ed25519 over the digest rebuilt from the members by the rule of the version'],
  ['envelope_schema', 'binding', 'every member has its published form, and unsigned copies agree with signed ones'],
  ['schema', 'binding', 'the schema that the caller expects is the one that the receipt signs'],
  ['logged', 'record lookup that is not a proof', 'the receipt stands in the log of the external operator'],
] as const satisfies readonly (readonly [CheckName, CheckKind, string])[]

export function receiptChecks(findings: Findings): Check[] {
  const results: Record<CheckName, Result> = {
    payload_hash: batchRoot(findings),
    signer_key: signerKey(findings),
    signature: findings.signatureValid
      ? held()
      : failed('the signature does not hold over what the receipt says under its version'),
    envelope_schema: form(findings),
    schema: schema(findings),
    logged: open('a batch proof is no proof of the log: ask for the inclusion of the entry'),
  }
  return inOrder((check) => results[check])
}

/** Where the receipt could not be read at all: the form decides, the other steps had nothing to work on. */
export function noCheckRan(form: false | null, reason: string): Check[] {
  return inOrder((check) => (check === 'envelope_schema' ? { result: form, reason } : open('the receipt was not read')))
}

function inOrder(resultOf: (check: CheckName) => Result): Check[] {
  return STEPS.map(([check, kind, what]) => ({ check, kind, what, ...resultOf(check), against: null, proof: null }))
}

function batchRoot({ reading, proofValid }: Findings): Result {
  if (proofValid !== null) return proofValid ? held() : failed('the first cited fact does not lead to the batch root')
  return open(
    reading.receipt.proof === null ? 'the receipt carries no batch proof' : 'the receipt cites no fact to prove',
  )
}

/** Another key is no accusation: whoever holds it may sign what they like, we only cannot say who they are. */
function signerKey({ reading, isPinnedKey }: Findings): Result {
  if (!reading.keyForms.agree) return failed(reading.keyForms.reason)
  return isPinnedKey ? held() : open('the receipt is signed by a key that is not the pinned one')
}

function form({ reading }: Findings): Result {
  const faults = [...reading.faults, ...(reading.signatureForms.agree ? [] : [reading.signatureForms.reason])]
  if (faults.length > 0) return failed(faults.join('; '))
  if (reading.strangers.length === 0) return held()
  return open('the receipt carries members that no signature covers and that its published form does not have')
}

function schema({ reading, schemaCid, topLevelSchemaCid }: Findings): Result {
  if (schemaCid === undefined) return open('no schema was expected')
  const signed = reading.receipt.sourceVersions.schema_cid
  if (schemaCid !== (signed ?? topLevelSchemaCid)) return failed('the receipt is under another schema than expected')
  return signed === undefined ? open('the receipt names the expected schema, but does not sign it') : held()
}

function held(): Result {
  return { result: true, reason: null }
}

function failed(reason: string): Result {
  return { result: false, reason }
}

function open(reason: string): Result {
  return { result: null, reason }
}
