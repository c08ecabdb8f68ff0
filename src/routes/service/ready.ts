import { z } from 'zod'
import { Refusal } from '../../kernel/refusal.ts'
import { defineRoute } from '../../operation/route.ts'

export default defineRoute({
  method: 'GET',
  path: '/api/ready',
  group: 'service',
  summary: 'Whether traffic may be sent here: migrations have run and no model is being built.',
  auth: 'none',
  input: z.strictObject({}),
  output: z.object({ ready: z.literal(true) }),
  examples: [{ name: 'ready', exact: true, input: {}, output: { ready: true } }],
  handle(_input, { context }) {
    const building = Object.entries(context.models.states()).filter(([, state]) => state === 'building')
    if (building.length === 0) return { ready: true as const }
    throw new Refusal('model_building', `${building.map(([name]) => name).join(', ')}: still being built`, {
      retryAfterS: 5,
      fix: { do: 'Ask again in a few seconds.' },
    })
  },
})
