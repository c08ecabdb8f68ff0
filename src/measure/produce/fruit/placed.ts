import type { CardPlane, Pixels, Point } from '../types.ts'
import { type Curve, resampled, wound } from './curve.ts'
import { type Finger, fingerOf, POINTS, prepared } from './finger.ts'
import { type Foot, seenFromAbove } from './height.ts'

/** Where a camera of unknown focal length is taken to have stood: between a wide phone lens and twice its length. */
const ASSUMED_FOCAL = 0.87

export type Scale =
  | { kind: 'card'; plane: CardPlane; foot: Foot; footFrom: 'exif' | 'homography' | 'assumed' }
  | { kind: 'typed'; mmPerPx: number }
  | { kind: 'none' }

/** One outline read in the scale's unit: millimetres, or pixels where there is none. */
export interface Placed {
  finger: Finger
  heightMm: number | null
  /** What the height correction took from each value, as a share. */
  correction: { length: number; grade: number }
}

export function cardScale(plane: CardPlane, { width, height }: Pixels): Scale {
  if (plane.camera && plane.focal) return { kind: 'card', plane, foot: plane.camera, footFrom: plane.focal.from }
  const middle: Point = [width / 2, height / 2]
  const [x, y] = plane.toPlane(middle)
  const z = ASSUMED_FOCAL * Math.max(width, height) * plane.mmPerPxAt(middle)
  return { kind: 'card', plane, foot: { x, y, z }, footFrom: 'assumed' }
}

/** Null where the outline has no two ends. */
export function placed(inImage: Curve, scale: Scale): Placed | null {
  const [pxX, pxY] = prepared(inImage)
  const flat = fingerOf(onScale(pxX, pxY, scale))
  if (flat === null) return null
  if (scale.kind !== 'card') return { finger: flat, heightMm: null, correction: { length: 0, grade: 0 } }
  const raised = seenFromAbove(flat, scale.foot)
  if (raised === null) return null
  const { finger, heightMm } = raised
  return {
    finger,
    heightMm,
    correction: {
      length: 1 - finger.toPedicelBase / flat.toPedicelBase,
      grade: 1 - finger.grade / flat.grade,
    },
  }
}

function onScale(pxX: Float64Array, pxY: Float64Array, scale: Scale): Curve {
  if (scale.kind === 'none') return [pxX, pxY, pxX, pxY]
  if (scale.kind === 'typed') {
    return [pxX.map((value) => value * scale.mmPerPx), pxY.map((value) => value * scale.mmPerPx), pxX, pxY]
  }
  const x = new Float64Array(pxX.length)
  const y = new Float64Array(pxX.length)
  for (let index = 0; index < x.length; index++) {
    ;[x[index], y[index]] = scale.plane.toPlane([pxX[index]!, pxY[index]!]) as [number, number]
  }
  return resampled(wound([x, y, pxX, pxY]), POINTS)
}
