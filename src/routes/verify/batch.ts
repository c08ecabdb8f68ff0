import { z } from 'zod'
import { Refusal } from '../../kernel/refusal.ts'
import { defineRoute } from '../../operation/route.ts'
import { Verdict } from './shapes.ts'

const MOST_RECEIPTS = 256

export default defineRoute({
  method: 'POST',
  path: '/api/world-model/verify/batch',
  group: 'verify',
  summary: 'Verdicts on up to 256 receipts at once.',
  description:
    'More than 256 is refused whole, never cut short. `complete` is true only when every receipt sent was answered.',
  auth: 'none',
  signedBody: true,
  bodyLimit: 16 * 1024 ** 2,
  input: z.strictObject({ receipts: z.array(z.unknown()).min(1) }),
  output: z.object({
    results: z.array(Verdict),
    count: z.int(),
    valid: z.int(),
    submitted: z.int(),
    complete: z.boolean(),
  }),
  async handle({ receipts }, { context, signal, address }) {
    if (receipts.length > MOST_RECEIPTS)
      throw new Refusal(
        'too_many_items',
        `${receipts.length} receipts were sent, and at most ${MOST_RECEIPTS} are read at once; none was checked`,
        {
          detail: { submitted: receipts.length, most: MOST_RECEIPTS },
          fix: { do: `Send them in batches of ${MOST_RECEIPTS}.` },
        },
      )
    const results = await context.pool.run<z.input<typeof Verdict>[]>(
      'verify-receipts',
      { receipts, trust: { keys: context.ledger.trust(), external: context.operator.profile } },
      { signal, address },
    )
    return {
      results,
      count: results.length,
      valid: results.filter(({ valid }) => valid === true).length,
      submitted: receipts.length,
      complete: results.length === receipts.length,
    }
  },
})
