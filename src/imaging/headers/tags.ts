import { isJpeg } from './jpeg.ts'
import { isPng } from './png.ts'
import { fourLetters, hasText } from './text.ts'
import { isWebp } from './webp.ts'

/** What EXIF says of the lens and of the picture's size when it was taken. */
export interface Tags {
  focal35mm?: number
  focalMm?: number
  sensorPxPerUnit?: number
  sensorUnit?: number
  digitalZoom?: number
  width?: number
  height?: number
}

const NAMES: Record<number, keyof Tags> = {
  41989: 'focal35mm',
  37386: 'focalMm',
  41486: 'sensorPxPerUnit',
  41488: 'sensorUnit',
  41988: 'digitalZoom',
  40962: 'width',
  40963: 'height',
}
const EXIF_DIRECTORY = 0x8769
const SHORT = 3
const LONG = 4
const RATIONAL = 5

/** Damage hides no pixel: what cannot be read is simply not said. */
export function readTags(block: DataView): Tags | null {
  const little = hasText(block, 0, 'II*\0')
  if (!little && !hasText(block, 0, 'MM\0*')) return null
  const tags: Tags = {}
  try {
    for (const [tag, value] of entries(block, block.getUint32(4, little), little)) {
      if (tag !== EXIF_DIRECTORY || value === null) continue
      for (const [inner, stated] of entries(block, value, little)) {
        const name = NAMES[inner]
        if (name && stated !== null && Number.isFinite(stated) && stated > 0) tags[name] = stated
      }
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  return tags
}

function* entries(block: DataView, directory: number, little: boolean): Generator<[tag: number, value: number | null]> {
  const count = block.getUint16(directory, little)
  for (let index = 0; index < count; index++) {
    const at = directory + 2 + 12 * index
    yield [block.getUint16(at, little), valueAt(block, at, little)]
  }
}

function valueAt(block: DataView, entry: number, little: boolean): number | null {
  const kind = block.getUint16(entry + 2, little)
  if (kind === SHORT) return block.getUint16(entry + 8, little)
  if (kind === LONG) return block.getUint32(entry + 8, little)
  if (kind !== RATIONAL) return null
  const at = block.getUint32(entry + 8, little)
  return block.getUint32(at, little) / block.getUint32(at + 4, little)
}

/** The TIFF structure inside a file, without copying it. */
export function exifBlock(bytes: Uint8Array): DataView | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const cut = (from: number, length: number) => {
    const start = hasText(view, from, 'Exif\0\0') ? from + 6 : from
    return new DataView(bytes.buffer, bytes.byteOffset + start, length - (start - from))
  }
  try {
    if (isJpeg(view)) return inJpeg(view, cut)
    if (isPng(view)) return inChunks(view, { first: 8, name: 4, length: 0, content: 8, tail: 4, little: false }, cut)
    if (isWebp(view)) return inChunks(view, { first: 12, name: 0, length: 4, content: 8, tail: 0, little: true }, cut)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  return null
}

type Cut = (from: number, length: number) => DataView

const APP1 = 0xffe1
const START_OF_SCAN = 0xffda

function inJpeg(view: DataView, cut: Cut): DataView | null {
  for (let at = 2; ; ) {
    const marker = view.getUint16(at)
    const length = view.getUint16(at + 2)
    if (marker === START_OF_SCAN || marker < 0xff00 || length < 2) return null
    if (marker === APP1 && hasText(view, at + 4, 'Exif\0\0')) return cut(at + 4, length - 2)
    at += 2 + length
  }
}

interface ChunkShape {
  first: number
  name: number
  length: number
  content: number
  tail: number
  little: boolean
}

function inChunks(view: DataView, shape: ChunkShape, cut: Cut): DataView | null {
  for (let at = shape.first; ; ) {
    const length = view.getUint32(at + shape.length, shape.little)
    const name = fourLetters(view, at + shape.name)
    if (name === 'eXIf' || name === 'EXIF') return cut(at + shape.content, length)
    at += shape.content + length + shape.tail + (shape.little ? length & 1 : 0)
  }
}
