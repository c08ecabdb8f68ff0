import { decode } from '../../imaging/decode.ts'
import type { ImageInput } from '../../imaging/input.ts'

export interface DecodedImage {
  width: number
  height: number
  sha256: string
}

/** Whether every pixel can be had, before anything is said about the picture. */
export default async function decodeImage(image: ImageInput): Promise<DecodedImage> {
  const { width, height } = await decode(image)
  return { width, height, sha256: image.sha256 }
}
