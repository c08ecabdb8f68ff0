import { z } from 'zod'

const Verdict = z.enum(['present', 'absent', 'not_visible'])
const Sentences = z.object({
  respirator: z.string().optional(),
  gloves: z.string().optional(),
  coverall: z.string().optional(),
})

export const IS_NOT =
  'Not a finding on the kind, fit, condition or standard of anything worn, nor on whether it protects: only on what one photograph shows covered or bare.'

export const IDENTITY = {
  read: false,
  why: 'Nobody is recognised, compared or remembered: a face is only where eyes, nose and mouth are looked for.',
} as const

export const PpeReply = z.object({
  respirator: Verdict,
  gloves: Verdict,
  coverall: Verdict,
  usable: z.boolean().describe('false where nothing was read: all three are not_visible, and why has one code.'),
  why: z
    .union([
      z.strictObject({
        code: z.enum(['no_person', 'person_under_100_px', 'no_visible_eyes']),
        text: z.string(),
      }),
      Sentences.strict(),
    ])
    .describe('Where nothing was read, why; otherwise each item that is not_visible, and its reason.'),
  rests_on: Sentences.describe('What was seen of each item that is present or absent.'),
  person: z
    .object({ box: z.array(z.int()), read: z.literal('the largest'), people_found: z.int() })
    .nullable()
    .describe('Whom it was read of: of several people the one with the largest box; null where nobody was found.'),
  is_not: z.string(),
  no_face_kept: z
    .literal(true)
    .describe('No picture, crop or description of a face is in the reply, the receipt, the log or any store.'),
  identity: z.object({ read: z.literal(false), why: z.string() }),
  model: z.object({ id: z.string(), detector: z.string() }),
  image: z.object({
    sha256: z.string(),
    bytes: z.int(),
    width: z.int(),
    height: z.int(),
    media_type: z.string(),
  }),
  receipt: z.looseObject({}).optional(),
  verify: z.looseObject({ steps: z.array(z.object({ n: z.int(), do: z.string(), needs_us: z.boolean() })) }).optional(),
})
