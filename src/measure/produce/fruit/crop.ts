import type { Pixels } from '../types.ts'
import type { Found } from './find.ts'
import { LIGHT } from './light.ts'
import type { Survey } from './survey.ts'

/** About 0.2 mm a step on an everyday finger: the outline is found between the steps, finer ones only cost time. */
const STEPS_ALONG = 900

/** The fruit's surroundings in linear light, each sample the mean of a square of pixels. */
export interface Crop {
  left: number
  top: number
  /** Image pixels a sample is wide. */
  step: number
  width: number
  height: number
  light: Float32Array
}

export function cropOf({ width, height, data }: Pixels, survey: Survey, { room, extentPx }: Found): Crop {
  const step = Math.max(1, Math.round(extentPx / STEPS_ALONG))
  const box = boundsOf(survey, room)
  const left = Math.max(0, Math.floor(box.left))
  const top = Math.max(0, Math.floor(box.top))
  const columns = Math.floor((Math.min(width, Math.ceil(box.right)) - left) / step)
  const rows = Math.floor((Math.min(height, Math.ceil(box.bottom)) - top) / step)
  const light = new Float32Array(columns * rows * 3)
  const share = 1 / (step * step)
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      let red = 0
      let green = 0
      let blue = 0
      for (let down = 0; down < step; down++) {
        let at = ((top + row * step + down) * width + left + column * step) * 3
        for (let across = 0; across < step; across++) {
          red += LIGHT[data[at]!]!
          green += LIGHT[data[at + 1]!]!
          blue += LIGHT[data[at + 2]!]!
          at += 3
        }
      }
      const to = (row * columns + column) * 3
      light[to] = red * share
      light[to + 1] = green * share
      light[to + 2] = blue * share
    }
  }
  return { left, top, step, width: columns, height: rows, light }
}

function boundsOf({ width, cell }: Survey, room: Uint8Array) {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let index = 0; index < room.length; index++) {
    if (!room[index]) continue
    const column = index % width
    const row = (index - column) / width
    left = Math.min(left, column)
    right = Math.max(right, column + 1)
    top = Math.min(top, row)
    bottom = Math.max(bottom, row + 1)
  }
  return { left: (left - 1) * cell, top: (top - 1) * cell, right: (right + 1) * cell, bottom: (bottom + 1) * cell }
}
