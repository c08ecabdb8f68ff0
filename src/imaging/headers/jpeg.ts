import { readOrientation } from './exif.ts'
import type { Malformed, Orientation, Stored } from './stored.ts'
import { hasText } from './text.ts'

const START_OF_SCAN = 0xda
const APP1 = 0xe1

export function isJpeg(view: DataView): boolean {
  return hasText(view, 0, '\xff\xd8\xff')
}

/** Walks the segments up to the first scan: the size and the orientation may stand in either order before it. */
export function readJpeg(view: DataView): Stored | Malformed {
  let size: { width: number; height: number } | undefined
  let orientation: Orientation = 1
  for (let at = 2; ; ) {
    if (view.getUint8(at) !== 0xff) return 'malformed'
    while (view.getUint8(at + 1) === 0xff) at++
    const marker = view.getUint8(at + 1)
    if (!hasLength(marker)) return 'malformed'
    const length = view.getUint16(at + 2)
    if (length < 2) return 'malformed'
    if (marker === START_OF_SCAN) return size ? { ...size, orientation } : 'malformed'
    if (isFrame(marker)) {
      if (size || length < 8) return 'malformed'
      size = { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    }
    if (marker === APP1 && hasText(view, at + 4, 'Exif\0\0')) orientation = readOrientation(view, at + 4, length - 2)
    at += 2 + length
  }
}

function hasLength(marker: number): boolean {
  return marker >= 0xc0 && !(marker >= 0xd0 && marker <= 0xd9)
}

/** C0 to CF are frames, but for the tables C4 and CC and the reserved C8. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
}
