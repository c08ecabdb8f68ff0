import { z } from 'zod'
import { isExtReceipt } from '../../evidence/ext/receipt-form.ts'
import { TOKEN_SHAPES } from '../../evidence/tokens.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { defineRoute } from '../../operation/route.ts'
import { citedReceipt } from './cited-receipt.ts'
import { citedToken } from './cited-token.ts'
import { ReceiptObject } from './shapes.ts'

export default defineRoute({
  method: 'POST',
  path: '/api/world-model/verify',
  group: 'verify',
  summary: 'Whether a cited token or receipt holds, and whether a claimed value has drifted from it.',
  description: `Exactly one of token and receipt. Tokens: ${TOKEN_SHAPES.join(', ')}. \`matches: null\` with \`checked: false\` means that nobody could be asked and nothing was checked.`,
  auth: 'none',
  signedBody: true,
  input: z.strictObject({
    token: z.string().optional(),
    receipt: ReceiptObject.optional(),
    schema_cid: z.string().max(200).optional(),
    claimed_value: z.unknown().optional(),
  }),
  output: z.object({
    matches: z.boolean().nullable(),
    checked: z.boolean(),
    value_verbatim: z.string().nullable(),
    drift: z
      .object({
        drifted: z.boolean(),
        claimed: z.unknown(),
        resolved: z.unknown(),
        difference: z.number().nullable(),
        differs: z.array(z.string()),
      })
      .nullable(),
    signer: z.string().nullable(),
    reason: z.string().nullable(),
  }),
  examples: [
    {
      name: 'a content id nobody logged',
      exact: true,
      input: { token: '0'.repeat(64) },
      output: {
        matches: null,
        checked: true,
        value_verbatim: null,
        drift: null,
        signer: null,
        reason: 'this service holds no receipt with this content id',
      },
    },
  ],
  async handle({ token, receipt, schema_cid, claimed_value }, { context }) {
    if ((token === undefined) === (receipt === undefined))
      throw new Refusal(
        'invalid_input',
        token === undefined
          ? 'token, receipt: one of the two is needed'
          : 'token, receipt: only one of the two may be given',
        {
          fix: { do: 'Send a token, or a receipt.', body: { token: '0'.repeat(64) } },
        },
      )
    if (schema_cid !== undefined && !isExtReceipt(receipt))
      throw new Refusal(
        'invalid_input',
        'schema_cid: goes with a receipt of the external log only; it pins nothing here',
        {
          fix: { do: 'Leave schema_cid out.' },
        },
      )
    return token === undefined
      ? citedReceipt(receipt!, schema_cid, claimed_value, context)
      : citedToken(token, claimed_value, context)
  },
})
