import type { Finger } from './fruit/finger.ts'
import type { AccuracyTerms, Comparison } from './reading.ts'

/**
 * What each source of error leaves open, as one standard deviation; fitted on rendered photographs of one seed and
 * scored on those of another.
 */
export const ACCURACY = {
  /** How many standard deviations are stated. */
  coverage: 2,
  /** Paper, ink and a page printed at 100 percent; less where a ruler said what was printed. */
  printShare: { printed: 0.0012, ruler: 0.0008 },
  /** A typed scale says nothing of its own error or of the fruit's height. */
  typedShare: 0.01,
  /** Of the height correction: no fruit lies exactly half its thickness high along its whole length. */
  heightShare: { length: 0.115, grade: 0.08 },
  cameraShare: { exif: 0.02, homography: 0.05, assumed: 0.4 },
  /** Of a step of the sampling grid: where the edge is taken. */
  edgeSteps: 0.15,
  /** Of the radius of the rounding at each end. */
  blossomShare: 0.075,
  crownShare: 0.11,
  /** Of the full width, by which a width must be wrong to move the knee. */
  kneeWidthShare: 0.009,
  stalklessShare: 0.02,
  /** Of the grade: how far the section may stand from square and from the middle. */
  sectionShare: 0.002,
  /** Of the variants' half range: their floors lie on both sides of the edge, and move both faces at once. */
  gradeSpreadShare: 0.5,
  blemishFloor: 0.01,
  blemishFloorCm2: 0.3,
  blemishShare: 0.35,
} as const

export interface Leverage {
  scaleShare: number
  printShare: number
  /** What the height correction took, as a share of the value. */
  heightCorrection: { length: number; grade: number }
  cameraShare: number
  /** Length of one sampling step in the unit of the values. */
  step: number
}

export function lengthTerms(
  finger: Finger,
  to: 'pedicel' | 'crown',
  spread: number,
  leverage: Leverage,
): AccuracyTerms {
  const length = to === 'pedicel' ? finger.toPedicelBase : finger.toCrown
  const blossom = ACCURACY.blossomShare * finger.ends.blossom.radius
  const crown = ACCURACY.crownShare * finger.ends.crown.radius
  const knee = finger.pedicel
    ? (ACCURACY.kneeWidthShare * finger.fullWidth) / finger.pedicel.sharpness
    : ACCURACY.stalklessShare * length
  return {
    scale: length * leverage.scaleShare,
    print: length * leverage.printShare,
    parallax: length * parallaxShare('length', leverage),
    contour: ACCURACY.edgeSteps * leverage.step * Math.PI,
    end_points: Math.hypot(blossom, to === 'pedicel' ? knee : crown),
    spread,
  }
}

export function gradeTerms(finger: Finger, spread: number, leverage: Leverage): AccuracyTerms {
  const { grade } = finger
  return {
    scale: grade * leverage.scaleShare,
    print: grade * leverage.printShare,
    parallax: grade * parallaxShare('grade', leverage),
    contour: ACCURACY.edgeSteps * leverage.step * 2,
    end_points: ACCURACY.sectionShare * grade,
    spread: ACCURACY.gradeSpreadShare * spread,
  }
}

function parallaxShare(of: 'length' | 'grade', { heightCorrection, cameraShare }: Leverage): number {
  return Math.abs(heightCorrection[of]) * Math.hypot(ACCURACY.heightShare[of], cameraShare)
}

export function statedAccuracy(terms: AccuracyTerms): number {
  return ACCURACY.coverage * Math.hypot(...Object.values(terms))
}

/** A limit is passed or missed only where the whole interval lies on one side of it. */
export function compared(
  value: number,
  accuracy: number,
  limits: readonly { limit_mm: number; what: string }[],
): Comparison[] {
  return limits.map((limit) => ({
    ...limit,
    verdict: value - accuracy >= limit.limit_mm ? 'above' : value + accuracy < limit.limit_mm ? 'below' : 'undecided',
  }))
}
