import { z } from 'zod'
import { defineRoute } from '../../operation/route.ts'

const exampleKey = {
  kid: 'svc-2026-11-21fe31df',
  alg: 'ed25519',
  pubkey_b64: '11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=',
  pubkey_b32: '25njqamcwefllvkl73j4szahhihoc4xt3ktcgjnpaindub2hkenq'.slice(0, 52),
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
        keys: [{ ...exampleKey, alg: 'ed25519' as const }],
        root_of_trust: 'The keys listed here, as you first fetched them and wherever else you saw them published.',
        log: {
          log_id: 'svc.log.v1',
          origin: 'localhost/log',
          vkey: 'localhost/log+a1b2c3d4+AdeXmAGCsQq31Uv+08lkBzoO4XLz2qYjJa8CGmj3B1Ea',
        },
      },
    },
  ],
  handle: (_input, { context }) => context.ledger.published(),
})
