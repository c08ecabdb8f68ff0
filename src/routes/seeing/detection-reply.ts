import { z } from 'zod'

const Relation = z.enum(['exact', 'synonym', 'broader'])

const Detection = z.object({
  label: z.string().describe("The caller's word, or the class where no prompts were given."),
  score: z.number().describe('Orders boxes of one detector; it is no probability.'),
  box: z.array(z.number()).length(4).describe('x1, y1, x2, y2 in pixels of the input, upright.'),
  is_alert: z.boolean(),
  alerted_by: z.array(z.string()).describe('The alert triggers that name this class.'),
  matched_class: z.string(),
  relation: Relation.describe('How the word stands to the class; broader: the class holds more than the word means.'),
})

const SceneAnalysis = z.object({
  question: z.string(),
  answered: z.boolean(),
  kind: z
    .enum(['presence', 'count', 'list', 'comparison', 'model'])
    .nullable()
    .describe("model: the words of an operator's question-answering model, which no rule stands behind."),
  answer: z.string().nullable(),
  value: z
    .union([z.boolean(), z.number(), z.string(), z.array(z.string())])
    .nullable()
    .describe('The answer for a program.'),
  reason: z.string().nullable().describe('Why there is no answer.'),
  rests_on: z
    .union([
      z.object({ questionFnId: z.string() }),
      z.object({
        detectorFnId: z.string(),
        confidence_threshold: z.number(),
        classes: z.array(
          z.object({
            asked: z.string().nullable(),
            matched_class: z.string(),
            relation: Relation,
            note: z.string().nullable(),
            found: z.int(),
          }),
        ),
        could_miss: z.string(),
      }),
    ])
    .nullable(),
})

export const DetectionReply = z.object({
  detections: z.array(Detection).describe('Best score first.'),
  alerts: z.array(Detection).describe('Those with is_alert true.'),
  total_objects: z
    .int()
    .nullable()
    .describe('All that were found of what was asked for; null where none of the prompts could be read.'),
  not_shown: z.int().describe('How many of them max_detections cut off.'),
  read_prompts: z.array(
    z.object({
      prompt: z.string(),
      matched_class: z.string(),
      relation: Relation,
      note: z.string().nullable(),
      alert: z.boolean(),
      found: z.int(),
    }),
  ),
  unread_prompts: z
    .array(
      z.object({
        prompt: z.string(),
        reason: z.string(),
        nearest: z.array(z.string()).describe('Labels that can be asked for instead; nothing was read in their place.'),
        alert: z.boolean(),
      }),
    )
    .describe('Nothing was looked for under these words: no box there says nothing about the picture.'),
  scene_analysis: SceneAnalysis.optional().describe('With ask_question.'),
  confidence_threshold: z.number().describe('The one used.'),
  mode: z.enum(['fast', 'thorough']),
  max_detections: z.int(),
  max_dimension: z.int().nullable(),
  could_miss: z
    .object({ smaller_than_px: z.number(), smaller_than_share: z.number(), why: z.string() })
    .nullable()
    .describe(
      'Up to which size things are mostly missed; null where nothing was looked for, or where an operator’s model was never measured.',
    ),
  image_width: z.int(),
  image_height: z.int(),
  model: z.string(),
  detectorFnId: z.string().describe('Counts compare only under the same one.'),
  wordsFnId: z.string().describe('The same words and questions are read the same under the same one.'),
  image: z.object({
    sha256: z.string(),
    bytes: z.int(),
    width: z.int(),
    height: z.int(),
    media_type: z.string(),
  }),
  overlay_png_base64: z.string().optional().describe('With overlay true.'),
})
