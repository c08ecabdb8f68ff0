import { z } from 'zod'
import { EXAMPLE_IMAGE_BASE64 } from '../../imaging/refusals.ts'
import { UNUSABLE } from '../../measure/ppe/unusable.ts'
import { defineRoute } from '../../operation/route.ts'
import { BODY_MODELS } from '../../perceive/body/person.ts'
import { DETECTORS } from '../../perceive/detect/modes.ts'
import type { ReadPpeInput, ReadPpeOutput } from '../../work/jobs/read-ppe.ts'
import { IDENTITY, IS_NOT, PpeReply } from './ppe-reply.ts'

const example: z.input<typeof PpeReply> = {
  respirator: 'not_visible',
  gloves: 'not_visible',
  coverall: 'not_visible',
  usable: false,
  why: { code: 'no_person', text: UNUSABLE.no_person },
  rests_on: {},
  person: null,
  is_not: IS_NOT,
  no_face_kept: true,
  identity: IDENTITY,
  model: { id: 'ppe-spraying@…', detector: 'coco-fast@…' },
  image: {
    sha256: '…',
    bytes: 1,
    width: 1,
    height: 1,
    media_type: 'image/png',
  },
}

export default defineRoute({
  method: 'POST',
  path: '/api/ppe/spraying',
  group: 'measure',
  summary: 'Say of the largest person in a photograph whether respirator, gloves and coverall are seen on.',
  description:
    'Each of the three is present, absent or not_visible. Bare skin where it would have been covered means absent; present needs what a stated rule accepts; where the rule cannot tell, it is not_visible with the reason. Nothing is read of a picture without a person, of a person under 100 pixels, or of one whose eyes are not seen. No face is kept, and the reply never holds a picture.',
  auth: 'none',
  body: 'image',
  input: z.strictObject({
    image_base64: z.string().optional().describe('Raw or after data:image/…;base64,'),
    image_url: z.string().optional().describe('https, instead of image_base64.'),
  }),
  output: PpeReply,
  examples: [{ name: 'a picture with nobody in it', input: { image_base64: EXAMPLE_IMAGE_BASE64 }, output: example }],
  receipt: {
    schema: 'svc.ppe.v1',
    payload(_input, { image, receipt, verify, is_not, no_face_kept, identity, ...answered }) {
      const { sha256, ...rest } = image
      return { image_sha256: sha256, image: rest, ...answered }
    },
  },
  async handle(_input, { context, image, address, signal }) {
    const input: ReadPpeInput = { image, models: context.models.need(...DETECTORS, ...BODY_MODELS) }
    const { reading, ...rest } = await context.pool.run<ReadPpeOutput>('read-ppe', input, {
      address,
      signal,
      transferList: [image.bytes],
    })
    return { ...reading, ...rest, is_not: IS_NOT, no_face_kept: true as const, identity: IDENTITY }
  },
})
