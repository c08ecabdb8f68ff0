import type { Point } from '../types.ts'
import { colourDistance, EXPECTED } from './background.ts'
import type { Crop } from './crop.ts'
import type { Found } from './find.ts'
import type { Ground } from './ground.ts'
import type { Survey } from './survey.ts'

/** Well inside the fruit and far outside it nothing is sampled: an outline that gets there has no edge of its own. */
const INSIDE = Infinity
const OUTSIDE = -Infinity

/** The crop sampled on a turned lattice: light and colour distance at each node about the fruit's edge. */
export interface Grid {
  width: number
  height: number
  light: Float32Array
  distance: Float32Array
  /** A node well inside the fruit. */
  seed: number
  toImage(column: number, row: number): Point
}

export interface Surroundings {
  survey: Survey
  ground: Ground
  /** Changes little within a cell: the cell's own is taken at every node in it. */
  expected: Float32Array
  found: Found
  crop: Crop
}

/** The lattice is turned from the fruit's own heading, so that a turned picture is sampled as the upright one was. */
export function gridOf({ survey, ground, expected, found, crop }: Surroundings, turn: number): Grid {
  const [cos, sin] = [Math.cos(found.heading + turn), Math.sin(found.heading + turn)]
  const extent = extentOf(survey, found, cos, sin)
  const spacing = found.spacingPx
  const width = Math.ceil((extent.right - extent.left) / spacing) + 3
  const height = Math.ceil((extent.bottom - extent.top) / spacing) + 3
  const light = new Float32Array(width * height * 3)
  const distance = new Float32Array(width * height).fill(OUTSIDE)
  const startX = found.centre[0] + (extent.left - spacing) * cos - (extent.top - spacing) * sin
  const startY = found.centre[1] + (extent.left - spacing) * sin + (extent.top - spacing) * cos
  const { room } = found
  const perCell = survey.cell / spacing
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const x = startX + spacing * (column * cos - row * sin)
      const y = startY + spacing * (column * sin + row * cos)
      const surveyColumn = Math.floor(x / survey.cell)
      const surveyRow = Math.floor(y / survey.cell)
      if (surveyColumn < 0 || surveyRow < 0 || surveyColumn >= survey.width || surveyRow >= survey.height) continue
      const cell = surveyRow * survey.width + surveyColumn
      const kind = room.at[cell]
      const node = row * width + column
      if (kind !== 1) {
        // The distance map is at most a tenth too long: up to there nothing changes.
        const skipped = Math.max(0, Math.floor((0.9 * room.away[cell]! - 2) * perCell))
        if (kind === 2) distance.fill(INSIDE, node, Math.min(node + skipped + 1, (row + 1) * width))
        column += skipped
        continue
      }
      sample(crop, x, y, light, node * 3)
      distance[node] = 0
      if (ground.open[cell] === 0) continue
      distance[node] = colourDistance(
        light[node * 3]!,
        light[node * 3 + 1]!,
        light[node * 3 + 2]!,
        expected,
        cell * EXPECTED,
        ground.printed[cell] === 0,
      )
    }
  }
  const [toSeedX, toSeedY] = [found.deepest[0] - startX, found.deepest[1] - startY]
  const seedColumn = Math.round((toSeedX * cos + toSeedY * sin) / spacing)
  const seedRow = Math.round((toSeedY * cos - toSeedX * sin) / spacing)
  return {
    width,
    height,
    light,
    distance,
    seed: seedRow * width + seedColumn,
    toImage: (column, row) => [
      startX + spacing * (column * cos - row * sin),
      startY + spacing * (column * sin + row * cos),
    ],
  }
}

function extentOf({ width, cell }: Survey, { room, centre }: Found, cos: number, sin: number) {
  const extent = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }
  for (let index = 0; index < room.at.length; index++) {
    if (room.at[index] === 0) continue
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
