import sharp from 'sharp'
import type { Pixels } from './decode.ts'

const SIGNATURE_BYTES = 8
/** Length, name and checksum around a chunk's own bytes. */
const FRAME_BYTES = 12
const NEEDED = new Set(['IHDR', 'IDAT', 'IEND'])

/** A PNG of pixels and nothing else: the encoder's own note of a resolution is left out too. */
export async function barePng({ width, height, data }: Pixels): Promise<Uint8Array> {
  const png = await sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
  const kept = [png.subarray(0, SIGNATURE_BYTES)]
  for (let at = SIGNATURE_BYTES; at < png.length; ) {
    const end = at + FRAME_BYTES + png.readUInt32BE(at)
    if (NEEDED.has(png.toString('latin1', at + 4, at + 8))) kept.push(png.subarray(at, end))
    at = end
  }
  return Buffer.concat(kept)
}
