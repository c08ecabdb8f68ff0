import { z } from 'zod'
import { inBase64 } from '../../kernel/in-base64.ts'
import type { Call } from '../../operation/route.ts'
import type { Mode } from '../../perceive/detect/modes.ts'
import { seersFor } from '../../perceive/seer.ts'
import type { DetectInput, DetectOutput } from '../../work/jobs/detect.ts'
import type { DetectionReply } from './detection-reply.ts'

const Word = z.string().trim().min(1).max(200)
const MODE_NAMES = ['fast', 'thorough'] as const satisfies readonly Mode[]

/** What both detection routes take. */
export const DETECTION_INPUT = {
  image_base64: z.string().optional().describe('Raw or after data:image/…;base64,'),
  image_url: z.string().optional().describe('https, instead of image_base64.'),
  prompts: z
    .array(Word)
    .max(100)
    .default([])
    .describe(
      'What to look for, in English. Each is read as one of 80 classes or comes back in unread_prompts; without prompts all classes are looked for.',
    ),
  confidence_threshold: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe(
      "Boxes with a lower score are dropped. Left out, it is the mode's published one; the one used is echoed. The built-in models are asked for nothing under 0.05, so that fused scores begin at 0.025.",
    ),
  alert_triggers: z
    .array(Word)
    .max(100)
    .default([])
    .describe('Read like prompts and looked for as well; a box that one of them names has is_alert true.'),
  ask_question: z
    .string()
    .trim()
    .min(1)
    .max(500)
    .optional()
    .describe('Whether something is there, how many, what there is, or of which there is more; in English.'),
  max_detections: z.int().min(1).max(1000).default(100).describe('How many boxes are listed; alerts come first.'),
  max_dimension: z
    .int()
    .min(64)
    .max(10_000)
    .optional()
    .describe('The longer edge is shrunk to this before anything is looked for. Boxes stay in pixels of the input.'),
  mode: z
    .enum(MODE_NAMES)
    .default('fast')
    .describe('thorough also looks at tiles of the picture: it finds smaller things and takes several times as long.'),
  overlay: z.boolean().default(false).describe('Also return the picture with boxes, words and scores drawn in.'),
}

const Asked = z.object(DETECTION_INPUT)
export type DetectionAsked = z.output<typeof Asked>

/** One look at one picture, in a worker. */
export async function look(asked: DetectionAsked, call: Call): Promise<z.input<typeof DetectionReply>> {
  const { context, image, address, signal } = call
  const input: DetectInput = {
    image,
    request: {
      mode: asked.mode,
      threshold: asked.confidence_threshold ?? null,
      maxDetections: asked.max_detections,
      prompts: asked.prompts,
      alertTriggers: asked.alert_triggers,
      question: asked.ask_question ?? null,
    },
    maxDimension: asked.max_dimension ?? null,
    overlay: asked.overlay,
    seers: seersFor(asked.prompts, asked.ask_question ?? null, context.models),
  }
  const {
    reading,
    image: read,
    overlay,
  } = await context.pool.run<DetectOutput>('detect', input, { address, signal, transferList: [image.bytes] })
  return {
    ...reading,
    max_dimension: asked.max_dimension ?? null,
    image_width: read.width,
    image_height: read.height,
    image: read,
    ...(overlay !== null && { overlay_png_base64: inBase64(overlay) }),
  }
}

export const DETECTION_SCHEMA = 'svc.detection.v1'

/** What is signed: which bytes, what was asked of them, what was answered, and by which detector. */
export function stated(asked: DetectionAsked, reply: z.input<typeof DetectionReply>): Record<string, unknown> {
  const { image, overlay_png_base64, alerts, ...answered } = reply
  const { sha256, ...rest } = image
  return {
    image_sha256: sha256,
    image: rest,
    asked: {
      prompts: asked.prompts,
      alert_triggers: asked.alert_triggers,
      ask_question: asked.ask_question ?? null,
      confidence_threshold: asked.confidence_threshold ?? null,
      max_detections: asked.max_detections,
      max_dimension: asked.max_dimension ?? null,
      mode: asked.mode,
    },
    ...answered,
  }
}
