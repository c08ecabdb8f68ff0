import type { Found } from '../detect/box.ts'
import type { Pyramid } from '../detect/pyramid.ts'
import { sample } from '../detect/sample.ts'
import type { Region } from '../detect/tiles.ts'
import { fitted } from './fit.ts'
import { placed } from './yolox-head.ts'

const MEAN = { red: 123.675, green: 116.28, blue: 103.53 }
const DEVIATION = { red: 58.395, green: 57.12, blue: 57.375 }
/** The family's grids; newer ones have a fourth. */
const STRIDES = [8, 16, 32, 64]

/** Blue, green, red less their mean over their deviation, channels first; the picture in the upper left. */
export function nanodetFamilyInput(pyramid: Pyramid, region: Region, side: number): Float32Array {
  const plane = side * side
  const data = new Float32Array(3 * plane)
  const { across, down } = fitted(region, side)
  sample(pyramid, region, across, down, {
    data,
    side,
    step: 1,
    start: [2 * plane, plane, 0],
    scale: [1 / DEVIATION.red, 1 / DEVIATION.green, 1 / DEVIATION.blue],
    shift: [-MEAN.red / DEVIATION.red, -MEAN.green / DEVIATION.green, -MEAN.blue / DEVIATION.blue],
  })
  return data
}

/** Rows of class scores and of four distributions over distances, as `steps` tells: one row a place of the grids. */
export interface NanodetRows {
  rows: number
  scores(row: number, index: number): number
  distance(row: number, side: number, step: number): number
  steps: number
  /** Of a place from the corner of its cell, in strides: older exports mean its middle, newer ones its corner. */
  anchor: number
}

/** One tensor [rows, classes + 4 x steps], as the family exports itself today. */
export function joinedRows(data: Float32Array, rows: number, classes: number): NanodetRows {
  const length = data.length / rows
  return {
    rows,
    steps: (length - classes) / 4,
    anchor: 0,
    scores: (row, index) => data[row * length + index]!,
    distance: (row, side, step) => data[row * length + classes + side * ((length - classes) / 4) + step]!,
  }
}

/** Two tensors a grid, as older exports have them, put together in the order of the grids. */
export function separateRows(
  scores: readonly Float32Array[],
  distances: readonly Float32Array[],
  classes: number,
): NanodetRows {
  const all = { scores: joined(scores), distances: joined(distances) }
  const rows = all.scores.length / classes
  const steps = all.distances.length / rows / 4
  return {
    rows,
    steps,
    anchor: 0.5,
    scores: (row, index) => all.scores[row * classes + index]!,
    distance: (row, side, step) => all.distances[(row * 4 + side) * steps + step]!,
  }
}

export function nanodetFamilyFound(
  rows: NanodetRows,
  classes: readonly string[],
  region: Region,
  side: number,
  floor: number,
): Found<string>[] {
  const fit = fitted(region, side)
  const found: Found<string>[] = []
  for (const { row, x, y, stride } of placesOf(rows, side)) {
    let best = 0
    for (let index = 1; index < classes.length; index++)
      if (rows.scores(row, index) > rows.scores(row, best)) best = index
    const score = rows.scores(row, best)
    if (score < floor) continue
    const away = (which: number) => meanStep(rows, row, which) * stride
    const box = placed([x - away(0), y - away(1), x + away(2), y + away(3)], fit, region)
    if (box !== null) found.push({ class: classes[best]!, score, box })
  }
  return found
}

function* placesOf({ rows, anchor }: NanodetRows, side: number) {
  let row = 0
  for (const stride of STRIDES) {
    const cells = Math.ceil(side / stride)
    for (let cell = 0; cell < cells * cells && row < rows; cell++, row++)
      yield { row, stride, x: ((cell % cells) + anchor) * stride, y: (Math.floor(cell / cells) + anchor) * stride }
  }
}

function meanStep(rows: NanodetRows, row: number, side: number): number {
  let most = -Infinity
  for (let step = 0; step < rows.steps; step++) most = Math.max(most, rows.distance(row, side, step))
  let [total, mean] = [0, 0]
  for (let step = 0; step < rows.steps; step++) {
    const weight = Math.exp(rows.distance(row, side, step) - most)
    total += weight
    mean += weight * step
  }
  return mean / total
}

function joined(parts: readonly Float32Array[]): Float32Array {
  const all = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
