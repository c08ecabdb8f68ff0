import { type Parsed, parsed, refused } from './parsed.ts'

/** A square of about 9.55 m at the equator. */
export interface Cell {
  text: string
  centre: { lat: number; lng: number }
  box: { minLat: number; maxLat: number; minLng: number; maxLng: number }
}

const LAT_LAST = 2 ** 21 - 1
const LNG_LAST = 2 ** 22 - 1

/** mode 1, resolution 21, base 0xab: the first twenty bits of every cell of this grid. */
const FIRST_LANE = 0x115a
const SECOND_LANE_TOP = 0xb
const RESERVED = 0x0800

const CONSONANTS = 'bcdfghjklmnpqrstvwxyz'
const VOWELS = 'aeiouAEIOU'
const SPELLABLE = 44_100

/** Latitude is clamped and longitude wrapped, as the operator does; only a coordinate that is no number is refused. */
export function cellAt(lat: number, lng: number): string {
  if (!Number.isFinite(lat) || !Number.isFinite(lng)) throw new RangeError('a cell needs two finite coordinates')
  const row = Math.round(((Math.min(90, Math.max(-90, lat)) + 90) / 180) * LAT_LAST)
  const column = Math.round(((wrapped(lng) + 180) / 360) * LNG_LAST)
  // A pole and the antimeridian are one place each, so each has one cell.
  const atPole = row === 0 || row === LAT_LAST
  return spell(row, atPole || column === LNG_LAST ? 0 : column)
}

export function parseCell(text: unknown): Parsed<Cell> {
  if (typeof text !== 'string') return refused('a cell is text')
  const words = text.split('.', 5)
  if (words.length !== 4) return refused('a cell has four parts joined by dots')
  const lanes: number[] = []
  for (const word of words) {
    const lane = readLane(word)
    if (lane === undefined) return refused('a part of the cell is no spelling of 16 bits')
    lanes.push(lane)
  }
  const [first, second, third, fourth] = lanes as [number, number, number, number]
  if (first !== FIRST_LANE || second >> 12 !== SECOND_LANE_TOP) return refused('the cell is not of the 10 m grid')
  if (second & RESERVED) return refused('the reserved bit of the cell is set')
  const row = ((second & 0x7ff) << 10) | (third >> 6)
  const column = ((third & 0x3f) << 16) | fourth
  return parsed({ text, ...place(row, column) })
}

function wrapped(lng: number): number {
  const turned = (lng + 180) % 360
  return (turned < 0 ? turned + 360 : turned) - 180
}

function place(row: number, column: number): Omit<Cell, 'text'> {
  const lat = (row / LAT_LAST) * 180 - 90
  const lng = (column / LNG_LAST) * 360 - 180
  const halfLat = 90 / LAT_LAST
  const halfLng = 180 / LNG_LAST
  return {
    centre: { lat, lng },
    box: {
      minLat: Math.max(-90, lat - halfLat),
      maxLat: Math.min(90, lat + halfLat),
      minLng: lng - halfLng,
      maxLng: lng + halfLng,
    },
  }
}

function spell(row: number, column: number): string {
  const lanes = [
    FIRST_LANE,
    (SECOND_LANE_TOP << 12) | (row >> 10),
    ((row & 0x3ff) << 6) | (column >> 16),
    column & 0xffff,
  ]
  return lanes.map(spellLane).join('.')
}

function spellLane(lane: number): string {
  if (lane >= SPELLABLE) return `z${lane.toString(16).padStart(4, '0')}`
  return (
    CONSONANTS[Math.floor(lane / 2100)]! +
    VOWELS[Math.floor(lane / 210) % 10]! +
    CONSONANTS[Math.floor(lane / 10) % 21]! +
    VOWELS[lane % 10]!
  )
}

function readLane(word: string): number | undefined {
  if (/^z[0-9a-f]{4}$/.test(word)) {
    const lane = Number.parseInt(word.slice(1), 16)
    // One lane, one spelling: what can be spelled in letters may not be written in digits.
    return lane >= SPELLABLE ? lane : undefined
  }
  if (word.length !== 4) return undefined
  const digits = [
    CONSONANTS.indexOf(word[0]!),
    VOWELS.indexOf(word[1]!),
    CONSONANTS.indexOf(word[2]!),
    VOWELS.indexOf(word[3]!),
  ]
  if (digits.some((digit) => digit < 0)) return undefined
  return digits[0]! * 2100 + digits[1]! * 210 + digits[2]! * 10 + digits[3]!
}
