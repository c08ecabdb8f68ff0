import { hash } from 'node:crypto'
import { decode } from '../../imaging/decode.ts'
import { giveBack } from '../../imaging/give-back.ts'
import type { ImageInput } from '../../imaging/input.ts'
import { annotatedPng } from '../../perceive/annotate.ts'
import { type FrameReading, type FrameRequest, readFrame } from '../../perceive/read-frame.ts'
import type { Seers } from '../../perceive/seer.ts'

export interface DetectInput {
  image: ImageInput
  request: FrameRequest
  /** The longer edge is brought down to this before anything looks at it. */
  maxDimension: number | null
  overlay: boolean
  seers: Seers
}

export interface DetectOutput {
  reading: FrameReading
  image: { sha256: string; bytes: number; width: number; height: number; media_type: string }
  overlay: Uint8Array | null
}

export default async function detectJob(input: DetectInput): Promise<DetectOutput> {
  const { image, request, maxDimension, overlay, seers } = input
  const { bytes, width, height, media_type } = image
  const pixels = await decode(image, maxDimension === null ? {} : { maxDimension })
  const picture = { width, height }
  const reading = await readFrame(pixels, picture, request, seers)
  const drawn = overlay ? await annotatedPng(pixels, reading.detections, picture) : null
  giveBack(pixels.data)
  return {
    reading,
    image: { sha256: hash('sha256', bytes, 'hex'), bytes: bytes.length, width, height, media_type },
    overlay: drawn,
  }
}
