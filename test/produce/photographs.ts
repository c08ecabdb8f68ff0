import sharp from 'sharp'
import {
  type Banana,
  type PinholeCamera,
  plainBanana,
  plainScene,
  renderScene,
  type Scene,
  type Truth,
} from '../../src/measure/produce/scene/index.ts'

const FOCAL_35MM = 26
const CARD = { paper: 'a4', dpi: 300, printScale: 1 } as const

/** A rendered photograph as a telephone would hand it over: JPEG, with the lens named in it. */
export async function photograph(
  changes: Partial<Scene> = {},
  { camera = {}, orientation }: { camera?: Partial<PinholeCamera>; orientation?: number } = {},
): Promise<{ jpeg: Buffer<ArrayBuffer>; truth: Truth }> {
  const { width = 1280, height = 960 } = changes
  const focalPx = (FOCAL_35MM / Math.hypot(36, 24)) * Math.hypot(width, height)
  const stood = { ...(plainScene().camera as PinholeCamera), focalPx, distanceMm: 330, ...camera }
  const { pixels, truth } = renderScene(plainScene({ width, height, camera: stood, card: CARD, ...changes }))
  const jpeg = await sharp(pixels.data, { raw: { width, height, channels: 3 } })
    .withExif({ IFD2: { FocalLengthIn35mmFilm: String(FOCAL_35MM) } })
    .withMetadata(orientation === undefined ? {} : { orientation })
    .jpeg({ quality: 90 })
    .toBuffer()
  return { jpeg: Buffer.from(jpeg), truth }
}

export const finger = (changes: Partial<Banana> = {}) => plainBanana(changes)

export async function blank(width = 800, height = 600): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#d8d8d4' } })
    .jpeg()
    .toBuffer()
}

/** Every member of a reading whose name claims millimetres or square centimetres. */
export function metricLengthsIn(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) =>
    /(^|_)(mm|cm2)$/.test(name) && name !== 'limit_mm' ? metricLengthsOf(member) : metricLengthsIn(member),
  )
}

const metricLengthsOf = (member: unknown) =>
  member !== null && typeof member === 'object' ? metricLengthsIn(member) : [member]
