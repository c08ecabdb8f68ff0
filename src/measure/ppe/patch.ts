import type { Pixels } from '../../imaging/decode.ts'
import { type Lab, LIGHT, labOf } from '../produce/fruit/light.ts'
import type { Part, PersonSeen, Place } from './seen.ts'

/** What a region of the picture is made of. */
export interface Patch {
  /** Pixels of the picture in it. */
  px: number
  /** How much of it lies inside the picture. */
  inFrame: number
  /** Of its pixels in the picture, what each part takes. */
  shares: Record<Part, number>
  /** Medians over its pixels; null where there are none. */
  colour: Lab | null
  /** Median distance of its pixels from that colour. */
  spread: number
}

/** More of a large region would cost time and tell nothing new. */
const SAMPLES = 3000
const NOTHING: Record<Part, number> = { background: 0, hair: 0, body_skin: 0, face_skin: 0, clothes: 0, other: 0 }

/** `only` leaves out pixels of other parts from the colour, not from the shares. */
export function patchOf(pixels: Pixels, person: PersonSeen, corners: readonly Place[], only?: readonly Part[]): Patch {
  const shares = { ...NOTHING }
  const colours: Lab[] = []
  const { places, each } = placesIn(corners)
  let inside = 0
  for (const place of places) {
    const part = person.partAt(place)
    if (part === null) continue
    inside++
    shares[part]++
    if (only === undefined || only.includes(part)) colours.push(labAt(pixels, place))
  }
  for (const part of Object.keys(shares) as Part[]) shares[part] /= Math.max(1, inside)
  const colour = medianOf(colours)
  return {
    px: Math.round(inside * each),
    inFrame: places.length === 0 ? 0 : inside / places.length,
    shares,
    colour,
    spread: colour === null ? 0 : median(colours.map((lab) => difference(lab, colour))),
  }
}

/** Evenly spread places inside, and how many pixels each stands for. */
export function placesIn(corners: readonly Place[]): { places: Place[]; each: number } {
  const xs = corners.map(([x]) => x)
  const ys = corners.map(([, y]) => y)
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const step = Math.max(1, Math.sqrt(((right - left) * (bottom - top)) / SAMPLES))
  const places: Place[] = []
  for (let y = Math.floor(top) + 0.5; y < bottom; y += step) {
    const crossings = crossingsAt(corners, y)
    for (let x = Math.floor(left) + 0.5; x < right; x += step) {
      if (crossings.filter((crossing) => crossing < x).length % 2 === 1) places.push([x, y])
    }
  }
  return { places, each: step * step }
}

function crossingsAt(corners: readonly Place[], y: number): number[] {
  return corners.flatMap(([ax, ay], index) => {
    const [bx, by] = corners[(index + 1) % corners.length]!
    return ay <= y === by <= y ? [] : [ax + ((y - ay) / (by - ay)) * (bx - ax)]
  })
}

export function labAt({ width, height, data }: Pixels, [x, y]: Place): Lab {
  const [column, row] = [
    Math.min(width - 1, Math.max(0, Math.floor(x))),
    Math.min(height - 1, Math.max(0, Math.floor(y))),
  ]
  const at = (row * width + column) * 3
  return labOf(LIGHT[data[at]!]!, LIGHT[data[at + 1]!]!, LIGHT[data[at + 2]!]!)
}

export function medianOf(colours: readonly Lab[]): Lab | null {
  if (colours.length === 0) return null
  return {
    l: median(colours.map(({ l }) => l)),
    a: median(colours.map(({ a }) => a)),
    b: median(colours.map(({ b }) => b)),
  }
}

export function median(numbers: number[]): number {
  const sorted = numbers.sort((a, b) => a - b)
  return sorted.length === 0 ? 0 : sorted[Math.floor(sorted.length / 2)]!
}

export function difference(one: Lab, other: Lab): number {
  return Math.hypot(one.l - other.l, one.a - other.a, one.b - other.b)
}

/** Light and shadow move lightness and leave hue and saturation nearly alone. */
export function tintDifference(one: Lab, other: Lab): number {
  return Math.hypot(one.a - other.a, one.b - other.b)
}
