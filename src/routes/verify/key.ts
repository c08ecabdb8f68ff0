import { z } from 'zod'
import { defineRoute } from '../../operation/route.ts'
import { EXAMPLE_KEY } from './example-key.ts'

const SIGNS = ['receipts of every schema', 'tree heads of the log', 'the log checkpoint', 'the agent card']

const WHAT =
  'Signed: the canonical JSON (RFC 8785) of the receipt payload: its schema, the hashes of what was read, the numbers returned, ' +
  'the model hash, the time, and where one is known a time bound. Not signed: anything outside the payload, such as explanations, pictures, ' +
  'or the log proof beside it (which carries a signature of its own). A signature shows that this service said it; it does not make it true.'

export default defineRoute({
  method: 'GET',
  path: '/api/verify/key',
  group: 'partner',
  summary: 'The public key that signs now, and what its signatures cover.',
  auth: 'none',
  cache: { maxAgeS: 60 },
  input: z.strictObject({}),
  output: z.object({
    alg: z.literal('ed25519'),
    kid: z.string(),
    pubkey_b64: z.string(),
    pubkey_b32: z.string(),
    signs: z.array(z.string()),
    what_is_signed_and_what_is_not: z.string(),
    root_of_trust: z.string(),
    key_file: z.string(),
  }),
  examples: [
    {
      name: 'the key',
      input: {},
      output: {
        alg: 'ed25519',
        kid: EXAMPLE_KEY.kid,
        pubkey_b64: EXAMPLE_KEY.b64,
        pubkey_b32: EXAMPLE_KEY.b32,
        signs: SIGNS,
        what_is_signed_and_what_is_not: WHAT,
        root_of_trust: 'The key file at /.well-known/svc.json.',
        key_file: 'http://localhost:8080/.well-known/svc.json',
      },
    },
  ],
  handle(_input, { context }) {
    const { kid, b64, b32 } = context.ledger.currentKey()
    return {
      alg: 'ed25519' as const,
      kid,
      pubkey_b64: b64,
      pubkey_b32: b32,
      signs: SIGNS,
      what_is_signed_and_what_is_not: WHAT,
      root_of_trust: context.ledger.published().root_of_trust,
      key_file: `${context.config.baseUrl}/.well-known/svc.json`,
    }
  },
})
