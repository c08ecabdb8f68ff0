import type { ExtReceipt } from './receipt-form.ts'
import { signedSpelling } from './time.ts'

const NEVER_SIGNED = ['cost', 'intent', 'responder_key_epoch']

/** Members of this receipt that anyone could have changed without breaking its signature. */
export function unsignedMembers(
  value: Record<string, unknown>,
  receipt: ExtReceipt,
  strangers: readonly string[],
): string[] {
  const unsigned = [...NEVER_SIGNED.filter((name) => Object.hasOwn(value, name)), ...strangers]
  for (const name of ['schema_cid', 'registry_cid']) {
    if (receipt.sourceVersions[name] === undefined) unsigned.push(name)
  }
  if (receipt.version < 2 && receipt.proof !== null) unsigned.push('merkle_proof')
  const bound = receipt.asOf.transaction_time
  if (bound !== undefined && signedSpelling(bound) !== bound) unsigned.push('as_of.transaction_time below the second')
  return unsigned
}

export function doesNotEstablish(receipt: ExtReceipt | null): string[] {
  const limits = [
    'that the facts are true: the signature covers which facts were served for which cells, not the world',
    'the value of a fact: the receipt cites content ids, and the value is in the committed bytes',
    'that the receipt stands in a public log: its batch proof is not the log',
    'the cost, the intent and the key epoch: they are not signed',
  ]
  if (receipt?.version === 0) limits.push('the schema and the registry, where source_versions does not name them')
  return limits
}
