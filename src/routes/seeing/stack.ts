import { z } from 'zod'
import { EXAMPLE_IMAGE_BASE64 } from '../../imaging/refusals.ts'
import { inBase64 } from '../../kernel/in-base64.ts'
import { COUNT_IS_A_FLOOR, ERRS_TOWARDS, METHOD, REASONS } from '../../measure/stack/sentences.ts'
import { defineRoute } from '../../operation/route.ts'
import type { StackReply as Counted, CountStackInput } from '../../work/jobs/count-stack.ts'
import { StackReply } from './stack-reply.ts'

const example: z.input<typeof StackReply> = {
  crate_faces: null,
  across: null,
  down: null,
  abstained: { code: 'no_lattice', reason: REASONS.no_lattice },
  retake: null,
  method: METHOD,
  count_is_a_floor: COUNT_IS_A_FLOOR,
  errs_towards: ERRS_TOWARDS,
  model: { id: 'stack.count@…', version: '2.0.0', content_hash: '…', libraries: { sharp: '…' } },
  image: { sha256: '…', bytes: 69, width: 1, height: 1, media_type: 'image/png' },
}

export default defineRoute({
  method: 'POST',
  path: '/api/stack/count',
  group: 'measure',
  summary: 'Count the crate faces on the front of a load photographed square on; the count is a floor.',
  description:
    'Rows and columns are found from edges and their repeats, and checked against each other; no learned model takes part. It abstains, with 200, for exactly three reasons: no_lattice, row_out_of_frame, and taken_at_an_angle, which comes with retake: square_on. What is behind the front is not counted.',
  auth: 'none',
  body: 'image',
  input: z.strictObject({
    image_base64: z.string().optional().describe('Raw or after data:image/…;base64,'),
    image_url: z.string().optional().describe('https, instead of image_base64.'),
    overlay: z.boolean().default(false).describe('Also return the picture with the counted faces drawn over it.'),
  }),
  output: StackReply,
  examples: [{ name: 'a picture without a load', input: { image_base64: EXAMPLE_IMAGE_BASE64 }, output: example }],
  receipt: {
    schema: 'svc.stack.v1',
    payload(_input, { image, crate_faces, across, down, abstained, retake, errs_towards, model }) {
      const { sha256, bytes, width, height, media_type } = image
      return {
        image_sha256: sha256,
        image: { bytes, width, height, media_type },
        crate_faces,
        across,
        down,
        abstained,
        retake,
        errs_towards,
        model,
      }
    },
  },
  async handle({ overlay }, { context, image, address, signal }) {
    const input: CountStackInput = { image, overlay }
    const { reply, overlay: drawn } = await context.pool.run<{ reply: Counted; overlay: Uint8Array | null }>(
      'count-stack',
      input,
      { address, signal, transferList: [image.bytes] },
    )
    if (drawn === null) return reply
    return { ...reply, image: { ...reply.image, overlay_png_base64: inBase64(drawn) } }
  },
})
