import { exifBlock, readTags, type Tags } from './headers/tags.ts'

/** The diagonal of small-image film, against which cameras state their focal length. */
const FILM_DIAGONAL_MM = Math.hypot(36, 24)

/** Sides of whole sensors. A picture of another shape was cut out of one, and files do not agree on what they then say. */
const SENSOR_SHAPES = [4 / 3, 3 / 2]
const SHAPE_TOLERANCE = 0.01

const UNITS_MM: Record<number, number> = { 2: 25.4, 3: 10, 4: 1 }

/** The focal length in pixels of the picture at this size; null where the file does not say, or the picture was cut. */
export function readFocalPx(bytes: Uint8Array, width: number, height: number): number | null {
  const block = exifBlock(bytes)
  const tags = block && readTags(block)
  if (!tags || isCut(tags, width, height) || (tags.digitalZoom ?? 0) > 1.01) return null
  return fromFilm(tags, width, height) ?? fromSensor(tags, width, height)
}

function isCut({ width: statedWidth, height: statedHeight }: Tags, width: number, height: number): boolean {
  if (!statedWidth || !statedHeight) return false
  return !isNear(shapeOf(statedWidth, statedHeight), shapeOf(width, height))
}

function fromFilm({ focal35mm }: Tags, width: number, height: number): number | null {
  if (!focal35mm || !SENSOR_SHAPES.some((shape) => isNear(shape, shapeOf(width, height)))) return null
  return (focal35mm / FILM_DIAGONAL_MM) * Math.hypot(width, height)
}

function fromSensor(tags: Tags, width: number, height: number): number | null {
  const { focalMm, sensorPxPerUnit, sensorUnit, width: statedWidth, height: statedHeight } = tags
  const unit = UNITS_MM[sensorUnit ?? 2]
  if (!focalMm || !sensorPxPerUnit || !unit || !statedWidth || !statedHeight) return null
  return ((focalMm * sensorPxPerUnit) / unit) * (Math.max(width, height) / Math.max(statedWidth, statedHeight))
}

function shapeOf(width: number, height: number): number {
  return Math.max(width, height) / Math.min(width, height)
}

function isNear(a: number, b: number): boolean {
  return Math.abs(a / b - 1) < SHAPE_TOLERANCE
}
