import { z } from 'zod'
import { Refusal } from '../../kernel/refusal.ts'
import { takenAtOf } from '../../measure/crop/taken-at.ts'
import { defineRoute } from '../../operation/route.ts'
import { DETECTORS } from '../../perceive/detect/modes.ts'
import type { Models } from '../../perceive/pantry/shelf.ts'
import type { CropPhoto, CropPhotoInput } from '../../work/jobs/read-crop-photo.ts'
import { readCell } from './cell-reads.ts'
import { EXAMPLE } from './crop-example.ts'
import { cropReply } from './crop-reply.ts'
import { CropReply } from './crop-schema.ts'
import { Lat, Lon } from './land-use.ts'

const DAY_MS = 86_400_000

export default defineRoute({
  method: 'POST',
  path: '/api/crop/agree',
  group: 'measure',
  summary: 'Whether a photograph and the field at a pin speak for or against each other; cannot_say is the default.',
  description:
    'What the picture shows, by colour, texture and detected objects, against what the cell within 50 m of the pin is, by land cover and by how green it was near taken_at. Each verdict names its evidence. A position in the file is compared and said to be the file’s word. The receipt binds the picture’s hash, every read and the verdict.',
  auth: 'none',
  body: 'image',
  input: z.strictObject({
    image_base64: z.string().optional().describe('Raw or after data:image/…;base64,'),
    image_url: z.string().optional().describe('https, instead of image_base64.'),
    lat: Lat,
    lng: Lon,
    taken_at: z.iso
      .datetime({ offset: true })
      .optional()
      .describe('Strongly recommended: without it, and without a time in the file, vegetation is not compared.'),
  }),
  output: CropReply,
  examples: [EXAMPLE],
  receipt: {
    schema: 'svc.crop_agreement.v1',
    payload({ lat, lng, taken_at }, { verdict, why, needs_a_person, photo, photo_measurement, cell, image }) {
      const { sha256, bytes, width, height, media_type } = image
      return {
        image_sha256: sha256,
        image: { bytes, width, height, media_type },
        asked: { lat, lng, taken_at: taken_at ?? null },
        verdict,
        why,
        needs_a_person,
        photo,
        photo_measurement,
        cell,
      }
    },
  },
  async handle({ lat, lng, taken_at }, { context, image, address, signal }) {
    const now = context.clock()
    if (taken_at !== undefined && Date.parse(taken_at) > now.getTime() + DAY_MS) throw inTheFuture(taken_at, now)
    const asked: CropPhotoInput = { image, models: detectorsOf(context.models) }
    const photo = await context.pool.run<CropPhoto>('read-crop-photo', asked, {
      address,
      signal,
      transferList: [image.bytes],
    })
    const takenAt = takenAtOf(taken_at ?? null, photo.taken.at?.time ?? null, now)
    const place = { lat, lng }
    const reads = await readCell(context, place, takenAt.used === null ? null : new Date(takenAt.used), now, signal)
    return cropReply(photo, takenAt, place, reads, context.layers.describe('worldcover').codes)
  },
})

/** A model that is missing takes the detectors from a reading, not the reading from the caller. */
function detectorsOf({ states, folder }: Models): CropPhotoInput['models'] {
  const found = DETECTORS.map((name) => states()[name])
  if (found.every((state) => state === 'ready')) return { folder }
  const state = found.includes('not_built') ? 'not built' : 'still being built'
  return { why: `the detectors are ${state} on this host` }
}

function inTheFuture(takenAt: string, now: Date): Refusal {
  return new Refusal('invalid_input', `taken_at: ${takenAt} lies in the future`, {
    detail: { problems: [{ member: 'taken_at', problem: `at most ${now.toISOString()} was expected` }] },
    fix: {
      do: 'Give the time at which the photograph was taken, with its offset from UTC, or leave taken_at out.',
      body: EXAMPLE.input,
    },
  })
}
