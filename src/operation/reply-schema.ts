import { z } from 'zod'
import type { AnyRoute } from './route.ts'

/** Attached to every reply that is signed, so no route declares them. */
const SIGNED = {
  receipt: z
    .looseObject({
      schema: z.string(),
      payload: z.looseObject({}),
      payload_sha256: z.string(),
      alg: z.literal('ed25519'),
      kid: z.string(),
      signer: z.string(),
      signed_at: z.string(),
      signature_b64: z.string(),
      log: z.looseObject({ leaf_index: z.int(), tree_size: z.int(), root_sha256: z.string() }),
    })
    .describe('ed25519 over the canonical JSON of payload, with its place in the log.'),
  verify: z
    .looseObject({ steps: z.array(z.object({ n: z.int(), do: z.string(), needs_us: z.boolean() })) })
    .describe('How to check the receipt; steps 1 to 4 need no call to this service.'),
}

/** What a caller gets: the route's own output, and what signing adds to it. */
export function replySchema(route: AnyRoute): z.ZodType {
  return route.receipt === undefined ? route.output : route.output.extend(SIGNED)
}
