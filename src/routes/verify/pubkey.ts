import { z } from 'zod'
import { defineRoute } from '../../operation/route.ts'
import { EXAMPLE_KEY } from './example-key.ts'

export default defineRoute({
  method: 'GET',
  path: '/api/verify/pubkey',
  group: 'verify',
  summary: 'The public key that signs now, in the forms other verifiers ask for.',
  auth: 'none',
  cache: { maxAgeS: 60 },
  input: z.strictObject({}),
  output: z.object({
    kid: z.string(),
    b64: z.string(),
    b32: z.string(),
    pem: z.string(),
    jwk: z.looseObject({ kty: z.string(), crv: z.string(), kid: z.string(), x: z.string() }),
  }),
  examples: [{ name: 'the key', input: {}, output: EXAMPLE_KEY }],
  handle: (_input, { context }) => context.ledger.currentKey(),
})
