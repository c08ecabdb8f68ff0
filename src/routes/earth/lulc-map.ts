import { cellCentres } from '../../earth/sampling/grid.ts'
import type { Box, Place, TileOfLayer } from '../../earth/types.ts'
import type { LandUseMap } from '../../measure/maps/land-use-map.ts'
import { bytes } from '../../operation/answer.ts'
import { type Call, defineRoute } from '../../operation/route.ts'
import type { EarthMap } from '../../work/jobs/earth-map.ts'
import { BboxInput, boxOf } from './lulc-bbox.ts'

/** Of WorldCover's pixels a side, about as many as the picture has. */
const MOST_PIXELS_A_SIDE = 600
const PIXELS_A_DEGREE = 12_000

export default defineRoute({
  method: 'GET',
  path: '/api/tool/satellite/lulc/map.png',
  group: 'tools',
  summary: 'The land cover of a box as a small map with a legend: every pixel where they fit, otherwise the grid.',
  description: 'The picture that the reply to POST /api/tool/satellite/lulc/bbox links to. Nothing is stored.',
  auth: 'key',
  input: BboxInput,
  output: { type: 'image/png', description: 'A map with legend, scale bar and attribution.' },
  examples: [
    {
      name: 'forest on São Tomé and the sea beside it',
      input: { min_lat: 0.32, min_lon: 6.71, max_lat: 0.36, max_lon: 6.75 },
      output: undefined,
    },
  ],
  async handle(asked, call) {
    const { context, address, signal } = call
    const box = boxOf(asked)
    const points = cellCentres(box, asked.grid_size)
    const { title, codes, attribution } = context.layers.describe('worldcover')
    const { version, year, ...shown } = fits(box) ? await pixels(box, call) : await cellsAround(points, box, call)
    const map: LandUseMap = {
      box,
      points,
      ...shown,
      classes: codes,
      heading: `${title}, ${year} (${version})`,
      attribution,
    }
    const asPicture: EarthMap = { kind: 'land_use', map }
    return bytes('image/png', await context.pool.run<Uint8Array>('earth-map', asPicture, { address, signal }))
  },
})

type Shown = Pick<LandUseMap, 'shows' | 'cells'> & Pick<TileOfLayer, 'version' | 'year'>

function fits({ west, south, east, north }: Box): boolean {
  return Math.max(east - west, north - south) * PIXELS_A_DEGREE <= MOST_PIXELS_A_SIDE
}

async function pixels(bbox: Box, { context, signal }: Call): Promise<Shown> {
  const window = await context.layers.window('worldcover', { bbox }, { signal })
  const { west, north, pixelWidthDeg, pixelHeightDeg, columns, rows, values, outcomes } = window
  const cells = { west, north, pixelWidthDeg, pixelHeightDeg, columns, rows, values, outcomes }
  const read = window.tiles.find(({ outcome }) => outcome === 'read') ?? context.layers.describe('worldcover')
  return { shows: 'pixels', cells, version: read.version, year: read.year }
}

async function cellsAround(points: Place[], box: Box, { context, signal }: Call): Promise<Shown> {
  const reads = await context.layers.read('worldcover', points, { signal })
  const side = Math.sqrt(points.length)
  const { version, year } = (reads.find(({ outcome }) => outcome === 'value') ?? reads[0]!).at
  const cells = {
    west: box.west,
    north: box.north,
    pixelWidthDeg: (box.east - box.west) / side,
    pixelHeightDeg: (box.north - box.south) / side,
    columns: side,
    rows: side,
    values: Uint8Array.from(reads, (read) => (read.outcome === 'value' ? read.value : 0)),
    outcomes: Uint8Array.from(reads, ({ outcome }) => ['value', 'no_data', 'unread'].indexOf(outcome)),
  }
  return { shows: 'cells', cells, version, year }
}
