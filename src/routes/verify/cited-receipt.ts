import type { Context } from '../../context.ts'
import { canonicalize } from '../../evidence/canonical.ts'
import { type Drift, driftBetween } from '../../evidence/drift.ts'
import { isExtReceipt } from '../../evidence/ext/receipt-form.ts'
import { sodiumPrimitives } from '../../evidence/signatures/sodium.ts'
import { verifyReceipt } from '../../evidence/verify-receipt.ts'
import { isObject, type Json } from '../../kernel/json.ts'
import { Refusal } from '../../kernel/refusal.ts'

export interface Cited {
  matches: boolean | null
  checked: boolean
  value_verbatim: string | null
  drift: Drift | null
  signer: string | null
  reason: string | null
}

export function nothing(checked: boolean, reason: string): Cited {
  return { matches: null, checked, value_verbatim: null, drift: null, signer: null, reason }
}

export async function citedReceipt(
  receipt: Record<string, unknown>,
  schemaCid: string | undefined,
  claimed: unknown,
  context: Context,
): Promise<Cited> {
  if (isExtReceipt(receipt)) return citedExternal(receipt, schemaCid, claimed, context)
  const verdict = await verifyReceipt(receipt, { keys: context.ledger.trust() }, {}, sodiumPrimitives)
  if (verdict.valid !== true) return { ...nothing(true, verdict.reason), matches: verdict.valid }
  const payload = (receipt as { payload: Record<string, Json> }).payload
  const verbatim = canonicalize(payload)
  const drift = driftFromPayload(claimed, payload, verbatim)
  const cited = { checked: true, value_verbatim: verbatim, drift, signer: verdict.signer }
  if (drift === null)
    return claimed === undefined
      ? { ...cited, matches: true, reason: null }
      : { ...cited, matches: null, reason: `the receipt holds, but ${NO_VALUE}` }
  return {
    ...cited,
    matches: !drift.drifted,
    reason: drift.drifted ? 'the receipt holds, but the claimed value differs from what was signed' : null,
  }
}

const NO_VALUE = 'its payload has no member named value, so nothing was compared: claim the members by their names'

/**
 * A claim names the members it is about; those it does not name are not compared. A bare value is the member `value`;
 * where there is none, there is nothing that could have drifted.
 */
function driftFromPayload(claimed: unknown, payload: Record<string, Json>, verbatim: string): Drift | null {
  if (claimed === undefined) return null
  if (claimed === verbatim) return driftBetween(claimed, payload, verbatim)
  if (!isObject(claimed)) return Object.hasOwn(payload, 'value') ? driftBetween(claimed, payload.value!) : null
  const named = Object.keys(claimed).filter((name) => Object.hasOwn(payload, name))
  return driftBetween(claimed, Object.fromEntries(named.map((name) => [name, payload[name]!])))
}

async function citedExternal(
  receipt: Record<string, unknown>,
  schemaCid: string | undefined,
  claimed: unknown,
  { operator }: Context,
): Promise<Cited> {
  if (schemaCid === undefined)
    throw new Refusal(
      'invalid_input',
      'schema_cid: needed with a receipt of the external log, to say under which schema you take it',
      {
        fix: {
          do: 'Send the schema_cid that you expect beside the receipt; in this body stands the one it names itself.',
          body: { receipt, schema_cid: receipt.schema_cid },
        },
      },
    )
  const { verdict } = await operator.verifyReceipt(receipt, { schemaCid })
  const unread =
    claimed === undefined
      ? null
      : 'a receipt of the external log carries no value, so nothing was compared: cite the fact by its token'
  return {
    matches: unread !== null && verdict.valid === true ? null : verdict.valid,
    checked: true,
    value_verbatim: null,
    drift: null,
    signer: verdict.signer,
    reason: [verdict.reason, unread].filter((part) => part !== null).join('; ') || null,
  }
}
