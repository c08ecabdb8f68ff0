import { exifBlock } from './headers/tags.ts'
import { hasText } from './headers/text.ts'

/** What a file says of where and when it was taken. Anyone can write it there. */
export interface Taken {
  position: { lat: number; lng: number } | null
  /** UTC with Z. Where the file states no offset, its clock is read as UTC and may be off by the offset. */
  at: { time: string; hasOffset: boolean } | null
}

const EXIF_DIRECTORY = 0x8769
const GPS_DIRECTORY = 0x8825
const TIME_TAKEN = 0x9003
const OFFSET_TAKEN = 0x9011
const [LATITUDE_REF, LATITUDE, LONGITUDE_REF, LONGITUDE] = [1, 2, 3, 4]
const ASCII = 2
const LONG = 4
const RATIONAL = 5

/** Damage hides no pixel: what cannot be read is simply not said. */
export function readTaken(bytes: Uint8Array): Taken {
  const block = exifBlock(bytes)
  if (block === null) return { position: null, at: null }
  const little = hasText(block, 0, 'II*\0')
  if (!little && !hasText(block, 0, 'MM\0*')) return { position: null, at: null }
  const root = directoryAt(block, read(block, 4, little), little)
  const inside = (tag: number) => directoryAt(block, root.get(tag)?.numbers?.[0], little)
  return { position: positionIn(inside(GPS_DIRECTORY)), at: timeIn(inside(EXIF_DIRECTORY)) }
}

interface Entry {
  text?: string
  numbers?: number[]
}
type Directory = Map<number, Entry>

function read(block: DataView, at: number, little: boolean): number | undefined {
  return at + 4 <= block.byteLength ? block.getUint32(at, little) : undefined
}

function directoryAt(block: DataView, at: number | undefined, little: boolean): Directory {
  const found: Directory = new Map()
  if (at === undefined) return found
  try {
    const count = block.getUint16(at, little)
    for (let index = 0; index < count; index++) {
      const entry = at + 2 + 12 * index
      found.set(block.getUint16(entry, little), entryAt(block, entry, little))
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  return found
}

const LONGEST_TEXT = 64
const MOST_NUMBERS = 3

function entryAt(block: DataView, entry: number, little: boolean): Entry {
  const kind = block.getUint16(entry + 2, little)
  const count = block.getUint32(entry + 4, little)
  if (kind === ASCII && count <= LONGEST_TEXT) {
    const at = count <= 4 ? entry + 8 : block.getUint32(entry + 8, little)
    const codes = Array.from({ length: count }, (_, index) => block.getUint8(at + index))
    return { text: String.fromCharCode(...codes).replace(/\0.*$/s, '') }
  }
  if (kind === LONG && count === 1) return { numbers: [block.getUint32(entry + 8, little)] }
  if (kind !== RATIONAL || count > MOST_NUMBERS) return {}
  const at = block.getUint32(entry + 8, little)
  const ratio = (from: number) => block.getUint32(from, little) / block.getUint32(from + 4, little)
  return { numbers: Array.from({ length: count }, (_, index) => ratio(at + 8 * index)) }
}

function positionIn(gps: Directory): Taken['position'] {
  const lat = degrees(gps.get(LATITUDE), gps.get(LATITUDE_REF), 'N', 'S')
  const lng = degrees(gps.get(LONGITUDE), gps.get(LONGITUDE_REF), 'E', 'W')
  if (lat === null || lng === null || Math.abs(lat) > 90 || Math.abs(lng) > 180) return null
  // A camera that never found itself writes zeros.
  return lat === 0 && lng === 0 ? null : { lat, lng }
}

function degrees(angle: Entry | undefined, half: Entry | undefined, plus: string, minus: string): number | null {
  const [whole, minutes, seconds] = angle?.numbers ?? []
  if (whole === undefined || minutes === undefined || seconds === undefined) return null
  const value = whole + minutes / 60 + seconds / 3600
  if (!Number.isFinite(value) || (half?.text !== plus && half?.text !== minus)) return null
  return half.text === plus ? value : -value
}

function timeIn(exif: Directory): Taken['at'] {
  const stated = /^(\d{4}):(\d\d):(\d\d) (\d\d:\d\d:\d\d)$/.exec(exif.get(TIME_TAKEN)?.text ?? '')
  if (stated === null) return null
  const [, year, month, day, clock] = stated
  const offset = /^[+-]\d\d:\d\d$/.exec(exif.get(OFFSET_TAKEN)?.text ?? '')?.[0]
  const time = new Date(`${year}-${month}-${day}T${clock}${offset ?? 'Z'}`)
  return Number.isNaN(time.getTime()) ? null : { time: time.toISOString(), hasOffset: offset !== undefined }
}
