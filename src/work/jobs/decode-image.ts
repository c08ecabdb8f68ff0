import { hash } from 'node:crypto'
import { decode } from '../../imaging/decode.ts'
import type { ImageInput } from '../../imaging/input.ts'

export interface DecodedImage {
  width: number
  height: number
  /** Lowercase hex, of the bytes as they came. */
  sha256: string
}

/** Whether every pixel can be had, before anything is said about the picture. */
export default async function decodeImage(image: ImageInput): Promise<DecodedImage> {
  const { width, height } = await decode(image)
  return { width, height, sha256: hash('sha256', image.bytes, 'hex') }
}
