import { z } from 'zod'
import { Answer } from '../../operation/answer.ts'
import { defineRoute } from '../../operation/route.ts'
import { custody, MediaReceipt } from './custody.ts'

const Unknown = z.object({
  found: z.literal(false),
  valid: z.null(),
  error: z.literal('not_found'),
  reason: z.string(),
  detail: z.null(),
  fix: z.object({ do: z.string() }),
  request_id: z.string(),
})

export default defineRoute({
  method: 'GET',
  path: '/api/world-model/media/receipt/{sha256}',
  group: 'verify',
  summary: 'The custody receipt of bytes that were handed over here, by their SHA-256.',
  auth: 'none',
  input: z.strictObject({
    sha256: z.string().regex(/^[0-9a-f]{64}$/, { error: 'a SHA-256 is 64 lower-case hex characters' }),
  }),
  output: MediaReceipt,
  alsoAnswers: {
    404: { description: 'No such bytes are registered here: a statement about these records only.', schema: Unknown },
  },
  async handle({ sha256 }, { context, requestId }) {
    const media = await context.storage.media.find(sha256)
    if (media?.receipt_cid) return custody(media.receipt_cid, context)
    return new Answer(404, {
      found: false,
      valid: null,
      error: 'not_found',
      reason: 'no receipt was issued here for bytes with this SHA-256; that says nothing about the bytes themselves',
      detail: null,
      fix: { do: 'Check the hash; bytes are handed over with POST /api/world-model/media.' },
      request_id: requestId,
    })
  },
})
