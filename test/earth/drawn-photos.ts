import sharp from 'sharp'
import { type Random, random } from './random.ts'

export interface DrawnPhoto {
  width?: number
  height?: number
  /** Where the sky ends, as a share of the height from above. */
  horizon?: number
  ground?: [r: number, g: number, b: number]
  /** Rows of this colour across the ground, as a share of it. */
  rows?: { colour: [r: number, g: number, b: number]; share: number }
  /** How strongly light and shade vary. */
  relief?: number
  sky?: [r: number, g: number, b: number]
  seed?: number
}

export const LEAVES: [number, number, number] = [86, 128, 52]
export const SOIL: [number, number, number] = [142, 108, 78]
export const STRAW: [number, number, number] = [176, 148, 92]
export const BLUE_SKY: [number, number, number] = [140, 178, 222]
export const OVERCAST: [number, number, number] = [226, 227, 228]

/** A field under a sky: light and shade vary at every scale, as they do on leaves and clods. */
export async function drawPhoto(drawn: DrawnPhoto = {}): Promise<Buffer> {
  const {
    width = 240,
    height = 180,
    horizon = 0.25,
    ground = LEAVES,
    rows,
    relief = 60,
    sky = BLUE_SKY,
    seed = 1,
  } = drawn
  const shade = relievedBy(width, height, random(seed))
  const pixels = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const isSky = y < horizon * height
      // Rows run towards a vanishing point, so that they widen towards the camera.
      const across = ((x - width / 2) / (y - horizon * height + 30)) * 6
      const isRow = rows !== undefined && across - Math.floor(across) < rows.share
      const colour = isSky ? sky : isRow ? rows.colour : ground
      const light = isSky ? shade[y * width + x]! * 6 : shade[y * width + x]! * relief
      for (let band = 0; band < 3; band++)
        pixels[(y * width + x) * 3 + band] = Math.max(0, Math.min(255, Math.round(colour[band]! * (1 + light / 128))))
    }
  return encode(pixels, width, height)
}

/** From -1 to 1: octaves of smooth noise, each half as wide and nearly as strong as the one before. */
function relievedBy(width: number, height: number, next: Random): Float64Array {
  const sum = new Float64Array(width * height)
  for (let size = 96, strength = 0.5; size >= 2; size /= 2, strength *= 0.85) {
    const columns = Math.ceil(width / size) + 2
    const lattice = Float64Array.from({ length: columns * (Math.ceil(height / size) + 2) }, () => 2 * next() - 1)
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const [fx, fy] = [x / size, y / size]
        const [column, row] = [Math.floor(fx), Math.floor(fy)]
        const [u, v] = [fx - column, fy - row]
        const at = (dx: number, dy: number) => lattice[(row + dy) * columns + column + dx]!
        const above = at(0, 0) * (1 - u) + at(1, 0) * u
        const below = at(0, 1) * (1 - u) + at(1, 1) * u
        sum[y * width + x]! += strength * (above * (1 - v) + below * v)
      }
  }
  return sum.map((value) => Math.max(-1, Math.min(1, value)))
}

/** Every pixel for itself, in blocks of a grain; tinted by what each channel may hold at most. */
export function drawNoise(
  grain: number,
  tint: [number, number, number],
  seed = 1,
  width = 320,
  height = 240,
): Promise<Buffer> {
  const next = random(seed)
  const columns = Math.ceil(width / grain)
  const cells = Array.from({ length: columns * Math.ceil(height / grain) }, () => tint.map((most) => next() * most))
  const pixels = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const cell = cells[Math.floor(y / grain) * columns + Math.floor(x / grain)]!
      for (let band = 0; band < 3; band++) pixels[(y * width + x) * 3 + band] = cell[band]!
    }
  return encode(pixels, width, height)
}

export function drawBlank(colour: [number, number, number], width = 240, height = 180): Promise<Buffer> {
  return encode(Buffer.from(Array.from({ length: width * height }, () => colour).flat()), width, height)
}

/** From one colour to the other, without anything in it. */
export function drawGradient(from: [number, number, number], to: [number, number, number]): Promise<Buffer> {
  const [width, height] = [240, 180]
  const pixels = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (let band = 0; band < 3; band++)
        pixels[(y * width + x) * 3 + band] = from[band]! + ((to[band]! - from[band]!) * (x + y)) / (width + height)
  return encode(pixels, width, height)
}

function encode(pixels: Buffer, width: number, height: number): Promise<Buffer> {
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer()
}

/** The same picture with what a phone writes beside it. */
export function withExif(
  photo: Buffer,
  { lat, lng, at, offset }: { lat?: number; lng?: number; at?: string; offset?: string },
): Promise<Buffer> {
  const degrees = (value: number) => {
    const seconds = Math.round(Math.abs(value) * 3600 * 1e4)
    const [whole, rest] = [Math.floor(seconds / 36e6), seconds % 36e6]
    return `${whole}/1 ${Math.floor(rest / 6e5)}/1 ${rest % 6e5}/10000`
  }
  const gps: Record<string, string> =
    lat === undefined || lng === undefined
      ? {}
      : {
          GPSLatitudeRef: lat < 0 ? 'S' : 'N',
          GPSLatitude: degrees(lat),
          GPSLongitudeRef: lng < 0 ? 'W' : 'E',
          GPSLongitude: degrees(lng),
        }
  const time: Record<string, string> =
    at === undefined ? {} : { DateTimeOriginal: at, ...(offset && { OffsetTimeOriginal: offset }) }
  return sharp(photo).jpeg({ quality: 90 }).withExif({ IFD2: time, IFD3: gps }).toBuffer()
}
