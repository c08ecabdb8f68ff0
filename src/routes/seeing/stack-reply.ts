import { z } from 'zod'
import { ABSTENTIONS } from '../../measure/stack/judge.ts'

export const StackReply = z.object({
  crate_faces: z.int().nullable().describe('Faces seen on the front, at least; null where nothing was counted.'),
  across: z.int().nullable().describe('Columns of the lattice.'),
  down: z.int().nullable().describe('Rows of the lattice; the top one may be begun only.'),
  abstained: z.object({ code: z.enum(ABSTENTIONS), reason: z.string() }).nullable(),
  retake: z.literal('square_on').nullable(),
  method: z.string(),
  count_is_a_floor: z.string(),
  errs_towards: z.string(),
  model: z.object({
    id: z.string(),
    version: z.string(),
    content_hash: z.string(),
    libraries: z.object({ sharp: z.string() }),
  }),
  receipt: z.looseObject({}).optional(),
  verify: z.looseObject({ steps: z.array(z.object({ n: z.int(), do: z.string(), needs_us: z.boolean() })) }).optional(),
  image: z.object({
    sha256: z.string(),
    bytes: z.int(),
    width: z.int(),
    height: z.int(),
    media_type: z.string(),
    overlay_png_base64: z.string().optional().describe('With overlay: true.'),
  }),
})
