import type { Point } from '../types.ts'
import { type Background, colourDistance } from './background.ts'
import type { Crop } from './crop.ts'
import type { Found } from './find.ts'
import type { Ground } from './ground.ts'
import type { Survey } from './survey.ts'

/** Deep inside the fruit nothing needs to be sampled to know that it is fruit. */
const INSIDE = 9

/** The crop sampled on a turned lattice: light and colour distance at each node about the fruit's edge. */
export interface Grid {
  width: number
  height: number
  light: Float32Array
  distance: Float32Array
  toImage(column: number, row: number): Point
}

export interface Surroundings {
  survey: Survey
  ground: Ground
  background: Background
  found: Found
  crop: Crop
}

/** The lattice is turned from the fruit's own heading, so that a turned picture is sampled as the upright one was. */
export function gridOf({ survey, ground, background, found, crop }: Surroundings, turn: number): Grid {
  const [cos, sin] = [Math.cos(found.heading + turn), Math.sin(found.heading + turn)]
  const extent = extentOf(survey, found, cos, sin)
  const { step } = crop
  const width = Math.ceil((extent.right - extent.left) / step) + 3
  const height = Math.ceil((extent.bottom - extent.top) / step) + 3
  const light = new Float32Array(width * height * 3)
  const distance = new Float32Array(width * height)
  const [centreX, centreY] = found.centre
  const startX = centreX + (extent.left - step) * cos - (extent.top - step) * sin
  const startY = centreY + (extent.left - step) * sin + (extent.top - step) * cos
  const expected = new Float64Array(3)
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const x = startX + step * (column * cos - row * sin)
      const y = startY + step * (column * sin + row * cos)
      const surveyColumn = Math.floor(x / survey.cell)
      const surveyRow = Math.floor(y / survey.cell)
      if (surveyColumn < 0 || surveyRow < 0 || surveyColumn >= survey.width || surveyRow >= survey.height) continue
      const cell = surveyRow * survey.width + surveyColumn
      const room = found.room[cell]
      if (room === 0) continue
      const node = row * width + column
      if (room === 2) {
        distance[node] = INSIDE
        continue
      }
      sample(crop, x, y, light, node * 3)
      if (!ground.open[cell]) continue
      background.lightAt(x, y, expected)
      distance[node] = colourDistance(
        light[node * 3]!,
        light[node * 3 + 1]!,
        light[node * 3 + 2]!,
        expected,
        ground.printed[cell] === 0,
      )
    }
  }
  return {
    width,
    height,
    light,
    distance,
    toImage: (column, row) => [startX + step * (column * cos - row * sin), startY + step * (column * sin + row * cos)],
  }
}

function extentOf({ width, cell }: Survey, { room, centre }: Found, cos: number, sin: number) {
  const extent = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }
  for (let index = 0; index < room.length; index++) {
    if (!room[index]) continue
    const dx = ((index % width) + 0.5) * cell - centre[0]
    const dy = (Math.floor(index / width) + 0.5) * cell - centre[1]
    const along = dx * cos + dy * sin
    const aside = dy * cos - dx * sin
    extent.left = Math.min(extent.left, along)
    extent.right = Math.max(extent.right, along)
    extent.top = Math.min(extent.top, aside)
    extent.bottom = Math.max(extent.bottom, aside)
  }
  return extent
}

/** Straight between the four samples around a point. */
function sample(
  { left, top, step, width, height, light }: Crop,
  x: number,
  y: number,
  into: Float32Array,
  to: number,
): void {
  const across = Math.max(0, Math.min(width - 1.001, (x - left) / step - 0.5))
  const down = Math.max(0, Math.min(height - 1.001, (y - top) / step - 0.5))
  const column = Math.floor(across)
  const row = Math.floor(down)
  const right = across - column
  const lower = down - row
  const at = (row * width + column) * 3
  const below = at + width * 3
  for (let channel = 0; channel < 3; channel++) {
    const upper = light[at + channel]! + right * (light[at + 3 + channel]! - light[at + channel]!)
    const under = light[below + channel]! + right * (light[below + 3 + channel]! - light[below + channel]!)
    into[to + channel] = upper + lower * (under - upper)
  }
}
