import { readOrientation } from './exif.ts'
import type { Malformed, Orientation, Stored } from './stored.ts'
import { fourLetters, hasText } from './text.ts'

const FIRST_CHUNK = 12
const PAYLOAD = FIRST_CHUNK + 8
const HAS_EXIF = 0x08

export function isWebp(view: DataView): boolean {
  return hasText(view, 0, 'RIFF') && hasText(view, 8, 'WEBP')
}

export function readWebp(view: DataView): Stored | Malformed {
  if (8 + view.getUint32(4, true) > view.byteLength) throw new RangeError('the file is cut short')
  switch (fourLetters(view, FIRST_CHUNK)) {
    case 'VP8 ':
      return readLossy(view)
    case 'VP8L':
      return readLossless(view)
    case 'VP8X':
      return readExtended(view)
    default:
      return 'malformed'
  }
}

function readLossy(view: DataView): Stored | Malformed {
  const isKeyFrame = (view.getUint8(PAYLOAD) & 1) === 0
  if (!isKeyFrame || !hasText(view, PAYLOAD + 3, '\x9d\x01\x2a')) return 'malformed'
  return {
    width: view.getUint16(PAYLOAD + 6, true) & 0x3fff,
    height: view.getUint16(PAYLOAD + 8, true) & 0x3fff,
    orientation: 1,
  }
}

function readLossless(view: DataView): Stored | Malformed {
  if (view.getUint8(PAYLOAD) !== 0x2f) return 'malformed'
  const bits = view.getUint32(PAYLOAD + 1, true)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1, orientation: 1 }
}

function readExtended(view: DataView): Stored {
  const uint24 = (at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16)
  const hasExif = (view.getUint8(PAYLOAD) & HAS_EXIF) !== 0
  return {
    width: uint24(PAYLOAD + 4) + 1,
    height: uint24(PAYLOAD + 7) + 1,
    orientation: hasExif ? orientationFromChunks(view) : 1,
  }
}

function orientationFromChunks(view: DataView): Orientation {
  for (let at = FIRST_CHUNK; at < view.byteLength; ) {
    const length = view.getUint32(at + 4, true)
    if (fourLetters(view, at) === 'EXIF') return readOrientation(view, at + 8, length)
    at += 8 + length + (length & 1)
  }
  return 1
}
