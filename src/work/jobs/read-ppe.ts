import { hash } from 'node:crypto'
import { decode, type Pixels } from '../../imaging/decode.ts'
import type { ImageInput } from '../../imaging/input.ts'
import { readEquipment } from '../../measure/ppe/read.ts'
import { type EquipmentReading, unusable, usable } from '../../measure/ppe/reading.ts'
import { LEAST_PERSON_PX } from '../../measure/ppe/unusable.ts'
import { BODY_MODELS, personIn } from '../../perceive/body/person.ts'
import { area, type Box } from '../../perceive/detect/box.ts'
import { detect } from '../../perceive/detect/detect.ts'
import { functionId, sourcesIn } from '../../perceive/function-id.ts'
import type { ModelsAt } from '../../perceive/models.ts'

export interface ReadPpeInput {
  image: ImageInput
  models: ModelsAt
}

export interface ReadPpeOutput {
  reading: EquipmentReading
  /** Whom it was read of: the largest, in pixels of the picture; null where nobody was found. */
  person: { box: number[]; read: 'the largest'; people_found: number } | null
  model: { id: string; detector: string }
  image: { sha256: string; bytes: number; width: number; height: number; media_type: string }
}

/** Whatever looks, and whatever rules; what finds the person is in the id of the detector. */
export const PPE_SOURCES: string[] = [
  ...sourcesIn('perceive/body'),
  ...sourcesIn('measure/ppe'),
  'measure/produce/fruit/light.ts',
  'work/jobs/read-ppe.ts',
  'imaging/decode.ts',
]
const ID = functionId('ppe-spraying', BODY_MODELS, PPE_SOURCES)

/** Pixels, points and classes end with the job: verdicts, reasons and the person's box are all that leaves it. */
export default async function readPpeJob({ image, models }: ReadPpeInput): Promise<ReadPpeOutput> {
  const { bytes, media_type } = image
  const pixels = await decode(image)
  const { boxes, detector } = await detect(pixels, 'fast', models)
  const people = boxes.filter((found) => found.class === 'person').map(({ box }) => box)
  const largest = people.sort((a, b) => area(b) - area(a))[0]
  return {
    reading: largest === undefined ? unusable('no_person') : await readPerson(pixels, largest, models),
    person:
      largest === undefined ? null : { box: largest.map(Math.round), read: 'the largest', people_found: people.length },
    model: { id: ID, detector },
    image: {
      sha256: hash('sha256', bytes, 'hex'),
      bytes: bytes.length,
      width: pixels.width,
      height: pixels.height,
      media_type,
    },
  }
}

export async function readPerson(pixels: Pixels, box: Box, models: ModelsAt): Promise<EquipmentReading> {
  const [x1, y1, x2, y2] = box
  if (Math.max(x2 - x1, y2 - y1) < LEAST_PERSON_PX) return unusable('person_under_100_px')
  const person = await personIn(pixels, box, models)
  const ruled = person && readEquipment(pixels, person)
  return ruled === null ? unusable('no_visible_eyes') : usable(ruled)
}
