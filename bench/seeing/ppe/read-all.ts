import { join } from 'node:path'
import type { Pixels } from '../../../src/imaging/decode.ts'
import { readEquipment } from '../../../src/measure/ppe/read.ts'
import { type EquipmentReading, unusable, usable } from '../../../src/measure/ppe/reading.ts'
import { LEAST_PERSON_PX } from '../../../src/measure/ppe/unusable.ts'
import { type PersonSeen, personIn } from '../../../src/perceive/body/person.ts'
import type { Box } from '../../../src/perceive/detect/box.ts'
import type { ModelsAt } from '../../../src/perceive/models.ts'
import type { Looked } from '../../../test/ppe/looked-at.ts'
import { pixelsOf } from './photographs.ts'

export interface Read extends Looked {
  reading: EquipmentReading
  pixels: Pixels
  person: PersonSeen | null
}

/** Everybody who was looked at, read one after the other. */
export async function readAll(folder: string, people: readonly Looked[], models: ModelsAt): Promise<Read[]> {
  const rows: Read[] = []
  let [photo, pixels]: [string, Pixels | null] = ['', null]
  for (const looked of people) {
    if (looked.photo !== photo || pixels === null) {
      photo = looked.photo
      pixels = await pixelsOf(join(folder, photo))
    }
    rows.push({ ...looked, pixels, ...(await readOne(pixels, looked.box, models)) })
  }
  return rows
}

export async function readOne(
  pixels: Pixels,
  box: Box,
  models: ModelsAt,
): Promise<{ reading: EquipmentReading; person: PersonSeen | null }> {
  if (longer(box) < LEAST_PERSON_PX) return { reading: unusable('person_under_100_px'), person: null }
  const person = await personIn(pixels, box, models)
  const ruled = person && readEquipment(pixels, person)
  return { reading: ruled === null ? unusable('no_visible_eyes') : usable(ruled), person }
}

export function longer([x1, y1, x2, y2]: Box): number {
  return Math.max(x2 - x1, y2 - y1)
}
