import { z } from 'zod'
import { Refusal } from '../../kernel/refusal.ts'
import { defineRoute } from '../../operation/route.ts'
import { TreeHead } from './shapes.ts'

const Size = z.int().min(1)

export default defineRoute({
  method: 'GET',
  path: '/api/world-model/verify/log/consistency',
  group: 'verify',
  summary: 'The RFC 6962 proof that the log of `second` entries begins with the log of `first`.',
  auth: 'none',
  input: z.strictObject({ first: Size, second: Size }),
  output: z.object({
    first_size: z.int(),
    second_size: z.int(),
    first_root: z.string(),
    second_root: z.string(),
    consistency_path: z.array(z.string()),
    sth: TreeHead,
  }),
  async handle({ first, second }, { context }) {
    const size = (await context.log.latest())?.payload.tree_size ?? 0
    if (first > second || second > size) {
      const problem = first > second ? `first is ${first} and second is ${second}` : `second is ${second}`
      throw new Refusal(
        'invalid_input',
        `${problem}: 1 <= first <= second <= ${size}, the present size, was expected`,
        {
          detail: { tree_size: size },
          fix: {
            do: size === 0 ? 'The log is empty: there is nothing to compare yet.' : `Ask with sizes up to ${size}.`,
          },
        },
      )
    }
    return context.log.consistency(first, second)
  },
})
