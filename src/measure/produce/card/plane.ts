import type { Point } from '../types.ts'
import { printedCorners, seenCorners } from './corners.ts'
import type { TracedMarker } from './edges.ts'
import { type Homography, homographyOf, inverse, through } from './homography.ts'
import type { CardMarker } from './layout.ts'
import { type Fit, leastSquares } from './least-squares.ts'
import { bend, type Frame, type Lens, PLAIN_LENS, straighten } from './lens.ts'

export interface MatchedMarker {
  printed: CardMarker
  traced: TracedMarker
}

/** The card's plane against the picture: a homography and one radial term, and what the corners leave open. */
export interface FittedPlane {
  /** In the picture's frame, as the lens bent them: four a marker, in the markers' order. */
  corners: Point[]
  lens: Lens
  growthMm: number
  /** Root mean square over the corners. */
  residualPx: number
  /** Standard deviation of one corner's coordinate, in the picture's frame. */
  deviation: number
  toPlane(imagePoint: Point): Point
  toImage(planePoint: Point): Point
  homography: Homography
  scaleUncertainty: number
}

/** Millimetres to the unit in which the fit is well conditioned. */
export const PLANE_UNIT = 100

/** What is believed of lens and ink before a corner is seen: one standard deviation. */
export const LENS_PRIOR = 0.1
export const INK_PRIOR_MM = 0.15
/** Of half a diagonal: how far from the picture's middle a lens's axis may lie. */
export const AXIS_PRIOR = 0.008
/** A corner is never trusted beyond this, however well a few happen to agree. */
const LEAST_DEVIATION_PX = 0.03
const LENS_ROUNDS = 6
/** Of a fit's values: what corners alone decide. Ink and axis rest on what is believed as much as on them. */
const FREE_VALUES = 9

export function fitPlane(markers: readonly MatchedMarker[], frame: Frame): FittedPlane {
  const weight = LEAST_DEVIATION_PX / frame.unit
  let lens = PLAIN_LENS
  let corners = markers.flatMap(({ traced }) => seenCorners(traced, frame, lens))
  let fit = leastSquares(
    (values) => residuals(markers, corners, values, weight),
    [...homographyOf(planeCorners(markers, 0), corners).slice(0, 8), 0, 0, 0, 0],
  )
  for (let round = 0; round < LENS_ROUNDS; round++) {
    const before = lens
    lens = lensOf(fit.values)
    if (Math.abs(lens.k - before.k) < 1e-6) break
    corners = markers.flatMap(({ traced }) => seenCorners(traced, frame, lens))
    fit = leastSquares((values) => residuals(markers, corners, values, weight), fit.values)
  }
  return described(markers, corners, fit, frame)
}

/** The fit's values: eight of the homography, then the lens's term, the ink's growth and the lens's axis. */
function lensOf(values: number[]): Lens {
  return { k: values[8]!, axis: [values[10]!, values[11]!] }
}

/** Every printed corner, in the fit's unit. */
function planeCorners(markers: readonly MatchedMarker[], growthMm: number): Point[] {
  return markers.flatMap(({ printed }) =>
    printedCorners(printed, growthMm).map(([x, y]): Point => [x / PLANE_UNIT, y / PLANE_UNIT]),
  )
}

function residuals(markers: readonly MatchedMarker[], corners: Point[], values: number[], weight: number): number[] {
  const lens = lensOf(values)
  const growth = values[9]!
  const homography = [...values.slice(0, 8), 1]
  const off = planeCorners(markers, growth).flatMap((corner, index) => {
    const [x, y] = bend(through(homography, corner), lens)
    return [x - corners[index]![0], y - corners[index]![1]]
  })
  const [x, y] = lens.axis
  const beliefs = [lens.k / LENS_PRIOR, growth / INK_PRIOR_MM, x / AXIS_PRIOR, y / AXIS_PRIOR]
  return [...off, ...beliefs.map((belief) => weight * belief)]
}

function described(markers: readonly MatchedMarker[], corners: Point[], fit: Fit, frame: Frame): FittedPlane {
  const off = residuals(markers, corners, fit.values, 0).slice(0, 2 * corners.length)
  const sum = off.reduce((total, value) => total + value * value, 0)
  const freedom = 2 * corners.length - FREE_VALUES
  const deviation = Math.max(Math.sqrt(sum / freedom), LEAST_DEVIATION_PX / frame.unit)
  const map = mapOf(fit.values, frame)
  return {
    corners,
    lens: lensOf(fit.values),
    growthMm: fit.values[9]!,
    residualPx: Math.sqrt(sum / corners.length) * frame.unit,
    deviation,
    homography: [...fit.values.slice(0, 8), 1],
    ...map,
    scaleUncertainty: scaleUncertainty(fit, deviation, frame),
  }
}

function mapOf(values: number[], frame: Frame) {
  const forth = [...values.slice(0, 8), 1]
  const back = inverse(forth)
  const lens = lensOf(values)
  return {
    toImage: ([x, y]: Point): Point => frame.toImage(bend(through(forth, [x / PLANE_UNIT, y / PLANE_UNIT]), lens)),
    toPlane: (point: Point): Point => {
      const [x, y] = through(back, straighten(frame.toFrame(point), lens))
      return [x * PLANE_UNIT, y * PLANE_UNIT]
    },
  }
}

/** Half a fruit's length either way of the middle, in four directions: where the scale is put to use. */
const CHORDS: readonly (readonly [Point, Point])[] = [
  [
    [-80, 0],
    [80, 0],
  ],
  [
    [0, -50],
    [0, 50],
  ],
  [
    [-60, -45],
    [60, 45],
  ],
  [
    [-60, 45],
    [60, -45],
  ],
]

/** By how much the length of a chord on the card moves with what the corners leave open: the most of the four. */
function scaleUncertainty(fit: Fit, deviation: number, frame: Frame): number {
  const { toImage } = mapOf(fit.values, frame)
  const shares = CHORDS.map(([from, to]) => {
    const [start, end] = [toImage(from), toImage(to)]
    const length = Math.hypot(to[0] - from[0], to[1] - from[1])
    return deviationOf(fit, deviation, (values) => {
      const { toPlane } = mapOf(values, frame)
      const [a, b] = [toPlane(start), toPlane(end)]
      return Math.hypot(b[0] - a[0], b[1] - a[1]) / length
    })
  })
  return Math.max(...shares)
}

/** Standard deviation of a quantity computed from fitted values. */
export function deviationOf(fit: Fit, deviation: number, quantity: (values: number[]) => number): number {
  const slope = fit.values.map((value, index) => {
    const step = 1e-5 * Math.max(1, Math.abs(value))
    return (
      (quantity(fit.values.with(index, value + step)) - quantity(fit.values.with(index, value - step))) / (2 * step)
    )
  })
  let variance = 0
  for (let i = 0; i < slope.length; i++) {
    for (let j = 0; j < slope.length; j++) variance += slope[i]! * slope[j]! * fit.inverse[i]![j]!
  }
  return deviation * Math.sqrt(Math.max(0, variance))
}
