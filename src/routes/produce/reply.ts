import { z } from 'zod'

const Undecided = z.array(z.object({ limit_mm: z.number(), what: z.string() }))
const Compared = z.array(
  z.object({ limit_mm: z.number(), what: z.string(), verdict: z.enum(['above', 'below', 'undecided']) }),
)
const Mm = z.number().nullable().describe('null without a scale')
const Terms = z.object({
  scale: z.number(),
  print: z.number(),
  parallax: z.number(),
  contour: z.number(),
  end_points: z.number(),
  spread: z.number(),
})

const Metric = z.object({
  length: z.object({
    mm: Mm,
    to_pedicel_base_mm: Mm,
    to_crown_mm: Mm,
    px: z.number(),
    to_crown_px: z.number(),
    accuracy_mm: Mm,
    to_crown_accuracy_mm: Mm,
    accuracy_px: z.number(),
    undecided_against: Undecided,
    compared: Compared,
  }),
  grade: z.object({
    mm: Mm,
    px: z.number(),
    accuracy_mm: Mm,
    accuracy_px: z.number(),
    faces: z.string(),
    undecided_against: Undecided,
    compared: Compared,
  }),
  colour_stage: z.object({ stage: z.number(), accuracy_stages: z.number() }),
  blemish: z.object({
    fraction: z.number(),
    visible_cm2: Mm,
    accuracy: z.object({ fraction: z.number(), visible_cm2: Mm }),
  }),
  slenderness: z.object({ ratio: z.number(), accuracy: z.number() }),
})

const ScaleCard = z.object({
  variant: z.object({
    paper: z.enum(['a4', 'letter']),
    dpi: z.int(),
    spacing_mm: z.object({ across: z.number(), down: z.number() }),
  }),
  spacing: z.object({ from: z.enum(['printed', 'ruler']), across_mm: z.number() }),
  mm_per_px: z.number().describe('At the fruit, on the plane of the card.'),
  tilt_deg: z.number(),
  residual_px: z.number(),
  focal: z.object({ px: z.number(), from: z.enum(['exif', 'homography']) }).nullable(),
  markers: z.array(z.int()),
  typed_differs_percent: z.number().nullable(),
})

export const Model = z.object({
  id: z.string(),
  version: z.string(),
  content_hash: z.string(),
  libraries: z.object({ sharp: z.string(), 'opencv-js': z.string() }),
})

export const ProduceReply = z.object({
  metric: Metric.nullable().describe('null where nothing was measured: `abstained` says why.'),
  abstained: z.object({ code: z.string(), reason: z.string() }).nullable(),
  measurement_accuracy: z
    .object({
      unit: z.enum(['mm', 'px']),
      length: Terms,
      to_crown: Terms,
      grade: Terms,
      how: z.string(),
      rests_on: z.array(z.string()),
    })
    .nullable(),
  colour: z
    .object({
      lab: z.object({ l: z.number(), a: z.number(), b: z.number() }),
      hue_deg: z.number(),
      shares: z.object({ green: z.number(), yellow: z.number(), brown: z.number() }),
      white_balance: z.enum(['card_white_patch', 'background', 'none']),
    })
    .nullable(),
  blemish: z
    .object({
      fraction: z.number(),
      visible_cm2: Mm,
      judged_share_of_silhouette: z.number(),
      sees: z.string(),
    })
    .nullable(),
  reference_finger: z.object({ asserted_by: z.literal('caller'), measured: z.string() }),
  fingers_separated: z.int(),
  background: z.object({
    from: z.enum(['card_field', 'picture_border']),
    rgb: z.array(z.number()),
    plain_share: z.number(),
  }),
  background_fraction: z.number(),
  mask_touches_frame_sides: z.array(z.enum(['top', 'right', 'bottom', 'left'])),
  scale_card: ScaleCard.nullable(),
  scale_basis: z.object({
    from: z.enum(['card', 'typed', 'none']),
    stated: z.string().nullable(),
    spacing_mm: z.number().nullable(),
  }),
  no_card_scale: z.object({ code: z.string(), reason: z.string() }).nullable(),
  self_agreement: z
    .object({ spread_percent: z.number().nullable(), variants_measured: z.int(), variants: z.literal(6) })
    .nullable()
    .describe(
      'How far the six variants lie apart: a sign of a hard picture, not an error bar. null with stability false.',
    ),
  send_to_a_person: z.boolean().nullable(),
  send_to_a_person_because: z.array(z.string()).nullable(),
  measures_only: z.string(),
  measured_on: z.string(),
  regulation: z.object({ name: z.string(), length: z.string(), grade: z.string(), applies_to: z.string() }),
  model: Model,
  image: z.object({
    sha256: z.string(),
    bytes: z.int(),
    width: z.int(),
    height: z.int(),
    media_type: z.string(),
    overlay_png_base64: z.string().optional().describe('With overlay true.'),
  }),
})
