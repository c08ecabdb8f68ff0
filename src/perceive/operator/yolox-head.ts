import { clip, type Found } from '../detect/box.ts'
import type { Pyramid } from '../detect/pyramid.ts'
import { sample } from '../detect/sample.ts'
import type { Region } from '../detect/tiles.ts'
import { type Fitted, fitted } from './fit.ts'

const STRIDES = [8, 16, 32]
/** The grey that the family is trained to see beyond a picture's edge. */
const BEYOND = 114
/** Middle, size and objectness stand before the classes. */
const BEFORE_CLASSES = 5

/** Blue, green, red from 0 to 255, channels first; the picture in the upper left. */
export function yoloxInput(pyramid: Pyramid, region: Region, side: number): Float32Array {
  const plane = side * side
  const data = new Float32Array(3 * plane).fill(BEYOND)
  const { across, down } = fitted(region, side)
  sample(pyramid, region, across, down, {
    data,
    side,
    step: 1,
    start: [2 * plane, plane, 0],
    scale: [1, 1, 1],
    shift: [0, 0, 0],
  })
  return data
}

/** Each row is a place of one of three grids; the exported head leaves the grid to whoever reads it. */
export function yoloxFound(
  rows: Float32Array,
  classes: readonly string[],
  region: Region,
  side: number,
  floor: number,
): Found<string>[] {
  const length = BEFORE_CLASSES + classes.length
  const found: Found<string>[] = []
  let row = 0
  for (const stride of STRIDES) {
    const cells = side / stride
    for (let cell = 0; cell < cells * cells; cell++, row++) {
      const at = row * length
      const objectness = rows[at + 4]!
      if (objectness < floor) continue
      let best = 0
      for (let index = 1; index < classes.length; index++)
        if (rows[at + BEFORE_CLASSES + index]! > rows[at + BEFORE_CLASSES + best]!) best = index
      const score = objectness * rows[at + BEFORE_CLASSES + best]!
      if (score < floor) continue
      const x = ((cell % cells) + rows[at]!) * stride
      const y = (Math.floor(cell / cells) + rows[at + 1]!) * stride
      const [width, height] = [Math.exp(rows[at + 2]!) * stride, Math.exp(rows[at + 3]!) * stride]
      const box = placed([x - width / 2, y - height / 2, x + width / 2, y + height / 2], fitted(region, side), region)
      if (box !== null) found.push({ class: classes[best]!, score, box })
    }
  }
  return found
}

/** From pixels of the model's input to pixels of the picture; null where nothing of it lies in the picture. */
export function placed(
  box: readonly [number, number, number, number],
  { across, down, byX, byY }: Fitted,
  { left, top }: Region,
): Found['box'] | null {
  const [x1, y1, x2, y2] = clip(box, across, down)
  return x2 <= x1 || y2 <= y1 ? null : [left + x1 * byX, top + y1 * byY, left + x2 * byX, top + y2 * byY]
}
