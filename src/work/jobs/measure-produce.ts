import { hash } from 'node:crypto'
import { decode } from '../../imaging/decode.ts'
import { readFocalPx } from '../../imaging/focal.ts'
import type { ImageInput } from '../../imaging/input.ts'
import { PRODUCE_MODEL, type ProduceModel } from '../../measure/produce/model.ts'
import { overlayPng } from '../../measure/produce/overlay.ts'
import { type PhotographReading, type PhotographRequest, readPhotograph } from '../../measure/produce/photograph.ts'
import { MEASURES_ONLY, measuredOn } from '../../measure/produce/sentences.ts'
import { REGULATION } from '../../measure/produce/standard.ts'
import { inWords } from '../../measure/produce/words.ts'

export interface MeasureProduceInput {
  image: ImageInput
  request: PhotographRequest
  overlay: boolean
}

/** The reply but for its receipt: what the numbers are, and of which bytes. */
export type ProduceReply = PhotographReading & {
  measures_only: string
  measured_on: string
  regulation: typeof REGULATION
  model: ProduceModel
  image: { sha256: string; bytes: number; width: number; height: number; media_type: string }
}

/** The overlay travels beside the reply as bytes, so that it changes hands uncopied. */
export default async function measureProduceJob({
  image,
  request,
  overlay,
}: MeasureProduceInput): Promise<{ reply: ProduceReply; overlay: Uint8Array | null }> {
  const { bytes, media_type } = image
  const pixels = await decode(image)
  const { width, height } = pixels
  const { reading, marks, plane } = await readPhotograph(pixels, readFocalPx(bytes, width, height), request)
  return {
    reply: {
      ...reading,
      measures_only: MEASURES_ONLY,
      measured_on: measuredOn(reading.scale_basis.from),
      regulation: REGULATION,
      model: PRODUCE_MODEL,
      image: { sha256: hash('sha256', bytes, 'hex'), bytes: bytes.length, width, height, media_type },
    },
    overlay: overlay ? await overlayPng(pixels, marks, plane, inWords(reading)) : null,
  }
}
