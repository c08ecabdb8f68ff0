import { z } from 'zod'
import { EXAMPLE_IMAGE_BASE64 } from '../../imaging/refusals.ts'
import { inBase64 } from '../../kernel/in-base64.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { defineRoute } from '../../operation/route.ts'
import type { ProduceReply as Measured, MeasureProduceInput } from '../../work/jobs/measure-produce.ts'
import { EXAMPLE } from './example.ts'
import { ProduceReply } from './reply.ts'

const Input = z.strictObject({
  image_base64: z.string().optional().describe('Raw or after data:image/…;base64,'),
  image_url: z.string().optional().describe('https, instead of image_base64.'),
  mm_per_px: z
    .number()
    .positive()
    .max(1000)
    .optional()
    .describe('A known scale at the fruit; only together with scale_basis. Leave it out where the card is in frame.'),
  scale_basis: z.string().trim().min(1).max(500).optional().describe('Where mm_per_px came from.'),
  find_card: z.boolean().default(true),
  stability: z.boolean().default(true).describe('Six variants and their spread; otherwise one.'),
  card_spacing_mm: z
    .number()
    .min(50)
    .max(500)
    .optional()
    .describe('What your ruler says between the centres of the upper two markers, where the printer scaled the page.'),
  overlay: z.boolean().default(false).describe('Also return the picture with what was measured drawn over it.'),
})

/** Before the picture is fetched or read; thrown, so that the fix can name the correction. */
function checkScale({ value }: z.core.ParsePayload<z.output<typeof Input>>): void {
  const { mm_per_px, scale_basis, card_spacing_mm, find_card } = value
  if (mm_per_px !== undefined && scale_basis === undefined)
    throw contradiction('mm_per_px is given without scale_basis: a scale counts only with where it came from', {
      do: 'Add scale_basis, a sentence that says where mm_per_px came from; or leave mm_per_px out and lay the fruit on the printed card.',
      body: {
        image_base64: EXAMPLE_IMAGE_BASE64,
        mm_per_px,
        scale_basis: 'a ruler beside the fruit, read in the photograph',
      },
    })
  if (scale_basis !== undefined && mm_per_px === undefined)
    throw contradiction('scale_basis is given without mm_per_px: there is no scale that it could be the basis of', {
      do: 'Add mm_per_px, the millimetres of one pixel at the fruit; or leave scale_basis out.',
      body: { image_base64: EXAMPLE_IMAGE_BASE64, mm_per_px: 0.25, scale_basis },
    })
  if (card_spacing_mm !== undefined && !find_card)
    throw contradiction('card_spacing_mm is given, but find_card is false: no card would be looked for', {
      do: 'Leave find_card out, or card_spacing_mm.',
      body: { image_base64: EXAMPLE_IMAGE_BASE64, card_spacing_mm },
    })
}

function contradiction(reason: string, fix: { do: string; body: unknown }): Refusal {
  return new Refusal('invalid_input', reason, { fix })
}

export default defineRoute({
  method: 'POST',
  path: '/api/produce/measure',
  group: 'measure',
  summary: 'Measure a banana in one photograph against the marketing standard; no millimetre without a scale.',
  description:
    'Lay the fruit on the printed card (/api/produce/card.pdf) and photograph both from above, or type a scale and where it came from. Every number comes with its accuracy; what cannot be measured is a 200 that says why. The receipt binds the picture, what was asked, the numbers and the hash of the measuring code.',
  auth: 'none',
  body: 'image',
  input: Input.check(checkScale),
  output: ProduceReply,
  examples: [EXAMPLE],
  receipt: {
    schema: 'svc.produce.v1',
    payload: (input, reply) => stated(input, reply),
  },
  async handle(input, { context, image, address, signal }) {
    const { mm_per_px, scale_basis, find_card, stability, card_spacing_mm, overlay } = input
    const asked: MeasureProduceInput = {
      image,
      request: {
        typed: mm_per_px === undefined ? null : { mmPerPx: mm_per_px, basis: scale_basis! },
        findCard: find_card,
        cardSpacingMm: card_spacing_mm ?? null,
        stability,
      },
      overlay,
    }
    const { reply, overlay: drawn } = await context.pool.run<{ reply: Measured; overlay: Uint8Array | null }>(
      'measure-produce',
      asked,
      { address, signal, transferList: [image.bytes] },
    )
    if (drawn === null) return reply
    return { ...reply, image: { ...reply.image, overlay_png_base64: inBase64(drawn) } }
  },
})

/** What is signed: which bytes, what was asked of them, what was answered, and by which code. */
function stated(
  { mm_per_px, scale_basis, find_card, stability, card_spacing_mm }: z.output<typeof Input>,
  reply: z.input<typeof ProduceReply>,
): Record<string, unknown> {
  const { image, model, measures_only, measured_on, ...answered } = reply
  const { sha256, bytes, width, height, media_type } = image
  return {
    image_sha256: sha256,
    image: { bytes, width, height, media_type },
    asked: {
      mm_per_px: mm_per_px ?? null,
      scale_basis: scale_basis ?? null,
      find_card,
      stability,
      card_spacing_mm: card_spacing_mm ?? null,
    },
    ...answered,
    regulation: reply.regulation.name,
    model,
  }
}
