import { clip, type Found } from './box.ts'
import { COCO_CLASSES, type CocoClass } from './classes.ts'
import type { Pyramid } from './pyramid.ts'
import { sample } from './sample.ts'
import type { Region } from './tiles.ts'

export const SSDLITE_SIDE = 300
export const SSDLITE_NUMBERS = 3 * SSDLITE_SIDE * SSDLITE_SIDE
/** COCO numbered 90 things before it dropped ten of them; this model still scores them all. */
const SCORED = 90
const DROPPED = new Set([12, 26, 29, 30, 45, 66, 68, 69, 71, 83])
const CLASS_AT = classesByColumn()

/** The region stretched to a square, as this model was trained; red, green and blue from 0 to 255. */
export function ssdliteInput(pyramid: Pyramid, region: Region, data: Float32Array): Float32Array {
  sample(pyramid, region, SSDLITE_SIDE, SSDLITE_SIDE, {
    data,
    side: SSDLITE_SIDE,
    step: 3,
    start: [0, 1, 2],
    scale: [1, 1, 1],
    shift: [0, 0, 0],
  })
  return data
}

/** Each anchor's best class at or above the floor. Boxes come as top, left, bottom, right in shares of the region. */
export function ssdliteFound(scores: Float32Array, boxes: Float32Array, region: Region, floor: number): Found[] {
  const { left, top, width, height } = region
  const found: Found[] = []
  for (let anchor = 0; anchor * SCORED < scores.length; anchor++) {
    const best = bestColumn(scores, anchor * SCORED)
    const score = scores[anchor * SCORED + best]!
    if (score < floor) continue
    const at = anchor * 4
    const [x1, y1, x2, y2] = clip([boxes[at + 1]!, boxes[at]!, boxes[at + 3]!, boxes[at + 2]!], 1, 1)
    if (x2 <= x1 || y2 <= y1) continue
    found.push({
      class: CLASS_AT[best]!,
      score,
      box: [left + x1 * width, top + y1 * height, left + x2 * width, top + y2 * height],
    })
  }
  return found
}

function bestColumn(scores: Float32Array, start: number): number {
  let best = 0
  for (let column = 1; column < SCORED; column++) {
    if (CLASS_AT[column] !== undefined && scores[start + column]! > scores[start + best]!) best = column
  }
  return best
}

function classesByColumn(): (CocoClass | undefined)[] {
  const names = COCO_CLASSES.values()
  return Array.from({ length: SCORED }, (_, column) => (DROPPED.has(column + 1) ? undefined : names.next().value))
}
