import type { Pixels } from '../types.ts'
import type { Found } from './find.ts'
import { LIGHT } from './light.ts'
import type { Survey } from './survey.ts'

/** The fruit's surroundings in linear light, each sample the mean of a square of pixels; zero far from the fruit. */
export interface Crop {
  left: number
  top: number
  /** Image pixels a sample is wide. */
  step: number
  width: number
  height: number
  light: Float32Array
}

export function cropOf({ width, height, data }: Pixels, survey: Survey, { room, spacingPx }: Found): Crop {
  const step = Math.floor(spacingPx)
  const { cell } = survey
  const spans = spansOf(survey, room.at)
  const top = Math.max(0, Math.floor((spans.top - 1) * cell))
  const left = Math.max(0, Math.floor((spans.left - 1) * cell))
  const columns = Math.floor((Math.min(width, Math.ceil((spans.right + 2) * cell)) - left) / step)
  const rows = Math.floor((Math.min(height, Math.ceil((spans.bottom + 2) * cell)) - top) / step)
  const light = new Float32Array(columns * rows * 3)
  const share = 1 / (step * step)
  for (let row = 0; row < rows; row++) {
    const [first, last] = spans.across(Math.floor((top + row * step) / cell))
    const from = Math.max(0, Math.floor(((first - 1) * cell - left) / step))
    const to = Math.min(columns, Math.ceil(((last + 2) * cell - left) / step))
    for (let column = from; column < to; column++) {
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

/** First and last cell of the room in each row of the survey and its neighbours, and in all. */
function spansOf({ width, height }: Survey, room: Uint8Array) {
  const firsts = new Int32Array(height).fill(width)
  const lasts = new Int32Array(height).fill(-1)
  for (let index = 0; index < room.length; index++) {
    if (room[index] === 0) continue
    const column = index % width
    const row = (index - column) / width
    if (column < firsts[row]!) firsts[row] = column
    if (column > lasts[row]!) lasts[row] = column
  }
  return {
    top: lasts.findIndex((last) => last >= 0),
    bottom: lasts.findLastIndex((last) => last >= 0),
    left: firsts.reduce((least, first) => Math.min(least, first), width),
    right: lasts.reduce((most, last) => Math.max(most, last), -1),
    across(row: number): readonly [first: number, last: number] {
      let first = width
      let last = -1
      for (let near = Math.max(0, row - 1); near <= Math.min(height - 1, row + 1); near++) {
        first = Math.min(first, firsts[near]!)
        last = Math.max(last, lasts[near]!)
      }
      return [first, last]
    },
  }
}
