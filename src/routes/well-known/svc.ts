import { z } from 'zod'
import { defineRoute } from '../../operation/route.ts'
import { EXAMPLE_KEY, EXAMPLE_LOG, EXAMPLE_VKEY } from '../verify/example-key.ts'

const exampleKey = {
  kid: EXAMPLE_KEY.kid,
  alg: 'ed25519' as const,
  pubkey_b64: EXAMPLE_KEY.b64,
  pubkey_b32: EXAMPLE_KEY.b32,
  from: '2026-11-01T00:00:00.000Z',
  until: null,
}

export default defineRoute({
  method: 'GET',
  path: '/.well-known/svc.json',
  group: 'well-known',
  summary: 'Every public key that ever signed here, the root of trust, and the log: all an offline check needs.',
  auth: 'none',
  cache: { maxAgeS: 60 },
  input: z.strictObject({}),
  output: z.object({
    keys: z.array(
      z.object({
        kid: z.string(),
        alg: z.literal('ed25519'),
        pubkey_b64: z.string(),
        pubkey_b32: z.string(),
        from: z.string(),
        until: z.string().nullable(),
      }),
    ),
    root_of_trust: z.string(),
    log: z.object({ log_id: z.string(), origin: z.string(), vkey: z.string() }),
  }),
  examples: [
    {
      name: 'one key',
      input: {},
      output: {
        keys: [exampleKey],
        root_of_trust: 'The keys listed here, as you first fetched them and wherever else you saw them published.',
        log: { log_id: EXAMPLE_LOG, origin: EXAMPLE_LOG, vkey: EXAMPLE_VKEY },
      },
    },
  ],
  handle: (_input, { context }) => context.ledger.published(),
})
