import { hash } from 'node:crypto'
import { decode } from '../../imaging/decode.ts'
import { readFocalPx } from '../../imaging/focal.ts'
import type { ImageInput } from '../../imaging/input.ts'
import { countStack, type StackReading } from '../../measure/stack/count.ts'
import { STACK_MODEL, type StackModel } from '../../measure/stack/model.ts'
import { overlayPng } from '../../measure/stack/overlay.ts'
import { COUNT_IS_A_FLOOR, ERRS_TOWARDS, METHOD } from '../../measure/stack/sentences.ts'

export interface CountStackInput {
  image: ImageInput
  overlay: boolean
}

/** The reply but for its receipt: what was counted, and of which bytes. */
export type StackReply = StackReading & {
  method: string
  count_is_a_floor: string
  errs_towards: string
  model: StackModel
  image: { sha256: string; bytes: number; width: number; height: number; media_type: string }
}

/** The overlay travels beside the reply as bytes, so that it changes hands uncopied. */
export default async function countStackJob({
  image,
  overlay,
}: CountStackInput): Promise<{ reply: StackReply; overlay: Uint8Array | null }> {
  const { bytes, media_type } = image
  const pixels = await decode(image)
  const { width, height } = pixels
  const { reading, marks } = countStack(pixels, readFocalPx(bytes, width, height))
  return {
    reply: {
      ...reading,
      method: METHOD,
      count_is_a_floor: COUNT_IS_A_FLOOR,
      errs_towards: ERRS_TOWARDS,
      model: STACK_MODEL,
      image: { sha256: hash('sha256', bytes, 'hex'), bytes: bytes.length, width, height, media_type },
    },
    overlay: overlay ? await overlayPng(pixels, reading, marks) : null,
  }
}
