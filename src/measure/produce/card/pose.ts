import type { CameraPosition } from '../types.ts'
import { printedCorners } from './corners.ts'
import { leastSquares, sumOfSquares } from './least-squares.ts'
import { bend, type Frame } from './lens.ts'
import {
  AXIS_PRIOR,
  deviationOf,
  type FittedPlane,
  INK_PRIOR_MM,
  LENS_PRIOR,
  type MatchedMarker,
  PLANE_UNIT,
} from './plane.ts'
import { cross, dot, type Matrix, minus, multiplied, rotation, scaled, unit, type Vector } from './vectors.ts'

/** How the camera stood, at the focal length that corners, lens and file together make most likely. */
export interface Pose {
  focalPx: number
  /** One standard deviation, as a share. */
  focalUncertainty: number
  tiltDeg: number
  tiltUncertaintyDeg: number
  camera: CameraPosition
}

/** What is believed of the focal length beforehand: its most likely value, and one standard deviation as a share. */
export interface FocalPrior {
  px: number
  share: number
}

export function poseOf(
  plane: FittedPlane,
  markers: readonly MatchedMarker[],
  frame: Frame,
  { px, share }: FocalPrior,
): Pose {
  const prior = px / frame.unit
  const spots = markers.flatMap(({ printed }) => [printed, printed, printed, printed])
  const weight = plane.deviation

  function residuals(start: Start, values: number[]): number[] {
    const [logFocal, rx, ry, rz, tx, ty, tz, k, growth, ax, ay] = values as number[] & { length: 11 }
    const focal = prior * Math.exp(logFocal!)
    const turn = multiplied(rotation([rx!, ry!, rz!]), start.turn)
    const seen = spots.flatMap((printed, index) => {
      const [x, y] = printedCorners(printed, growth!)[index % 4]!
      const depth = (turn[2][0] * x + turn[2][1] * y) / PLANE_UNIT + tz!
      const u = (focal * ((turn[0][0] * x + turn[0][1] * y) / PLANE_UNIT + tx!)) / depth
      const v = (focal * ((turn[1][0] * x + turn[1][1] * y) / PLANE_UNIT + ty!)) / depth
      const [bu, bv] = bend([u + ax!, v + ay!], { k: k!, axis: [ax!, ay!] })
      return [bu - plane.corners[index]![0], bv - plane.corners[index]![1]]
    })
    const beliefs = [logFocal! / share, k! / LENS_PRIOR, growth! / INK_PRIOR_MM, ax! / AXIS_PRIOR, ay! / AXIS_PRIOR]
    return [...seen, ...beliefs.map((belief) => weight * belief)]
  }

  const first = (start: Start) => [
    Math.log(start.focal / prior),
    0,
    0,
    0,
    ...start.shift,
    plane.lens.k,
    plane.growthMm,
    ...plane.lens.axis,
  ]
  const start = FOCAL_STARTS.map((factor) => standing(plane, prior * factor)).reduce((best, other) =>
    sumOfSquares(residuals(other, first(other))) < sumOfSquares(residuals(best, first(best))) ? other : best,
  )
  const tiltDeg = (values: number[]) => {
    const turn = multiplied(rotation([values[1]!, values[2]!, values[3]!]), start.turn)
    return (Math.atan2(Math.hypot(turn[2][0], turn[2][1]), turn[2][2]) * 180) / Math.PI
  }
  const fit = leastSquares((values) => residuals(start, values), first(start))
  const [logFocal, rx, ry, rz, ...rest] = fit.values
  const turn = multiplied(rotation([rx!, ry!, rz!]), start.turn)
  const shift: Vector = [rest[0]!, rest[1]!, rest[2]!]
  const foot = (column: 0 | 1 | 2) => -PLANE_UNIT * dot([turn[0][column], turn[1][column], turn[2][column]], shift)
  return {
    focalPx: prior * Math.exp(logFocal!) * frame.unit,
    focalUncertainty: deviationOf(fit, weight, (values) => values[0]!),
    tiltDeg: tiltDeg(fit.values),
    tiltUncertaintyDeg: deviationOf(fit, weight, tiltDeg),
    // The fit's third axis points into the page, the card's up from it.
    camera: { x: foot(0), y: foot(1), z: -foot(2) },
  }
}

/**
 * Times the likely focal length. From a start far off, the fit would creep along a valley in which focal length, tilt and
 * the lens's axis stand in for each other, and stop on its way: it begins where the corners fit best.
 */
const FOCAL_STARTS = Array.from({ length: 33 }, (_, step) => Math.exp((step - 16) / 12))

interface Start {
  focal: number
  turn: Matrix
  shift: Vector
}

/** Turn and shift of the card before the camera, read off the homography at a given focal length. */
function standing({ homography: h }: FittedPlane, focal: number): Start {
  const column = (index: number): Vector => [h[index]! / focal, h[index + 3]! / focal, h[index + 6]!]
  const [first, second, third] = [column(0), column(1), column(2)]
  const size = (Math.hypot(...first) + Math.hypot(...second)) / 2
  const x = unit(first)
  const y = unit(minus(second, scaled(x, dot(x, second))))
  const z = cross(x, y)
  return {
    focal,
    turn: [
      [x[0], y[0], z[0]],
      [x[1], y[1], z[1]],
      [x[2], y[2], z[2]],
    ],
    shift: scaled(third, 1 / size),
  }
}
