import { z } from 'zod'
import type { Context } from '../../context.ts'
import { signCard } from '../../evidence/card.ts'
import { defineRoute } from '../../operation/route.ts'

/** Only what this version serves stands on the card; no member is empty or a default, since signers disagree on those. */
export function agentCard({ config, ledger, version }: Context) {
  return signCard(
    {
      name: 'Witnessmark',
      description:
        'Measures things in photographs and at coordinates, and signs what it says so that anyone can check it without trusting it.',
      version,
      documentationUrl: `${config.baseUrl}/docs`,
      provider: { organization: 'The operator of this service', url: config.baseUrl },
      defaultInputModes: ['application/json'],
      defaultOutputModes: ['application/json'],
    },
    ledger.signer(),
  )
}

export default defineRoute({
  method: 'GET',
  path: '/.well-known/agent-card.json',
  group: 'well-known',
  summary: 'The agent card, signed with a detached JWS over its canonical form.',
  auth: 'none',
  cache: { maxAgeS: 60 },
  input: z.strictObject({}),
  output: z.looseObject({
    name: z.string(),
    version: z.string(),
    signatures: z.array(z.object({ protected: z.string(), signature: z.string() })),
  }),
  handle: (_input, { context }) => agentCard(context),
})
