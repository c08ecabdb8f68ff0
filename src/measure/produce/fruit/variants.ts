import type { Curve } from './curve.ts'
import type { Grid } from './grid.ts'
import { atShareOfContrast } from './half-contrast.ts'
import { isoContour } from './iso-contour.ts'

const DEGREE = Math.PI / 180

/** How far the sampling grid is turned from the fruit's own heading. */
export const TURNS = [0, 17 * DEGREE, -17 * DEGREE]

/** The least colour distance that counts as fruit, and where between background and skin its edge is taken. */
export interface Floor {
  distance: number
  share: number
}

export const FLOORS: readonly Floor[] = [
  { distance: 0.35, share: 0.4 },
  { distance: 0.6, share: 0.6 },
]

/** The one variant that is measured where no agreement is asked for. */
export const MIDDLE_FLOOR: Floor = { distance: 0.45, share: 0.5 }

/** The fruit's outline in image pixels; null where it leaves what was sampled or has no edge. */
export function outlineIn(grid: Grid, { distance, share }: Floor): Curve | null {
  const line = isoContour(grid.distance, grid.width, grid.height, grid.seed, distance)
  if (line === null || line[0].length < 64) return null
  const edge = atShareOfContrast(grid, line, share)
  if (edge === null) return null
  const [columns, rows] = edge
  const x = new Float64Array(columns.length)
  const y = new Float64Array(columns.length)
  for (let index = 0; index < x.length; index++) {
    ;[x[index], y[index]] = grid.toImage(columns[index]!, rows[index]!) as [number, number]
  }
  return [x, y]
}
