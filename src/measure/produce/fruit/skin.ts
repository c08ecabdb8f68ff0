import type { Point } from '../types.ts'
import { depthsOf } from './blobs.ts'
import type { Crop } from './crop.ts'
import { type Finger, pointAt } from './finger.ts'
import { labOf } from './light.ts'
import { filled } from './polygon.ts'
import type { White } from './white.ts'

/** Enough to hold a fleck of a millimetre. */
const CELLS_ACROSS = 70
/** The blossom end's withered rest is no skin to judge; of the length, and of the thickness on stout fruit. */
const TIP_SHARE = 0.05
const TIP_WIDTHS = 0.32
const RIM_CELLS = 1.2

/** The skin of the body as cells, balanced to white; those of the rim are half background and not judged. */
export interface Skin {
  width: number
  height: number
  /** 1 where skin is judged. */
  judged: Uint8Array
  /** Cells from the outline. */
  depth: Float32Array
  l: Float32Array
  a: Float32Array
  b: Float32Array
  /** Linear luminance against white. */
  bright: Float32Array
  /** Image pixels a cell is wide. */
  cellPx: number
  bodyCells: number
  judgedCells: number
  halfWidthCells: number
}

export function skinOf(crop: Crop, finger: Finger, white: White): Skin {
  const cellPx = Math.max(crop.step, finger.gradePx / CELLS_ACROSS)
  const width = Math.ceil((crop.width * crop.step) / cellPx)
  const height = Math.ceil((crop.height * crop.step) / cellPx)
  const outline = bodyOutline(finger)
  const body = filled(
    outline.map(([x]) => (x - crop.left) / cellPx - 0.5),
    outline.map(([, y]) => (y - crop.top) / cellPx - 0.5),
    width,
    height,
  )
  const depth = depthsOf(body)
  const halfWidthCells = finger.gradePx / 2 / cellPx
  const skin: Skin = {
    width,
    height,
    judged: new Uint8Array(width * height),
    depth,
    l: new Float32Array(width * height),
    a: new Float32Array(width * height),
    b: new Float32Array(width * height),
    bright: new Float32Array(width * height),
    cellPx,
    bodyCells: 0,
    judgedCells: 0,
    halfWidthCells,
  }
  const light = new Float64Array(3)
  for (let cell = 0; cell < body.at.length; cell++) {
    if (!body.at[cell]) continue
    skin.bodyCells += 1
    if (depth[cell]! < RIM_CELLS) continue
    cellLight(crop, cell % width, Math.floor(cell / width), cellPx, light)
    const [red, green, blue] = [light[0]! / white.light[0], light[1]! / white.light[1], light[2]! / white.light[2]]
    const lab = labOf(red, green, blue)
    skin.judged[cell] = 1
    skin.judgedCells += 1
    skin.l[cell] = lab.l
    skin.a[cell] = lab.a
    skin.b[cell] = lab.b
    skin.bright[cell] = 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  return skin
}

/**
 * Hue of the skin toward both ends, where green stays longest; the greener of the two. Null where nothing is seen.
 */
export function tipsHueOf(crop: Crop, finger: Finger, white: White): number | null {
  const hues = [
    [TIP_SHARE, 0.17],
    [0.88, 1],
  ].map(([from, to]) => medianHue(crop, bodyOutline(finger, from!, to!), finger.gradePx / CELLS_ACROSS, white))
  const seen = hues.filter((hue) => hue !== null)
  return seen.length === 0 ? null : Math.max(...seen)
}

function medianHue(crop: Crop, outline: Point[], cellWidth: number, white: White): number | null {
  const cellPx = Math.max(crop.step, cellWidth)
  const width = Math.ceil((crop.width * crop.step) / cellPx)
  const height = Math.ceil((crop.height * crop.step) / cellPx)
  const part = filled(
    outline.map(([x]) => (x - crop.left) / cellPx - 0.5),
    outline.map(([, y]) => (y - crop.top) / cellPx - 0.5),
    width,
    height,
  )
  const light = new Float64Array(3)
  const hues: number[] = []
  for (let cell = 0; cell < part.at.length; cell++) {
    if (!part.at[cell]) continue
    cellLight(crop, cell % width, Math.floor(cell / width), cellPx, light)
    const lab = labOf(light[0]! / white.light[0], light[1]! / white.light[1], light[2]! / white.light[2])
    if (lab.l > 25) hues.push((Math.atan2(lab.b, lab.a) * 180) / Math.PI)
  }
  return hues.length < 20 ? null : hues.sort((a, b) => a - b)[hues.length >> 1]!
}

/** Convex side from behind the blossom tip to the pedicel base, and back along the inner side. */
function bodyOutline(
  { convex, concave, toPedicelBase, pedicel, fullWidth }: Finger,
  fromShare = TIP_SHARE,
  toShare = 1,
): Point[] {
  const from = Math.max(fromShare * toPedicelBase, TIP_WIDTHS * fullWidth)
  const to = toPedicelBase * (pedicel ? toShare : Math.min(toShare, 1 - TIP_SHARE))
  const points: Point[] = []
  for (let index = 0; index < convex.x.length; index++) {
    if (convex.reached[index]! >= from && convex.reached[index]! <= to)
      points.push([convex.pxX[index]!, convex.pxY[index]!])
  }
  const first = concave.reached.findIndex((reached) => reached >= from)
  const last = nearest(concave, pointAt(convex, to).px)
  for (let index = Math.max(first, last); index >= Math.min(first, last); index--) {
    points.push([concave.pxX[index]!, concave.pxY[index]!])
  }
  return points
}

function nearest({ pxX, pxY }: Finger['concave'], [x, y]: Point): number {
  let best = 0
  for (let index = 1; index < pxX.length; index++) {
    if ((pxX[index]! - x) ** 2 + (pxY[index]! - y) ** 2 < (pxX[best]! - x) ** 2 + (pxY[best]! - y) ** 2) best = index
  }
  return best
}

function cellLight(crop: Crop, column: number, row: number, cellPx: number, into: Float64Array): void {
  const side = cellPx / crop.step
  const left = Math.min(crop.width - 1, Math.floor(column * side))
  const right = Math.min(crop.width, Math.max(left + 1, Math.floor((column + 1) * side)))
  const top = Math.min(crop.height - 1, Math.floor(row * side))
  const bottom = Math.min(crop.height, Math.max(top + 1, Math.floor((row + 1) * side)))
  into.fill(0)
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const at = (y * crop.width + x) * 3
      into[0]! += crop.light[at]!
      into[1]! += crop.light[at + 1]!
      into[2]! += crop.light[at + 2]!
    }
  }
  const count = (right - left) * (bottom - top)
  for (let channel = 0; channel < 3; channel++) into[channel]! /= count
}
