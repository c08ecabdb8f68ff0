import { readOrientation } from './exif.ts'
import type { Malformed, Orientation, Stored } from './stored.ts'
import { fourLetters, hasText } from './text.ts'

const LARGEST = 0x7fff_ffff

export function isPng(view: DataView): boolean {
  return hasText(view, 0, '\x89PNG\r\n\x1a\n')
}

export function readPng(view: DataView): Stored | Malformed {
  if (view.getUint32(8) !== 13 || fourLetters(view, 12) !== 'IHDR') return 'malformed'
  const width = view.getUint32(16)
  const height = view.getUint32(20)
  if (width > LARGEST || height > LARGEST) return 'malformed'
  return { width, height, orientation: orientationBeforePixels(view) }
}

function orientationBeforePixels(view: DataView): Orientation {
  for (let at = 33; ; ) {
    const length = view.getUint32(at)
    const kind = fourLetters(view, at + 4)
    if (kind === 'eXIf') return readOrientation(view, at + 8, length)
    if (kind === 'IDAT' || kind === 'IEND') return 1
    at += 12 + length
  }
}
