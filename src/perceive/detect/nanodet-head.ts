import { clip, type Found } from './box.ts'
import { COCO_CLASSES } from './classes.ts'
import type { Pyramid } from './pyramid.ts'
import { sample } from './sample.ts'
import type { Region } from './tiles.ts'

export const NANODET_SIDE = 416
const PLANE = NANODET_SIDE * NANODET_SIDE
export const NANODET_NUMBERS = 3 * PLANE
const STRIDES = [8, 16, 32]
/** Each side's distance is a distribution over this many steps of the stride; what counts is its mean. */
const STEPS = 11
const MEAN = { red: 123.675, green: 116.28, blue: 103.53 }
const DEVIATION = { red: 58.395, green: 57.12, blue: 57.375 }

/** The region in the upper left, its shape kept; the rest stays at 0, which is the mean colour. */
export function nanodetInput(pyramid: Pyramid, region: Region, data: Float32Array): Float32Array {
  const [across, down] = shownSize(region)
  sample(pyramid, region, across, down, {
    data,
    side: NANODET_SIDE,
    step: 1,
    start: [2 * PLANE, PLANE, 0],
    scale: [1 / DEVIATION.red, 1 / DEVIATION.green, 1 / DEVIATION.blue],
    shift: [-MEAN.red / DEVIATION.red, -MEAN.green / DEVIATION.green, -MEAN.blue / DEVIATION.blue],
  })
  return data
}

export function shownSize({ width, height }: { width: number; height: number }): [across: number, down: number] {
  const scale = NANODET_SIDE / Math.max(width, height)
  return [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))]
}

/** Scores and distances per stride, each place's best class at or above the floor, in pixels of the picture. */
export function nanodetFound(
  scores: readonly Float32Array[],
  distances: readonly Float32Array[],
  region: Region,
  floor: number,
): Found[] {
  const [across, down] = shownSize(region)
  const [byX, byY] = [region.width / across, region.height / down]
  return STRIDES.flatMap((stride, level) => {
    const found: Found[] = []
    const cells = NANODET_SIDE / stride
    for (let cell = 0; cell < cells * cells; cell++) {
      const { best, score } = bestClass(scores[level]!, cell)
      if (score < floor) continue
      const x = ((cell % cells) + 0.5) * stride
      const y = (Math.floor(cell / cells) + 0.5) * stride
      const [left, top, right, bottom] = sidesOf(distances[level]!, cell, stride)
      const [x1, y1, x2, y2] = clip([x - left, y - top, x + right, y + bottom], across, down)
      if (x2 <= x1 || y2 <= y1) continue
      found.push({
        class: COCO_CLASSES[best]!,
        score,
        box: [region.left + x1 * byX, region.top + y1 * byY, region.left + x2 * byX, region.top + y2 * byY],
      })
    }
    return found
  })
}

function bestClass(scores: Float32Array, cell: number): { best: number; score: number } {
  const start = cell * COCO_CLASSES.length
  let best = 0
  let score = scores[start]!
  for (let index = 1; index < COCO_CLASSES.length; index++) {
    const other = scores[start + index]!
    if (other > score) {
      best = index
      score = other
    }
  }
  return { best, score }
}

function sidesOf(distances: Float32Array, cell: number, stride: number): [number, number, number, number] {
  const side = (which: number) => meanStep(distances, (cell * 4 + which) * STEPS) * stride
  return [side(0), side(1), side(2), side(3)]
}

function meanStep(distances: Float32Array, start: number): number {
  let most = -Infinity
  for (let step = 0; step < STEPS; step++) most = Math.max(most, distances[start + step]!)
  let [total, mean] = [0, 0]
  for (let step = 0; step < STEPS; step++) {
    const weight = Math.exp(distances[start + step]! - most)
    total += weight
    mean += weight * step
  }
  return mean / total
}
