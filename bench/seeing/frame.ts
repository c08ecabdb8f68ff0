import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

export const FRAME = { width: 1280, height: 720, media_type: 'image/jpeg' } as const

const STREET = fileURLToPath(new URL('../../docs/pictures/street.jpg', import.meta.url))
const GRAIN = 12

/** The documentation's street as a camera would send it: with grain, so that it is as large as a frame is. */
export async function frameJpeg(): Promise<Buffer> {
  const { width, height } = FRAME
  const pixels = await sharp(STREET).resize(width, height, { fit: 'cover' }).removeAlpha().raw().toBuffer()
  for (let index = 0, state = 1; index < pixels.length; index++) {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    pixels[index] = Math.min(255, Math.max(0, pixels[index]! + ((state >>> 16) % (2 * GRAIN + 1)) - GRAIN))
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 80 })
    .toBuffer()
}
