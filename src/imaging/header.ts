import { isAvif, readAvif } from './headers/avif.ts'
import { isGif, readGif } from './headers/gif.ts'
import { isJpeg, readJpeg } from './headers/jpeg.ts'
import { isPng, readPng } from './headers/png.ts'
import type { Malformed, Orientation, Stored } from './headers/stored.ts'
import { unsupportedFormat } from './headers/unsupported.ts'
import { isWebp, readWebp } from './headers/webp.ts'

export type MediaType = 'image/jpeg' | 'image/png' | 'image/webp' | 'image/avif' | 'image/gif'

export type Header =
  | { kind: 'image'; media_type: MediaType; width: number; height: number; orientation: Orientation }
  | { kind: 'unsupported'; format: string }
  | { kind: 'unreadable'; why: 'empty' | 'unknown_format' | 'truncated' | Malformed }

const FORMATS: [MediaType, (view: DataView) => boolean, (view: DataView) => Stored | Malformed][] = [
  ['image/jpeg', isJpeg, readJpeg],
  ['image/png', isPng, readPng],
  ['image/webp', isWebp, readWebp],
  ['image/gif', isGif, readGif],
  ['image/avif', isAvif, readAvif],
]

/** What a picture claims to be, read without decoding it: 29 bytes can claim 65500 x 65500 pixels. */
export function readHeader(bytes: Uint8Array): Header {
  if (bytes.length === 0) return { kind: 'unreadable', why: 'empty' }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    for (const [media_type, isOne, read] of FORMATS) if (isOne(view)) return headerFrom(media_type, read(view))
  } catch (error) {
    // A DataView throws exactly this when a header promises bytes that are not there.
    if (error instanceof RangeError) return { kind: 'unreadable', why: 'truncated' }
    throw error
  }
  const format = unsupportedFormat(bytes)
  return format ? { kind: 'unsupported', format } : { kind: 'unreadable', why: 'unknown_format' }
}

function headerFrom(media_type: MediaType, stored: Stored | Malformed): Header {
  if (stored === 'malformed' || stored.width < 1 || stored.height < 1) return { kind: 'unreadable', why: 'malformed' }
  const { width, height, orientation } = stored
  const onItsSide = orientation >= 5
  return {
    kind: 'image',
    media_type,
    width: onItsSide ? height : width,
    height: onItsSide ? width : height,
    orientation,
  }
}
