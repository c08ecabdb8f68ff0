import { z } from 'zod'
import { sodiumPrimitives } from '../../evidence/signatures/sodium.ts'
import { uncheckedCid, unknownCid } from '../../evidence/verdict.ts'
import { verifyReceipt } from '../../evidence/verify-receipt.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { defineRoute } from '../../operation/route.ts'
import { Cid, ReceiptObject, Verdict } from './shapes.ts'

export default defineRoute({
  method: 'GET',
  path: '/api/world-model/verify/by-cid/{cid}',
  group: 'verify',
  summary: 'The verdict on a receipt this service issued, by its content id.',
  description:
    'The status is 200 and the body decides: an unknown id is `found: false, valid: null`; an outage is `checked: false, valid: null`. Only `valid: false` accuses.',
  auth: 'none',
  input: z.strictObject({ cid: Cid }),
  output: Verdict.extend({ checked: z.boolean(), receipt: ReceiptObject.nullable() }),
  async handle({ cid }, { context }) {
    const keys = context.ledger.trust()
    try {
      const receipt = await context.ledger.find(cid)
      if (receipt === undefined) return { ...unknownCid(cid, keys), receipt: null }
      const verdict = await verifyReceipt(receipt, { keys }, {}, sodiumPrimitives)
      return { ...verdict, found: true, receipt: receipt as unknown as Record<string, unknown> }
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 503) throw error
      return { ...uncheckedCid(cid, keys, error.reason), receipt: null }
    }
  },
})
