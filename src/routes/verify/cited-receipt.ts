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
  const drift = claimed === undefined ? null : driftFromPayload(claimed, payload)
  return {
    matches: !drift?.drifted,
    checked: true,
    value_verbatim: canonicalize(payload),
    drift,
    signer: verdict.signer,
    reason: drift?.drifted ? 'the receipt holds, but the claimed value differs from what was signed' : null,
  }
}

/** A claim names the members it is about; those it does not name are not compared. A bare value is the member `value`. */
function driftFromPayload(claimed: unknown, payload: Record<string, Json>): Drift {
  if (!isObject(claimed)) return driftBetween(claimed, payload.value ?? null)
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
          do: 'Send schema_cid beside the receipt.',
          body: { receipt: '<the receipt>', schema_cid: '<the schema you expect>' },
        },
      },
    )
  const { verdict } = await operator.verifyReceipt(receipt, { schemaCid })
  const unread =
    claimed === undefined
      ? null
      : 'a receipt of the external log carries no value, so nothing was compared: cite the fact by its token'
  return {
    matches: verdict.valid,
    checked: true,
    value_verbatim: null,
    drift: null,
    signer: verdict.signer,
    reason: [verdict.reason, unread].filter((part) => part !== null).join('; ') || null,
  }
}
