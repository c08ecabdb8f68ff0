import { z } from 'zod'
import { defineRoute } from '../../operation/route.ts'
import { DETECTION_INPUT, DETECTION_SCHEMA, look, stated } from './detection.ts'
import { EXAMPLE } from './detection-example.ts'
import { DetectionReply } from './detection-reply.ts'

const StoredFrame = z.object({ id: z.string(), sha256: z.string(), bytes: z.int() })

export default defineRoute({
  method: 'POST',
  path: '/api/tool/camera-stream/detections',
  group: 'tools',
  summary: 'Find things in one camera frame, with alerts and a question; the result is kept for the key.',
  description:
    "The same reading as the keyless route, without its limit a minute. The JSON reply is stored and counts against the key owner's quota; the frame itself only with store true, and an overlay never.",
  auth: 'key',
  metered: 'result',
  body: 'image',
  input: z.strictObject({
    ...DETECTION_INPUT,
    store: z.boolean().default(false).describe('Keep the frame as well; it counts against the quota until deleted.'),
  }),
  output: DetectionReply.extend({
    stored_frame: StoredFrame.nullable().describe('Listed and deleted at /api/account/storage.'),
  }),
  examples: [{ ...EXAMPLE, output: { ...EXAMPLE.output, stored_frame: null } }],
  receipt: {
    schema: DETECTION_SCHEMA,
    payload: (asked, { stored_frame, ...reply }) => stated(asked, reply),
  },
  // An overlay is the frame again, which is kept only with store true.
  stored: ({ overlay_png_base64, ...kept }) => kept,
  async handle({ store, ...asked }, call) {
    const { context, image } = call
    // The worker takes the bytes with it; slice() of a Buffer would be a view of what is gone then.
    const frame = store ? new Uint8Array(image.bytes) : null
    const reply = await look(asked, call)
    if (frame === null) return { ...reply, stored_frame: null }
    const id = context.newId('st')
    call.keeps = [{ id, kind: 'frame', label: image.media_type, bytes: frame }]
    return { ...reply, stored_frame: { id, sha256: reply.image.sha256, bytes: frame.length } }
  },
})
