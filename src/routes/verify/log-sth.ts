import { z } from 'zod'
import { WITNESS_NOTE } from '../../evidence/verdict.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { defineRoute } from '../../operation/route.ts'
import { TreeHead } from './shapes.ts'

export default defineRoute({
  method: 'GET',
  path: '/api/world-model/verify/log/sth',
  group: 'verify',
  summary: 'The signed head of the transparency log.',
  description:
    'The signed message is the canonical JSON of `payload`: sorted keys, no white space. `payload_sha256` is an aid, not the message. `available: false` means that the log could not be read just now: no size is known then.',
  auth: 'none',
  input: z.strictObject({}),
  output: z.object({
    available: z.boolean(),
    log_id: z.string(),
    size: z.int().nullable(),
    sth: TreeHead.nullable(),
    reason: z.string().nullable(),
    witness_note: z.string(),
  }),
  async handle(_input, { context: { log, ledger } }) {
    const about = { log_id: ledger.trust().log.logId, witness_note: WITNESS_NOTE }
    try {
      const sth = await log.latest()
      return { available: true, ...about, size: sth?.payload.tree_size ?? 0, sth, reason: null }
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 503) throw error
      return { available: false, ...about, size: null, sth: null, reason: error.reason }
    }
  },
})
