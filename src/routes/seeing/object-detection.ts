import { z } from 'zod'
import { defineRoute } from '../../operation/route.ts'
import { DETECTION_INPUT, DETECTION_SCHEMA, look, stated } from './detection.ts'
import { EXAMPLE } from './detection-example.ts'
import { DetectionReply } from './detection-reply.ts'

export default defineRoute({
  method: 'POST',
  path: '/api/v1/object-detection',
  group: 'open',
  summary: 'Find things of 80 classes in one picture; words it cannot read are named, never guessed.',
  description:
    'Keyless, 30 a minute per address. Each prompt is read as a class by its name, by a reviewed synonym or by a reviewed wider class, and the reply says which; every other prompt is in unread_prompts with the reason. No picture is kept: the receipt binds its hash, what was asked, the boxes and the detector.',
  auth: 'none',
  limit: 'detection',
  body: 'image',
  input: z.strictObject(DETECTION_INPUT),
  output: DetectionReply,
  examples: [EXAMPLE],
  receipt: { schema: DETECTION_SCHEMA, payload: stated },
  handle: look,
})
