import { z } from 'zod'
import { bytes } from '../../operation/answer.ts'
import { defineRoute } from '../../operation/route.ts'

export default defineRoute({
  method: 'GET',
  path: '/log/checkpoint',
  group: 'verify',
  summary: 'The head as a C2SP checkpoint, for log tools and witnesses that are not ours.',
  auth: 'none',
  input: z.strictObject({}),
  output: { type: 'text/plain', description: 'A signed note: origin, size, root, signature line.' },
  handle: async (_input, { context }) => bytes('text/plain; charset=utf-8', await context.ledger.checkpoint()),
})
