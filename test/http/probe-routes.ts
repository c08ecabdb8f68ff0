import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { ImageInput } from '../../src/imaging/input.ts'
import { EXAMPLE_IMAGE_BASE64 } from '../../src/imaging/refusals.ts'
import { Refusal } from '../../src/kernel/refusal.ts'
import { type AnyRoute, defineRoute } from '../../src/operation/route.ts'
import { picture } from '../imaging/pictures.ts'

async function slowPicture(): Promise<ImageInput> {
  const bytes = await picture(3000, 3000).png().toBuffer()
  return { bytes, width: 3000, height: 3000, media_type: 'image/png' }
}

const nothing = z.strictObject({})
const said = z.object({ said: z.string() })

/** Routes that exercise one part of the mechanism each; no served route has all of them yet. */
export const PROBES = {
  /** Every refusal of the ladder can be had here: key, scope, quota, limit, size, type, input. */
  ladder: defineRoute({
    method: 'POST',
    path: '/api/probe/ladder',
    group: 'tools',
    summary: 'All of the ladder.',
    auth: 'key',
    metered: 'result',
    refusesAdminKeys: true,
    limit: 'detection',
    bodyLimit: 100,
    input: z.strictObject({ say: z.string() }),
    output: said,
    examples: [{ name: 'a word', exact: true, input: { say: 'hello' }, output: { said: 'hello' } }],
    handle: ({ say }) => ({ said: say }),
  }),
  limited: defineRoute({
    method: 'GET',
    path: '/api/probe/limited',
    group: 'open',
    summary: 'Limited per address.',
    auth: 'none',
    limit: 'a2a',
    input: nothing,
    output: z.object({ address: z.string() }),
    handle: (_input, { address }) => ({ address }),
  }),
  metered: defineRoute({
    method: 'GET',
    path: '/api/probe/metered',
    group: 'tools',
    summary: 'Stores its reply.',
    auth: 'key',
    metered: 'result',
    input: z.strictObject({ say: z.string().default('hello') }),
    output: said,
    handle: ({ say }) => ({ said: say }),
  }),
  image: defineRoute({
    method: 'POST',
    path: '/api/probe/image',
    group: 'measure',
    summary: 'Decodes a picture in a worker.',
    auth: 'none',
    body: 'image',
    input: z.strictObject({
      image_base64: z.string().optional(),
      image_url: z.string().optional(),
      overlay: z.boolean().default(false),
      floor: z.number().min(0).max(1).default(0.5),
    }),
    output: z.object({
      width: z.int(),
      height: z.int(),
      sha256: z.string(),
      media_type: z.string(),
      overlay: z.boolean(),
      floor: z.number(),
    }),
    examples: [
      {
        name: 'one white pixel',
        input: { image_base64: EXAMPLE_IMAGE_BASE64 },
        output: { width: 1, height: 1, sha256: '', media_type: 'image/png', overlay: false, floor: 0.5 },
      },
    ],
    async handle({ overlay, floor }, { context, image, address, signal }) {
      const { media_type } = image
      const decoded = await context.pool.run<{ width: number; height: number; sha256: string }>('decode-image', image, {
        address,
        signal,
      })
      return { ...decoded, media_type, overlay, floor }
    },
  }),
  refused: defineRoute({
    method: 'GET',
    path: '/api/probe/refused',
    group: 'service',
    summary: 'Refuses.',
    auth: 'none',
    input: nothing,
    output: said,
    handle() {
      throw new Refusal('model_building', 'the model is being built', {
        retryAfterS: 2.2,
        detail: { model: 'person' },
        fix: { do: 'Ask again.', call: 'curl "$BASE/api/ready"' },
      })
    },
  }),
  broken: defineRoute({
    method: 'GET',
    path: '/api/probe/broken',
    group: 'service',
    summary: 'Fails.',
    auth: 'none',
    input: nothing,
    output: said,
    handle() {
      throw new Error('the password of the database is hunter2')
    },
  }),
  untrue: defineRoute({
    method: 'GET',
    path: '/api/probe/untrue',
    group: 'service',
    summary: 'Answers what its schema does not allow.',
    auth: 'none',
    input: nothing,
    output: said,
    handle: () => ({ said: 7 }) as unknown as { said: string },
  }),
  slow: defineRoute({
    method: 'GET',
    path: '/api/probe/slow',
    group: 'service',
    summary: 'Takes its time.',
    auth: 'none',
    input: z.strictObject({ ms: z.int().max(60_000) }),
    output: said,
    async handle({ ms }) {
      await sleep(ms)
      return { said: 'done' }
    },
  }),
  held: defineRoute({
    method: 'GET',
    path: '/api/probe/held',
    group: 'service',
    summary: 'Waits in the queue behind work that takes long.',
    auth: 'none',
    input: nothing,
    output: said,
    async handle(_input, { context, signal, address }) {
      // Longer than the test waits: a picture of many pixels for each worker, and one more that has to queue.
      const { workers } = context.pool.stats()
      const image = await slowPicture()
      const ahead = Array.from({ length: workers }, () => context.pool.run('decode-image', image, { address }))
      await context.pool.run('decode-image', image, { address, signal }).finally(() => Promise.allSettled(ahead))
      return { said: 'done' }
    },
  }),
  options: defineRoute({
    method: 'GET',
    path: '/api/probe/options',
    group: 'service',
    summary: 'Says how it read its query.',
    auth: 'none',
    input: z.strictObject({
      flag: z.boolean().default(false),
      count: z.int().min(1).optional(),
      words: z.array(z.string()).optional(),
      numbers: z.array(z.number()).optional(),
    }),
    output: z.looseObject({}),
    handle: (input) => input,
  }),
  rest: defineRoute({
    method: 'GET',
    path: '/api/probe/rest/{name}/{rest*}',
    group: 'service',
    summary: 'The rest of a path is one member.',
    auth: 'none',
    input: z.strictObject({ name: z.string(), rest: z.string() }),
    output: z.object({ name: z.string(), rest: z.string() }),
    examples: [
      {
        name: 'two steps',
        exact: true,
        input: { name: 'a b', rest: 'x/y z' },
        output: { name: 'a b', rest: 'x/y z' },
      },
    ],
    handle: (input) => input,
  }),
} satisfies Record<string, AnyRoute>
