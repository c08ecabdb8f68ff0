import type { Orientation } from './stored.ts'
import { hasText } from './text.ts'

const ORIENTATION_TAG = 0x0112
const SHORT = 3

/** The orientation in a block of EXIF; damage there hides no pixel, so it only means that none is stated. */
export function readOrientation(view: DataView, start: number, length: number): Orientation {
  const end = start + length
  if (end > view.byteLength) throw new RangeError('the block is cut short')
  const tiff = hasText(view, start, 'Exif\0\0') ? start + 6 : start
  if (end - tiff < 8) return 1
  const little = hasText(view, tiff, 'II*\0')
  if (!little && !hasText(view, tiff, 'MM\0*')) return 1
  const directory = tiff + view.getUint32(tiff + 4, little)
  if (directory + 2 > end) return 1
  const entries = view.getUint16(directory, little)
  for (let i = 0; i < entries; i++) {
    const entry = directory + 2 + 12 * i
    if (entry + 12 > end) return 1
    if (view.getUint16(entry, little) !== ORIENTATION_TAG) continue
    const value = view.getUint16(entry + 8, little)
    const stated = view.getUint16(entry + 2, little) === SHORT && value >= 1 && value <= 8
    return stated ? (value as Orientation) : 1
  }
  return 1
}
