import type { Box, Place, Read, TileOfLayer } from '../../earth/types.ts'
import type { Cells, Codes, LandUseMap } from '../../measure/maps/land-use-map.ts'
import { type Answer, bytes } from '../../operation/answer.ts'
import type { Call } from '../../operation/route.ts'
import type { EarthMap } from '../../work/jobs/earth-map.ts'

/** Of WorldCover's pixels a side, about as many as the picture has. */
const MOST_PIXELS_A_SIDE = 600
const PIXELS_A_DEGREE = 12_000

export function fitsPixels({ west, south, east, north }: Box): boolean {
  return Math.max(east - west, north - south) * PIXELS_A_DEGREE <= MOST_PIXELS_A_SIDE
}

type Described = Pick<TileOfLayer, 'version' | 'year'>

export async function readPixels(bbox: Box, { context, signal }: Call): Promise<{ cells: Cells; read: Described }> {
  const window = await context.layers.window('worldcover', { bbox }, { signal })
  const { west, north, pixelWidthDeg, pixelHeightDeg, columns, rows, values, outcomes } = window
  return {
    cells: { west, north, pixelWidthDeg, pixelHeightDeg, columns, rows, values, outcomes },
    read: window.tiles.find(({ outcome }) => outcome === 'read') ?? context.layers.describe('worldcover'),
  }
}

export async function readPoints(
  points: Place[],
  { context, signal }: Call,
): Promise<{ codes: Codes; read: Described }> {
  const reads = await context.layers.read('worldcover', points, { signal })
  return { codes: codesOf(reads), read: (reads.find(({ outcome }) => outcome === 'value') ?? reads[0]!).at }
}

function codesOf(reads: Read[]): Codes {
  return {
    values: Uint8Array.from(reads, (read) => (read.outcome === 'value' ? read.value : 0)),
    outcomes: Uint8Array.from(reads, ({ outcome }) => ['value', 'no_data', 'unread'].indexOf(outcome)),
  }
}

export async function landUsePicture(
  shown: Omit<LandUseMap, 'classes' | 'heading' | 'attribution'>,
  { version, year }: Described,
  { context, address, signal }: Call,
): Promise<Answer> {
  const { title, codes, attribution } = context.layers.describe('worldcover')
  const heading = `${title}, ${year} (${version})`
  const asked: EarthMap = { kind: 'land_use', map: { ...shown, classes: codes, heading, attribution } }
  return bytes('image/png', await context.pool.run<Uint8Array>('earth-map', asked, { address, signal }))
}
