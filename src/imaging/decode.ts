import sharp, { type Sharp } from 'sharp'
import type { ImageInput } from './input.ts'
import { corrupt } from './refusals.ts'

export interface Pixels {
  width: number
  height: number
  /** Rows from the top, three bytes a pixel: red, green, blue in sRGB. */
  data: Uint8Array
}

// Each worker is one lane of work: threads of its own inside a decoder would only take turns with the other workers.
sharp.concurrency(1)
sharp.cache(false)

const WHITE = '#ffffff'

/**
 * Upright sRGB pixels; of an animation the first frame, of transparency what shows on white paper.
 * A file that libvips has any warning about is refused: half a picture measures plausibly and wrongly.
 */
export async function decode(image: ImageInput, options: { maxDimension?: number } = {}): Promise<Pixels> {
  const { data, info } = await upright(image, options.maxDimension)
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
    .catch((error: unknown) => {
      throw corrupt(error)
    })
  if (info.channels !== 3 || !hasShapeOf(image, info, options.maxDimension)) throw corrupt()
  return {
    width: info.width,
    height: info.height,
    data: new Uint8Array(data.buffer, data.byteOffset, data.byteLength),
  }
}

function upright(image: ImageInput, maxDimension?: number): Sharp {
  const picture = sharp(image.bytes, {
    failOn: 'warning',
    limitInputPixels: image.width * image.height,
    pages: 1,
    sequentialRead: true,
  })
    .autoOrient()
    .flatten({ background: WHITE })
    .toColourspace('srgb')
  if (maxDimension === undefined) return picture
  return picture.resize({ width: maxDimension, height: maxDimension, fit: 'inside', withoutEnlargement: true })
}

/** The header was believed when sizes and limits were judged: pixels of another shape would be measured against it. */
function hasShapeOf(image: ImageInput, decoded: { width: number; height: number }, maxDimension = Infinity): boolean {
  const scale = Math.min(1, maxDimension / Math.max(image.width, image.height))
  const isNear = (pixels: number, side: number) => Math.abs(pixels - Math.max(1, side * scale)) < (scale === 1 ? 1 : 2)
  return isNear(decoded.width, image.width) && isNear(decoded.height, image.height)
}
