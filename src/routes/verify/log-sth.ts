import { z } from 'zod'
import { WITNESS_NOTE } from '../../evidence/verdict.ts'
import { defineRoute } from '../../operation/route.ts'
import { TreeHead } from './shapes.ts'

export default defineRoute({
  method: 'GET',
  path: '/api/world-model/verify/log/sth',
  group: 'verify',
  summary: 'The signed head of the transparency log.',
  description:
    'The signed message is the canonical JSON of `payload`: sorted keys, no white space. `payload_sha256` is an aid, not the message.',
  auth: 'none',
  input: z.strictObject({}),
  output: z.object({
    available: z.boolean(),
    log_id: z.string(),
    size: z.int(),
    sth: TreeHead.nullable(),
    witness_note: z.string(),
  }),
  async handle(_input, { context }) {
    const sth = await context.log.latest()
    return {
      available: true,
      log_id: context.ledger.trust().log.logId,
      size: sth?.payload.tree_size ?? 0,
      sth,
      witness_note: WITNESS_NOTE,
    }
  },
})
