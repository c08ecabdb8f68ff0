import { z } from 'zod'
import { isExtReceipt } from '../../evidence/ext/receipt-form.ts'
import { sodiumPrimitives } from '../../evidence/signatures/sodium.ts'
import { asVerdict } from '../../evidence/verify-any.ts'
import { verifyReceipt } from '../../evidence/verify-receipt.ts'
import { defineRoute } from '../../operation/route.ts'
import { ReceiptObject, Verdict } from './shapes.ts'

export default defineRoute({
  method: 'POST',
  path: '/api/world-model/verify/receipt',
  group: 'verify',
  summary: 'The verdict on a receipt you hold.',
  description:
    'A receipt of ours is judged by the published keys, one of the external operator by its pinned key; `ext_raw` is then its own answer where it could be asked. `valid: false` is the only accusation.',
  auth: 'none',
  signedBody: true,
  wrapper: { member: 'receipt', bare: 'refused' },
  input: z.strictObject({ receipt: ReceiptObject }),
  output: Verdict.extend({ pubkey_b32: z.string().nullable() }),
  async handle({ receipt }, { context: { ledger, operator } }) {
    const trust = { keys: ledger.trust(), external: operator.profile }
    if (!isExtReceipt(receipt)) return { ...(await verifyReceipt(receipt, trust, {}, sodiumPrimitives)) }
    const { verdict, ext_raw } = await operator.verifyReceipt(receipt)
    return { ...asVerdict(verdict, trust), ext_raw }
  },
})
