import type { Place } from './geodesic.ts'

/** A north-up rectangle of pixels; columns beyond longitude 180 are those of longitude minus 360. */
export interface Grid {
  west: number
  north: number
  pixelWidthDeg: number
  pixelHeightDeg: number
  columns: number
  rows: number
}

/** What was read of one layer: `outcomes` is 0 where `values` holds one, 1 where the layer has no data, 2 unread. */
export interface Pixels extends Grid {
  version: string
  values: Uint8Array
  outcomes: Uint8Array
}

export const SEEN = ['dry', 'wet', 'no_data', 'unread'] as const
export type Seen = (typeof SEEN)[number]

/** One verdict a pixel, as its place in SEEN, and the recurrence behind it. */
export interface WaterWindow extends Grid {
  seen: Uint8Array
  recurrence: Uint8Array
  /** Had recurring water once, and lost it. */
  lost: Uint8Array
}

/** A place on the line between two pixels belongs to the southern and eastern one; digits must not move it off. */
const EDGE = 1e-6

export function pixelAt(grid: Grid, { lat, lng }: Place): { row: number; col: number } | null {
  const eastward = (((lng - grid.west) % 360) + 360) % 360
  const row = Math.floor((grid.north - lat) / grid.pixelHeightDeg + EDGE)
  const across = Math.floor(eastward / grid.pixelWidthDeg + EDGE)
  const col = across * grid.pixelWidthDeg >= 360 - grid.pixelWidthDeg * EDGE ? 0 : across
  return row >= 0 && row < grid.rows && col < grid.columns ? { row, col } : null
}

export function centreOf(grid: Grid, row: number, col: number): Place {
  return { lat: latOf(grid, row), lng: grid.west + (col + 0.5) * grid.pixelWidthDeg }
}

export function latOf(grid: Grid, row: number): number {
  return grid.north - (row + 0.5) * grid.pixelHeightDeg
}
