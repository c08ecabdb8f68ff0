import { brands } from './boxes.ts'

const SIGNATURES: [format: string, at: number, signature: string][] = [
  ['TIFF', 0, 'II*\0'],
  ['TIFF', 0, 'MM\0*'],
  ['TIFF', 0, 'II+\0'],
  ['TIFF', 0, 'MM\0+'],
  ['PDF', 0, '%PDF-'],
  ['Photoshop', 0, '8BPS'],
  ['JPEG XL', 0, '\xff\x0a'],
  ['JPEG XL', 4, 'JXL '],
  ['JPEG 2000', 4, 'jP  '],
  ['JPEG 2000', 0, '\xff\x4f\xff\x51'],
  ['ICO', 0, '\0\0\x01\0'],
  ['QOI', 0, 'qoif'],
  ['OpenEXR', 0, 'v/1\x01'],
  ['gzip', 0, '\x1f\x8b'],
  ['ZIP', 0, 'PK\x03\x04'],
  ['Matroska or WebM video', 0, '\x1a\x45\xdf\xa3'],
  ['AVI video', 8, 'AVI '],
  ['BMP', 0, 'BM'],
]

const HEIC = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs', 'mif1', 'msf1', 'heif'])

/** The name of a format that is known and not read here, so that the refusal can name it. */
export function unsupportedFormat(bytes: Uint8Array): string | undefined {
  const opening = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024)).toString('latin1')
  const found = SIGNATURES.find(([, at, signature]) => opening.startsWith(signature, at))
  if (found) return found[0]
  const named = brands(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  if (named.some((brand) => HEIC.has(brand))) return 'HEIC'
  if (named.length > 0) return 'MP4 or QuickTime video'
  return markup(opening)
}

function markup(opening: string): string | undefined {
  const text = opening
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart()
    .toLowerCase()
  if (text.startsWith('<svg') || (text.startsWith('<?xml') && text.includes('<svg'))) return 'SVG'
  if (text.startsWith('<!doctype html') || text.startsWith('<html')) return 'HTML'
  if (text.startsWith('<?xml')) return 'XML'
  return undefined
}
