import { SSD_ANCHORS } from './anchors.ts'
import { type Box, clip, type Found } from './box.ts'
import { COCO_CLASSES, type CocoClass } from './classes.ts'
import type { Pyramid } from './pyramid.ts'
import { sample } from './sample.ts'
import type { Region } from './tiles.ts'

export const SSDLITE_SIDE = 300
/** Nothing, and then the 90 things COCO numbered before it dropped ten of them; this model still scores them all. */
const SCORED = 91
const UNNAMED = new Set([0, 12, 26, 29, 30, 45, 66, 68, 69, 71, 83])
const CLASS_AT = classesByColumn()
/** How much finer than the anchor's size a step of the model's centre and of its size is. */
const FINER = { centre: 10, size: 5 }

/** The region stretched to a square, as this model was trained; red, green and blue from -1 to 1. */
export function ssdliteInput(pyramid: Pyramid, region: Region): Float32Array {
  const data = new Float32Array(SSDLITE_SIDE * SSDLITE_SIDE * 3)
  sample(pyramid, region, SSDLITE_SIDE, SSDLITE_SIDE, {
    data,
    side: SSDLITE_SIDE,
    step: 3,
    start: [0, 1, 2],
    scale: [2 / 255, 2 / 255, 2 / 255],
    shift: [-1, -1, -1],
  })
  return data
}

/** Each anchor's best class at or above the floor, in pixels of the picture. */
export function ssdliteFound(scores: Float32Array, corrections: Float32Array, region: Region, floor: number): Found[] {
  const found: Found[] = []
  for (let anchor = 0; anchor < SSD_ANCHORS.length; anchor++) {
    const best = bestColumn(scores, anchor * SCORED)
    const score = scores[anchor * SCORED + best]!
    if (score < floor) continue
    const [x1, y1, x2, y2] = clip(corrected(corrections, anchor), 1, 1)
    if (x2 <= x1 || y2 <= y1) continue
    const { left, top, width, height } = region
    found.push({
      class: CLASS_AT[best]!,
      score,
      box: [left + x1 * width, top + y1 * height, left + x2 * width, top + y2 * height],
    })
  }
  return found
}

/** In shares of the region. */
export function corrected(corrections: Float32Array, index: number): Box {
  const anchor = SSD_ANCHORS[index]!
  const y = anchor.y + (corrections[4 * index]! / FINER.centre) * anchor.height
  const x = anchor.x + (corrections[4 * index + 1]! / FINER.centre) * anchor.width
  const height = anchor.height * Math.exp(corrections[4 * index + 2]! / FINER.size)
  const width = anchor.width * Math.exp(corrections[4 * index + 3]! / FINER.size)
  return [x - width / 2, y - height / 2, x + width / 2, y + height / 2]
}

function bestColumn(scores: Float32Array, start: number): number {
  let best = 1
  for (let column = 2; column < SCORED; column++) {
    if (CLASS_AT[column] !== undefined && scores[start + column]! > scores[start + best]!) best = column
  }
  return best
}

function classesByColumn(): (CocoClass | undefined)[] {
  const names = COCO_CLASSES.values()
  return Array.from({ length: SCORED }, (_, column) => (UNNAMED.has(column) ? undefined : names.next().value))
}
