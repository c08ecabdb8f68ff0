import { lensOf } from '../../src/measure/produce/scene/lens.ts'
import type { Banana, Scene } from '../../src/measure/produce/scene/scene.ts'
import { sweep } from '../../src/measure/produce/scene/swept.ts'
import type { Point } from '../../src/measure/produce/types.ts'
import type { Ground } from './ground.ts'
import type { Kind } from './kinds.ts'

/** Whether the picture shows what its kind says: everything in frame, the fruit on the field, no marker hidden by it. */
export function isAsMeant(scene: Scene, kind: Kind, ground: Ground): boolean {
  const lens = lensOf(scene)
  const isInFrame = ([x, y]: Point, marginPx: number) =>
    x > marginPx && y > marginPx && x < scene.width - marginPx && y < scene.height - marginPx
  const outlines = scene.fruits.map((banana) => ({ points: roughOutline(banana), top: banana.radiusMm }))
  const isFruitInFrame = outlines.every(({ points, top }) =>
    points.every(([x, y]) => isInFrame(lens.project(x, y, top), 25)),
  )
  if (kind === 'fruit out of frame')
    return (
      !isFruitInFrame &&
      outlines.some(({ points, top }) => points.some(([x, y]) => isInFrame(lens.project(x, y, top), 80)))
    )
  if (!isFruitInFrame) return false
  if (kind === 'no card') return true
  const corners = ground.markers.flatMap(({ left, top, right, bottom }): Point[] => [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ])
  if (!corners.every(([x, y]) => isInFrame(lens.project(x, y, 0), 20))) return false
  if (kind === 'two fruits apart' && distanceBetween(outlines[0]!.points, outlines[1]!.points) < 12) return false
  return outlines.every(({ points, top }) =>
    points.every(([x, y]) => {
      // Where the line of sight over the fruit's top meets the card: what the fruit hides.
      const reach = lens.position[2] / (lens.position[2] - 1.6 * top)
      const hidden: Point = [
        lens.position[0] + (x - lens.position[0]) * reach,
        lens.position[1] + (y - lens.position[1]) * reach,
      ]
      return ground.isField([x, y]) && ground.isMarkerClear(hidden)
    }),
  )
}

/** Points around every few millimetres of the axis: enough to see what a fruit covers. */
function roughOutline(banana: Banana): Point[] {
  const { count, x, y, radius, headingRad } = sweep(banana, 6)
  return Array.from({ length: count }, (_, index) => index).flatMap((index) =>
    [0, 90, 180, 270].map((turn): Point => {
      const angle = headingRad[index]! + (turn * Math.PI) / 180
      return [x[index]! + radius[index]! * Math.cos(angle), y[index]! + radius[index]! * Math.sin(angle)]
    }),
  )
}

function distanceBetween(these: Point[], those: Point[]): number {
  let least = Infinity
  for (const [x, y] of these) for (const [u, v] of those) least = Math.min(least, Math.hypot(x - u, y - v))
  return least
}
