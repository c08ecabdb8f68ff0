import { z } from 'zod'
import { CANONICALIZATION, type CardVerdict, CONSTRUCTION, verifyCard } from '../../evidence/card.ts'
import { pubkeyForms } from '../../evidence/keys.ts'
import { sodiumPrimitives } from '../../evidence/signatures/sodium.ts'
import { defineRoute } from '../../operation/route.ts'
import { agentCard } from '../well-known/agent-card.ts'

const CardReply = z.looseObject({
  valid: z.boolean().nullable(),
  signed: z.boolean(),
  reason: z.string(),
  checks: z.array(z.looseObject({ check: z.string(), result: z.boolean().nullable() })),
  kid: z.string().nullable(),
  alg: z.string().nullable(),
  jku: z.string().nullable(),
  canonicalization: z.string(),
  construction: z.string(),
})

/** Closed types as the open objects that a reply may be. */
function open({ checks, ...verdict }: CardVerdict) {
  return { ...verdict, checks: checks.map((check) => ({ ...check })) }
}

export const recipe = defineRoute({
  method: 'GET',
  path: '/api/world-model/verify/agent-card',
  group: 'verify',
  summary: 'How the agent card is signed, the keys that sign it, and our own check of it.',
  auth: 'none',
  input: z.strictObject({}),
  output: z.object({
    schema: z.literal('svc.agent_card_check.v1'),
    recipe: z.array(z.string()),
    construction: z.string(),
    jwks: z.object({ keys: z.array(z.looseObject({ kty: z.string(), kid: z.string() })) }),
    self_check: CardReply,
  }),
  async handle(_input, { context }) {
    const { ledger, config } = context
    return {
      schema: 'svc.agent_card_check.v1' as const,
      recipe: [
        `Fetch ${config.baseUrl}/.well-known/agent-card.json and take its signatures member off.`,
        `Write what is left as canonical JSON (${CANONICALIZATION}).`,
        'For each signature: the signed text is its protected member, a dot, and the base64url of that canonical JSON.',
        'The protected header must say alg EdDSA and name the kid of a published key; the ed25519 signature must verify under that key.',
        'One signature covers the whole card; the other covers the members that the A2A SDK keeps, in its normal form. A card is ours when the first holds.',
        'A jku is a hint to show, never an address to fetch a key from.',
      ],
      construction: CONSTRUCTION,
      jwks: { keys: ledger.trust().keys.map(({ publicKey, kid }) => ({ ...pubkeyForms(publicKey, kid).jwk })) },
      self_check: open(await verifyCard(agentCard(context), ledger.trust(), sodiumPrimitives)),
    }
  },
})

export const check = defineRoute({
  method: 'POST',
  path: '/api/world-model/verify/agent-card',
  group: 'verify',
  summary: 'Whether a card is signed by a key of this service.',
  description:
    'Send {"card": …} or the card itself. `null` means not checked: signed by a key that is not held here, whose jku is shown and never fetched. A card of another party is never called invalid.',
  auth: 'none',
  signedBody: true,
  wrapper: { member: 'card', bare: 'accepted' },
  input: z.strictObject({ card: z.looseObject({}) }),
  output: CardReply,
  examples: [
    {
      name: 'a card nobody signed',
      input: { card: { name: 'Some agent', version: '1.0.0' } },
      output: {
        valid: null,
        signed: false,
        reason: 'the card is not signed',
        checks: [],
        kid: null,
        alg: null,
        jku: null,
        canonicalization: CANONICALIZATION,
        construction: CONSTRUCTION,
      },
    },
  ],
  handle: async ({ card }, { context }) => open(await verifyCard(card, context.ledger.trust(), sodiumPrimitives)),
})
