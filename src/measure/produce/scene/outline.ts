import type { Point } from '../types.ts'
import type { Banana, FruitTruth } from './scene.ts'
import { type Swept, sweep } from './swept.ts'

const STEP_MM = 0.1

/** What a tape along the outer curve and a calliper at the middle would read: from the geometry alone, no camera. */
export function outlineOf(banana: Banana): Omit<FruitTruth, 'bruised'> {
  const swept = sweep(banana, STEP_MM)
  const convex = side(swept, banana.bendDeg >= 0 ? 1 : -1)
  const concave = side(swept, banana.bendDeg >= 0 ? -1 : 1)
  const lengths = runningLength(convex.points)
  const toBase = lengthAt(convex, lengths, swept.pedicelBase)
  const middle = crossSection(swept, convex, concave, lengths, toBase / 2)
  return {
    lengthMm: toBase,
    toCrownMm: lengths.at(-1)!,
    gradeMm: distance(...middle),
    lateralGradeMm: distance(...middle) * banana.lateralRatio,
    stage: banana.stage,
    convexSide: convex.points,
    concaveSide: concave.points,
    blossomTip: convex.points[0]!,
    pedicelBase: pointAt(convex.points, lengths, toBase),
    crown: convex.points.at(-1)!,
    middle,
  }
}

interface Side {
  points: Point[]
  /** Which sphere of the axis each point lies on. */
  spheres: number[]
}

/** One side of the outline, tip to crown: the round of the blossom end, the envelope of the discs, the round of the crown. */
function side(swept: Swept, hand: 1 | -1): Side {
  const points: Point[] = []
  const spheres: number[] = []
  const last = swept.count - 1
  function add(index: number, fromHeadingRad: number) {
    const angle = swept.headingRad[index]! - hand * fromHeadingRad
    points.push([
      swept.x[index]! + swept.radius[index]! * Math.cos(angle),
      swept.y[index]! + swept.radius[index]! * Math.sin(angle),
    ])
    spheres.push(index)
  }
  const leaning = (index: number) => Math.acos(-swept.slope[index]!)
  arc(Math.PI, leaning(0), (angle) => add(0, angle))
  for (let index = 0; index <= last; index++) add(index, leaning(index))
  arc(leaning(last), 0, (angle) => add(last, angle))
  return { points, spheres }
}

function arc(from: number, to: number, add: (angle: number) => void): void {
  const steps = 200
  for (let step = 0; step <= steps; step++) add(from + ((to - from) * step) / steps)
}

function runningLength(points: Point[]): number[] {
  const lengths = [0]
  for (let index = 1; index < points.length; index++) {
    lengths.push(lengths[index - 1]! + distance(points[index - 1]!, points[index]!))
  }
  return lengths
}

function lengthAt({ spheres }: Side, lengths: number[], sphere: number): number {
  const after = spheres.findIndex((index, at) => index > sphere && at > 0)
  const share = (sphere - spheres[after - 1]!) / (spheres[after]! - spheres[after - 1]!)
  return lengths[after - 1]! + share * (lengths[after]! - lengths[after - 1]!)
}

function pointAt(points: Point[], lengths: number[], length: number): Point {
  const after = lengths.findIndex((reached) => reached >= length)
  return points[after]!
}

/** From the outer point at a length, square to the axis there, to the inner side. */
function crossSection(
  swept: Swept,
  convex: Side,
  concave: Side,
  lengths: number[],
  length: number,
): readonly [outer: Point, inner: Point] {
  const at = lengths.findIndex((reached) => reached >= length)
  const outer = convex.points[at]!
  const heading = swept.headingRad[convex.spheres[at]!]!
  const along = (point: Point) => (point[0] - outer[0]) * Math.cos(heading) + (point[1] - outer[1]) * Math.sin(heading)
  for (let index = 1; index < concave.points.length; index++) {
    const [before, after] = [concave.points[index - 1]!, concave.points[index]!]
    if (along(before) < 0 && along(after) >= 0) {
      const share = along(before) / (along(before) - along(after))
      return [outer, [before[0] + share * (after[0] - before[0]), before[1] + share * (after[1] - before[1])]]
    }
  }
  throw new Error('the middle of a fruit has no inner side')
}

const distance = (a: Point, b: Point) => Math.hypot(a[0] - b[0], a[1] - b[1])
