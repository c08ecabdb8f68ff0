import { z } from 'zod'
import { defineRoute } from '../../operation/route.ts'

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
  examples: [
    {
      name: 'the key',
      input: {},
      output: {
        kid: 'svc-2026-11-21fe31df',
        b64: '11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=',
        b32: '25njqamcwefllvkl77j4szahhihoc4xt3ktcgjnpaindub2hkena',
        pem: '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=\n-----END PUBLIC KEY-----\n',
        jwk: {
          kty: 'OKP',
          crv: 'Ed25519',
          kid: 'svc-2026-11-21fe31df',
          alg: 'EdDSA',
          use: 'sig',
          x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
        },
      },
    },
  ],
  handle: (_input, { context }) => context.ledger.currentKey(),
})
