import type { AccuracyTerms } from '../../src/measure/produce/reading.ts'
import type { Kind } from './kinds.ts'

export interface Compared {
  truth: number
  measured: number
  /** The half width that the reply states, and what it is the root sum of squares of. */
  stated: number
  terms: AccuracyTerms
}

/** One photograph, measured: what was true of it, what the measurement said. */
export interface Row {
  index: number
  kind: Kind
  distanceMm: number
  tiltDeg: number
  radiusMm: number
  bendDeg: number
  jpegQuality: number
  k1: number
  unevenness: number
  table: string
  megapixels: number
  focal: 'exif' | 'homography' | 'unknown'
  /** Null where no card was found; then the reason. */
  card: { scaleErrorPercent: number; heightErrorPercent: number | null; residualPx: number } | null
  cardRefusal: string | null
  length: Compared | null
  toCrown: Compared | null
  grade: Compared | null
  stage: { truth: number; measured: number } | null
  bruised: { truth: number; measured: number } | null
  spreadPercent: number | null
  abstained: string | null
  because: string[]
  /** A millimetre value in a reply that had no scale. */
  millimetresWithoutScale: number
}

export const errorPercent = ({ truth, measured }: Compared) => 100 * (measured / truth - 1)
export const isCovered = ({ truth, measured, stated }: Compared) => Math.abs(measured - truth) <= stated
