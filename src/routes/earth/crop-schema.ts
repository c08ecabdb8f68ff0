import { z } from 'zod'

const Share = z.number().min(0).max(1)
const Kind = z.enum(['vegetated', 'bare', 'built', 'water', 'snow', 'mixed'])
const Read = z.looseObject({ outcome: z.enum(['value', 'no_data', 'unread']) })

export const CropReply = z.object({
  verdict: z.enum(['consistent', 'disagrees', 'cannot_say']),
  why: z.array(z.string()).describe('The deciding sentence first, then all that was compared.'),
  needs_a_person: z.boolean(),
  photo: z.object({
    shows: z.enum(['plants', 'bare_ground', 'indoors', 'street', 'open_water', 'fruit', 'unclear']),
    because: z.string(),
    objects: z
      .array(z.object({ class: z.string(), score: z.number(), box: z.array(z.number()).length(4) }))
      .nullable()
      .describe('null where no detector could look'),
    why_no_objects: z.string().nullable(),
    detectorFnId: z.string().nullable(),
    could_miss: z.string().nullable(),
    position: z
      .object({ lat: z.number(), lng: z.number(), distance_m: z.number(), is: z.string() })
      .nullable()
      .describe('From the EXIF of the file; null where it states none.'),
    taken_at: z.object({
      used: z.string().nullable(),
      from: z.enum(['caller', 'file']).nullable(),
      stated: z.string().nullable(),
      in_file: z.string().nullable(),
      contradiction: z.string().nullable(),
    }),
  }),
  photo_measurement: z.object({
    measured_at: z.object({ width: z.int(), height: z.int() }),
    colour: z.object({
      green: Share,
      brown: Share,
      sky: Share,
      blue_below: Share,
      grey: Share,
      bright: Share,
      dark: Share,
      other: Share,
    }),
    texture: z.object({
      brightness: z.number(),
      contrast: z.number(),
      detailed_blocks: Share,
      coherence: z.number(),
    }),
    why_not_usable: z.string().nullable(),
    rule: z.string(),
  }),
  cell: z.object({
    lat: z.number(),
    lng: z.number(),
    readable: z.boolean(),
    why_unread: z.string().nullable(),
    kind: Kind.nullable(),
    share: z
      .object({ vegetated: Share, field: Share, trees: Share, bare: Share, built: Share, water: Share, snow: Share })
      .nullable()
      .describe('field and trees are parts of vegetated.'),
    class: z.object({ code: z.int(), name: z.string() }).nullable().describe('Of the pixel that the pin falls on.'),
    land_cover: Read,
    layer_years_before_photograph: z.int().nullable(),
    vegetation: Read.extend({ compared: z.boolean(), why_not_compared: z.string().nullable() }),
  }),
  what_this_compares: z.string(),
  the_colour_stage_caveat: z.string(),
  the_stage_comparison_is_not_here_yet: z.string(),
  image: z.object({
    sha256: z.string(),
    bytes: z.int(),
    width: z.int(),
    height: z.int(),
    media_type: z.string(),
  }),
})
