import sharp, { type Sharp } from 'sharp'

export type Format = 'jpeg' | 'png' | 'webp' | 'avif' | 'gif'
export const FORMATS: Format[] = ['jpeg', 'png', 'webp', 'avif', 'gif']

/** A picture with detail everywhere, the same each time: red rises to the right, green downwards, blue is noise. */
export function pixels(width: number, height: number): Buffer {
  const raw = Buffer.alloc(width * height * 3)
  let noise = 1
  for (let i = 0; i < width * height; i++) {
    noise = (noise * 1103515245 + 12345) & 0x7fffffff
    raw[3 * i] = Math.round((255 * (i % width)) / width)
    raw[3 * i + 1] = Math.round((255 * Math.floor(i / width)) / height)
    raw[3 * i + 2] = noise >> 16
  }
  return raw
}

export function picture(width: number, height: number): Sharp {
  return sharp(pixels(width, height), { raw: { width, height, channels: 3 } })
}

export async function encoded(format: Format, width = 64, height = 48): Promise<Buffer> {
  return picture(width, height).toFormat(format).toBuffer()
}
