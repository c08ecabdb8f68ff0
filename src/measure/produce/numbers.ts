import { ACCURACY, compared, gradeTerms, type Leverage, lengthTerms, statedAccuracy } from './accuracy.ts'
import { median } from './agreement.ts'
import { blemishesOf } from './fruit/blemish.ts'
import { colourStageOf } from './fruit/colour-stage.ts'
import type { Crop } from './fruit/crop.ts'
import { areaOf } from './fruit/curve.ts'
import type { Found } from './fruit/find.ts'
import { type Finger, pointAt } from './fruit/finger.ts'
import type { Look } from './fruit/look.ts'
import type { Placed, Scale } from './fruit/placed.ts'
import { skinOf, tipsHueOf } from './fruit/skin.ts'
import type { AccuracyTerms, FruitScale, Marks, Metric, ProduceOutcome } from './reading.ts'
import { FACES, FACES_SHARE, GRADE_LIMITS, LENGTH_LIMITS, SEES_HALF } from './standard.ts'
import type { Point } from './types.ts'

export interface Measured {
  /** The variants that were measured. */
  measured: Placed[]
  crop: Crop
  look: Look
  found: Found
  scale: Scale
}

type Numbers = Pick<ProduceOutcome, 'metric' | 'measurement_accuracy' | 'colour' | 'blemish' | 'scale' | 'marks'>

/** Each number is the median of the variants; what is drawn is the variant nearest to the median length. */
export function numbersOf({ measured, crop, look, found, scale }: Measured): Numbers {
  const of = (value: (finger: Finger) => number) => median(measured.map(({ finger }) => value(finger)))
  const halfRange = (value: (finger: Finger) => number) => {
    const values = measured.map(({ finger }) => value(finger))
    return (Math.max(...values) - Math.min(...values)) / 2
  }
  const length = of(({ toPedicelBase }) => toPedicelBase)
  const toCrown = of((finger) => finger.toCrown)
  const grade = of((finger) => finger.grade)
  const lengthPx = of(({ toPedicelBasePx }) => toPedicelBasePx)
  const gradePx = of((finger) => finger.gradePx)
  const shown = nearestTo(measured, length)
  const { finger } = shown
  const unitPerPx = Math.sqrt(finger.area / pixelArea(finger))
  const leverage = leverageOf(scale, shown, found.spacingPx * unitPerPx)
  const terms = {
    length: lengthTerms(
      finger,
      'pedicel',
      halfRange(({ toPedicelBase }) => toPedicelBase),
      leverage,
    ),
    to_crown: lengthTerms(
      finger,
      'crown',
      halfRange((one) => one.toCrown),
      leverage,
    ),
    grade: gradeTerms(
      finger,
      halfRange((one) => one.grade),
      leverage,
    ),
  }
  const hasScale = scale.kind !== 'none'
  const mm = (value: number) => (hasScale ? round(value) : null)
  const accuracy = {
    length: statedAccuracy(terms.length),
    toCrown: statedAccuracy(terms.to_crown),
    grade: statedAccuracy(terms.grade),
  }
  const px = (value: number) => round(hasScale ? value / unitPerPx : value)
  const lengthCompared = hasScale ? compared(length, accuracy.length, LENGTH_LIMITS) : []
  const gradeCompared = hasScale ? compared(grade, accuracy.grade + FACES_SHARE * grade, GRADE_LIMITS) : []
  const ratio = length / grade
  const skin = skinOf(crop, finger, look.white)
  const blemishes = blemishesOf(skin)
  const stage = colourStageOf(skin, blemishes, tipsHueOf(crop, finger, look.white), look.white)
  const fraction = round(blemishes.areaPx / pixelArea(finger), 4)
  const visibleCm2 = hasScale ? round((blemishes.skinPx * unitPerPx ** 2) / 100, 2) : null
  const blemishAccuracy = {
    fraction: round(ACCURACY.blemishFloor + ACCURACY.blemishShare * fraction, 4),
    visible_cm2: visibleCm2 === null ? null : round(ACCURACY.blemishFloorCm2 + ACCURACY.blemishShare * visibleCm2, 2),
  }
  const metric: Metric = {
    length: {
      mm: mm(length),
      to_pedicel_base_mm: mm(length),
      to_crown_mm: mm(toCrown),
      px: round(lengthPx),
      to_crown_px: round(of(({ toCrownPx }) => toCrownPx)),
      accuracy_mm: mm(accuracy.length),
      to_crown_accuracy_mm: mm(accuracy.toCrown),
      accuracy_px: px(accuracy.length),
      undecided_against: undecided(lengthCompared),
      compared: lengthCompared,
    },
    grade: {
      mm: mm(grade),
      px: round(gradePx),
      accuracy_mm: mm(accuracy.grade),
      accuracy_px: px(accuracy.grade),
      faces: FACES,
      undecided_against: undecided(gradeCompared),
      compared: gradeCompared,
    },
    colour_stage: { stage: stage.stage, accuracy_stages: stage.accuracyStages },
    blemish: { fraction, visible_cm2: visibleCm2, accuracy: blemishAccuracy },
    slenderness: {
      ratio: round(ratio, 3),
      accuracy: round(ratio * Math.hypot(ownShare(terms.length) / length, ownShare(terms.grade) / grade), 3),
    },
  }
  return {
    metric,
    measurement_accuracy: {
      unit: hasScale ? 'mm' : 'px',
      length: rounded(terms.length),
      to_crown: rounded(terms.to_crown),
      grade: rounded(terms.grade),
      how: `${ACCURACY.coverage} times the root of the sum of squares of the terms, each one standard deviation`,
      rests_on: restsOn(scale),
    },
    colour: stage.colour,
    blemish: {
      fraction,
      visible_cm2: visibleCm2,
      judged_share_of_silhouette: round((skin.judgedCells * skin.cellPx ** 2) / pixelArea(finger)),
      sees: SEES_HALF,
    },
    scale: fruitScale(scale, shown, found),
    marks: marksOf(finger),
  }
}

function nearestTo(measured: Placed[], length: number): Placed {
  return measured.reduce((best, one) =>
    Math.abs(one.finger.toPedicelBase - length) < Math.abs(best.finger.toPedicelBase - length) ? one : best,
  )
}

function pixelArea({ outline }: Finger): number {
  return Math.abs(areaOf([outline[2]!, outline[3]!]))
}

function leverageOf(scale: Scale, { correction }: Placed, step: number): Leverage {
  const shares = { heightCorrection: correction, step }
  if (scale.kind === 'none') return { ...shares, scaleShare: 0, printShare: 0, cameraShare: 0 }
  if (scale.kind === 'typed') return { ...shares, scaleShare: ACCURACY.typedShare, printShare: 0, cameraShare: 0 }
  return {
    ...shares,
    scaleShare: scale.plane.scaleUncertainty,
    printShare: ACCURACY.printShare[scale.plane.spacing.from],
    cameraShare: ACCURACY.cameraShare[scale.footFrom],
  }
}

/** What moves length and grade apart: a wrong scale moves both alike and leaves their ratio. */
function ownShare({ contour, end_points, spread, parallax }: AccuracyTerms): number {
  return ACCURACY.coverage * Math.hypot(contour, end_points, spread, parallax)
}

function restsOn(scale: Scale): string[] {
  if (scale.kind === 'none')
    return ['no scale: pixels and ratios as the picture shows them, nothing corrected for slant or height']
  if (scale.kind === 'typed') {
    return ['the typed scale holds at the height of the fruit and everywhere along it; nothing here checks that']
  }
  const rests = ['the fruit lies on the card, its axis half its thickness above the paper']
  if (scale.footFrom === 'assumed') {
    rests.push(
      'the focal length is unknown: the height of the camera is that of an everyday phone lens, and the parallax term spans from wide to twice as long',
    )
  }
  return rests
}

function fruitScale(scale: Scale, { heightMm, correction }: Placed, { centre }: Found): FruitScale | null {
  if (scale.kind === 'none') return null
  if (scale.kind === 'typed') return { from: 'typed', mmPerPx: scale.mmPerPx, heightMm: null, heightCorrection: null }
  return {
    from: 'card',
    mmPerPx: scale.plane.mmPerPxAt(centre),
    heightMm: heightMm === null ? null : round(heightMm),
    heightCorrection: round(correction.length, 5),
  }
}

function marksOf({ outline, convex, toPedicelBase, middle }: Finger): Marks {
  const path = (x: Float64Array, y: Float64Array): Point[] => Array.from(x, (value, index) => [value, y[index]!])
  const convexPath = path(convex.pxX, convex.pxY)
  return {
    contour: path(outline[2]!, outline[3]!),
    convexPath,
    blossomTip: convexPath[0]!,
    pedicelBase: pointAt(convex, toPedicelBase).px,
    crown: convexPath.at(-1)!,
    midSection: [middle.outerPx, middle.innerPx],
  }
}

function undecided(comparisons: Metric['length']['compared']): { limit_mm: number; what: string }[] {
  return comparisons.filter(({ verdict }) => verdict === 'undecided').map(({ limit_mm, what }) => ({ limit_mm, what }))
}

function rounded(terms: AccuracyTerms): AccuracyTerms {
  return Object.fromEntries(
    Object.entries(terms).map(([name, value]) => [name, round(value, 3)]),
  ) as unknown as AccuracyTerms
}

function round(value: number, digits = 2): number {
  return Number(value.toFixed(digits))
}
