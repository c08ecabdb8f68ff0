import { z } from 'zod'
import { inBase64 } from '../../kernel/in-base64.ts'
import { Refusal } from '../../kernel/refusal.ts'
import {
  DECIDE_FOR_YOURSELF,
  METHOD,
  NOT_A_GUARANTEE,
  RUN_IT_YOURSELF,
  reasonsToLook,
  WHY_NOT_BLUR,
} from '../../measure/redact/sentences.ts'
import { defineRoute } from '../../operation/route.ts'
import type { Sighting } from '../../perceive/people/agree.ts'
import { PEOPLE_DETECTOR, PEOPLE_MODELS } from '../../perceive/people/id.ts'
import { DETECTOR_FLOOR, secondFloorOf } from '../../perceive/people/people.ts'
import type { Redacted, RedactInput } from '../../work/jobs/redact-people.ts'
import { REDACT_EXAMPLE } from './redact-example.ts'

const Box = z.tuple([z.number(), z.number(), z.number(), z.number()]).describe('x1, y1, x2, y2 in pixels, upright.')
const Seen = z.object({ box: Box, score: z.number(), seen_by: z.array(z.string()) })

/** The whole picture comes back as a PNG, several times as large as the JPEG it may have come as. */
const MOST_PIXELS = 16_000_000

export default defineRoute({
  method: 'POST',
  path: '/api/redact/people',
  group: 'measure',
  summary: 'Cover the people in a picture with a coarse mosaic, look again, and say what was left.',
  description:
    'A second look by the same detectors runs over the result. The reply says what was covered, what sat near the floor and was left, and whether the detectors still find a person in what was covered; it never calls the picture safe. No picture is kept.',
  auth: 'none',
  body: 'image',
  input: z.strictObject({
    image_base64: z.string().optional().describe('Raw or after data:image/…;base64,'),
    image_url: z.string().optional().describe('https, instead of image_base64.'),
    floor: z
      .number()
      .min(0)
      .max(1)
      .default(0.05)
      .describe('The score from which a person is covered. Lower covers more, and more that is nobody.'),
  }),
  output: z.object({
    image_base64: z.string().describe('A PNG without metadata, of the size of the upright picture.'),
    redacted: z.int().describe('How many regions were covered.'),
    boxes: z.array(Box),
    scores: z.array(z.number()).describe('The best score of each region; a score is not a probability.'),
    regions: z
      .array(z.object({ box: Box, cell_px: z.int() }))
      .describe('The grid of each mosaic: squares of cell_px from the upper left of its box.'),
    floor: z.number(),
    detector: z.string(),
    detector_floor: z.number().describe('The lowest score that the detectors are asked for.'),
    near_the_floor: z.array(Seen).describe('Left as they were: one witness alone, or two within half the floor.'),
    below_the_floor: z.int().describe('Readings of single detectors below the floor, outside all of the above.'),
    floor_not_achieved: z.boolean().describe('The second look still finds a person in what was covered.'),
    still_found: z.array(Seen).describe('Every box of the second look that lies mostly in what was covered.'),
    floor_unverified: z
      .boolean()
      .describe('Half the floor lies below detector_floor: the second look cannot reach it.'),
    send_to_a_person: z.boolean(),
    send_to_a_person_because: z.array(z.string()),
    method: z.string(),
    why_not_blur: z.string(),
    this_is_not_a_guarantee: z.string(),
    run_it_yourself: z.string(),
    decide_for_yourself: z.string(),
    image: z.object({
      sha256: z.string(),
      bytes: z.int(),
      width: z.int(),
      height: z.int(),
      media_type: z.string(),
      redacted_sha256: z.string().describe('Of the PNG in image_base64.'),
    }),
  }),
  examples: [REDACT_EXAMPLE],
  receipt: {
    schema: 'svc.redaction.v1',
    payload: ({ floor }, { image, image_base64, ...answered }) => {
      const { sha256, redacted_sha256, ...rest } = image
      const { redacted, regions, scores, near_the_floor, below_the_floor, still_found, detector } = answered
      return {
        image_sha256: sha256,
        redacted_sha256,
        image: rest,
        asked: { floor },
        detector,
        redacted,
        regions,
        scores,
        near_the_floor,
        below_the_floor,
        still_found,
      }
    },
  },
  async handle({ floor }, { context, image, address, signal }) {
    if (image.width * image.height > MOST_PIXELS) throw tooManyPixels(image.width * image.height)
    const input: RedactInput = { image, floor, models: context.models.need(...PEOPLE_MODELS) }
    const done = await context.pool.run<Redacted>('redact-people', input, {
      address,
      signal,
      transferList: [image.bytes],
    })
    const { regions, near, below, stillFound } = done
    const floorUnverified = floor / 2 < DETECTOR_FLOOR
    const because = reasonsToLook({
      near: near.length,
      stillFound: stillFound.length,
      secondFloor: secondFloorOf(floor),
      floorUnverified,
    })
    return {
      image_base64: inBase64(done.png),
      redacted: regions.length,
      boxes: regions.map(({ box }): Corners => [...box]),
      scores: regions.map(({ score }) => rounded(score, 4)),
      regions: regions.map(({ box, cellPx }) => ({ box: [...box] as Corners, cell_px: cellPx })),
      floor,
      detector: PEOPLE_DETECTOR,
      detector_floor: DETECTOR_FLOOR,
      near_the_floor: near.map(told),
      below_the_floor: below,
      floor_not_achieved: stillFound.length > 0,
      still_found: stillFound.map(told),
      floor_unverified: floorUnverified,
      send_to_a_person: because.length > 0,
      send_to_a_person_because: because,
      method: METHOD,
      why_not_blur: WHY_NOT_BLUR,
      this_is_not_a_guarantee: NOT_A_GUARANTEE,
      run_it_yourself: RUN_IT_YOURSELF,
      decide_for_yourself: DECIDE_FOR_YOURSELF,
      image: { ...done.image, redacted_sha256: done.pngSha256 },
    }
  },
})

type Corners = [number, number, number, number]

function told({ box, score, seen_by }: Sighting): z.input<typeof Seen> {
  return { box: box.map((value) => rounded(value, 1)) as Corners, score: rounded(score, 4), seen_by }
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}

function tooManyPixels(pixels: number): Refusal {
  return new Refusal('image_too_large', `the picture has ${pixels} pixels; ${MOST_PIXELS} are read here`, {
    detail: { limit_pixels: MOST_PIXELS },
    fix: { do: 'Send a smaller copy: the covered picture comes back whole, as a PNG.' },
  })
}
