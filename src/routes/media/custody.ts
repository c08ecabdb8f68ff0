import { z } from 'zod'
import type { Context } from '../../context.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { recipe } from '../../ledger/recipe.ts'

export const MEDIA_SCHEMA = 'svc.media.v1'

const MEANS =
  'This service received bytes with this SHA-256, length and declared media type at this time, and the receipt is in its log. ' +
  'It shows that bytes with this hash are unchanged since then. It does not show that what they depict is true, who made them, or when they were made.'

export const MediaReceipt = z.object({
  found: z.literal(true),
  cid: z.string(),
  receipt: z.looseObject({}),
  verify: z.looseObject({ steps: z.array(z.object({ n: z.int(), do: z.string(), needs_us: z.boolean() })) }),
  verify_offline: z.object({ how: z.string(), cli: z.string() }),
  means: z.string(),
})

/** The custody receipt of some bytes, in the one shape that upload and look-up both answer. */
export async function custody(
  cid: string,
  { ledger, config }: Pick<Context, 'ledger' | 'config'>,
): Promise<z.input<typeof MediaReceipt>> {
  const receipt = await ledger.find(cid)
  if (receipt === undefined)
    throw new Refusal('unavailable', 'the receipt of these bytes cannot be read just now', {
      retryAfterS: 5,
      fix: { do: 'Ask again in a moment.' },
    })
  const verify = recipe(config.baseUrl, cid)
  return {
    found: true,
    cid,
    receipt: receipt as unknown as Record<string, unknown>,
    verify: { ...verify },
    verify_offline: {
      how: 'Take the SHA-256 of your copy of the file; it must equal receipt.payload.media_sha256. Then follow verify.steps 1 to 4: they need no call to this service.',
      cli: verify.cli,
    },
    means: MEANS,
  }
}
