import { hash } from 'node:crypto'
import { decode } from '../../imaging/decode.ts'
import type { ImageInput } from '../../imaging/input.ts'
import { readTaken, type Taken } from '../../imaging/taken.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { type ColourShares, colourShares } from '../../measure/crop/colour.ts'
import { type Texture, textureOf } from '../../measure/crop/texture.ts'
import { detect } from '../../perceive/detect/detect.ts'
import type { ModelsAt } from '../../perceive/models.ts'

export interface CropPhotoInput {
  image: ImageInput
  /** Or why the detectors cannot be used now. */
  models: ModelsAt | { why: string }
}

export interface SeenInPhoto {
  class: string
  score: number
  box: number[]
}

export interface CropPhoto {
  image: { sha256: string; bytes: number; width: number; height: number; media_type: string }
  taken: Taken
  /** The size at which colours and texture were measured. */
  measured: { width: number; height: number }
  colour: ColourShares
  texture: Texture
  detection: { objects: SeenInPhoto[]; detectorFnId: string; could_miss: string } | { objects: null; why: string }
}

/** Colours and texture are judged at one size, whatever the camera's. */
const MEASURED_AT = 512

export default async function readCropPhoto({ image, models }: CropPhotoInput): Promise<CropPhoto> {
  const { bytes, width, height, media_type } = image
  const pixels = await decode(image, { maxDimension: MEASURED_AT })
  return {
    image: { sha256: hash('sha256', bytes, 'hex'), bytes: bytes.length, width, height, media_type },
    taken: readTaken(bytes),
    measured: { width: pixels.width, height: pixels.height },
    colour: colourShares(pixels),
    texture: textureOf(pixels),
    detection: await detected(),
  }

  async function detected(): Promise<CropPhoto['detection']> {
    if ('why' in models) return { objects: null, why: models.why }
    try {
      const { boxes, detector, could_miss } = await detect(pixels, 'fast', models, { picture: { width, height } })
      const round = (value: number) => Math.round(value * 1e4) / 1e4
      const objects = boxes.map((found) => ({
        class: found.class,
        score: round(found.score),
        box: found.box.map((side) => Math.round(side * 10) / 10),
      }))
      return { objects, detectorFnId: detector, could_miss: could_miss.why }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return { objects: null, why: error.reason }
    }
  }
}
