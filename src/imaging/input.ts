import { decodeBase64, decodePlainBase64 } from './base64.ts'
import { type MediaType, readHeader } from './header.ts'
import { missing, notBase64, tooManyBytes, tooManyPixels, two, unreadable, unsupported } from './refusals.ts'

/**
 * A picture whose header has been read and found within the limits. None of its pixels has been decoded, and its bytes
 * are not hashed yet: both are for the worker that measures it.
 */
export interface ImageInput {
  bytes: Uint8Array
  /** After EXIF orientation. */
  width: number
  height: number
  /** What the bytes are, whatever the caller called them. */
  media_type: MediaType
}

export interface ImageLimits {
  maxBytes: number
  maxPixels: number
}

export const IMAGE_LIMITS: ImageLimits = { maxBytes: 20_000_000, maxPixels: 64_000_000 }

export interface GivenImage {
  image_base64?: string
  /** The same text as bytes of a body. */
  base64_bytes?: Uint8Array
  image_url?: string
  /** The request's body, where it is the picture itself; an empty one counts as none. */
  raw?: { bytes: Uint8Array; mediaType: string }
  limits?: ImageLimits
  fetchImage(url: string): Promise<Uint8Array>
}

/** The one way a picture comes in. A declared media type that does not fit is no refusal: the bytes decide. */
export async function readImage(given: GivenImage): Promise<ImageInput> {
  const { image_base64, base64_bytes, image_url, raw, limits = IMAGE_LIMITS } = given
  const ways = [
    (image_base64 ?? base64_bytes) !== undefined && 'image_base64',
    image_url !== undefined && 'image_url',
    raw !== undefined && raw.bytes.length > 0 && 'the body',
  ].filter((way) => way !== false)
  if (ways.length === 0) throw missing()
  if (ways.length > 1) throw two(ways)
  if (base64_bytes !== undefined) return inspect(fromBase64Bytes(base64_bytes, limits), limits)
  if (image_base64 !== undefined) return inspect(fromBase64(image_base64, limits), limits)
  if (image_url !== undefined) return inspect(await given.fetchImage(image_url), limits)
  return inspect(raw!.bytes, limits)
}

function inspect(bytes: Uint8Array, limits: ImageLimits): ImageInput {
  if (bytes.length > limits.maxBytes) throw tooManyBytes(bytes.length, limits.maxBytes)
  const header = readHeader(bytes)
  if (header.kind === 'unsupported') throw unsupported(header.format)
  if (header.kind === 'unreadable') throw unreadable(header.why)
  const { width, height, media_type } = header
  if (width * height > limits.maxPixels) throw tooManyPixels(width, height, limits.maxPixels)
  return { bytes, width, height, media_type }
}

/** Four characters carry three bytes, and line breaks add a little; text beyond this is not worth decoding. */
const MOST_CHARACTERS_A_BYTE = 1.5

const DATA_URL = /^data:image\/[a-z0-9.+-]+(;[a-z0-9-]+=[^;,]*)*;base64,/i

/** A text of the plain form is decoded where it lies; any other takes the way of a string, which names what is wrong. */
function fromBase64Bytes(given: Uint8Array, limits: ImageLimits): Uint8Array {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength)
  const prefix = DATA_URL.exec(bytes.toString('latin1', 0, 256))?.[0].length ?? 0
  const text = bytes.subarray(prefix)
  if (text.length > limits.maxBytes * MOST_CHARACTERS_A_BYTE) throw tooManyBytes(null, limits.maxBytes)
  return decodePlainBase64(text) ?? fromBase64(bytes.toString('latin1'), limits)
}

function fromBase64(given: string, limits: ImageLimits): Uint8Array {
  let text = given
  if (/^data:/i.test(given)) {
    const prefix = DATA_URL.exec(given.slice(0, 256))
    if (!prefix) throw notBase64('a data: URL must begin with data:image/…;base64,')
    text = given.slice(prefix[0].length)
  }
  if (text.length > limits.maxBytes * MOST_CHARACTERS_A_BYTE) throw tooManyBytes(null, limits.maxBytes)
  const decoded = decodeBase64(text)
  if ('wrong' in decoded) throw notBase64(decoded.wrong)
  return decoded.bytes
}
