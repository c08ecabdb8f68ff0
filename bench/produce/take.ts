import sharp from 'sharp'
import { decode } from '../../src/imaging/decode.ts'
import type { Pixels } from '../../src/measure/produce/types.ts'

/** As a telephone hands it over: through JPEG and back. */
export async function throughJpeg(pixels: Pixels, quality: number): Promise<Pixels> {
  const bytes = await jpegOf(pixels, quality)
  return decode({ bytes, width: pixels.width, height: pixels.height, media_type: 'image/jpeg' })
}

export function jpegOf({ data, width, height }: Pixels, quality: number): Promise<Uint8Array> {
  return sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality })
    .toBuffer()
}
