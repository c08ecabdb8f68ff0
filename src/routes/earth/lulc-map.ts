import { cellCentres } from '../../earth/sampling/grid.ts'
import { defineRoute } from '../../operation/route.ts'
import { fitsPixels, landUsePicture, readPixels, readPoints } from './land-use-picture.ts'
import { BBOX_MAP, bboxInput, boxOf } from './lulc-bbox.ts'
import { asCalls } from './map-address.ts'

export default defineRoute({
  method: 'GET',
  path: BBOX_MAP,
  group: 'tools',
  summary: 'The land cover of a box as a small map with a legend: every pixel where they fit, otherwise the grid.',
  description: 'The picture that the reply to POST /api/tool/satellite/lulc/bbox links to. Nothing is stored.',
  auth: 'key',
  input: bboxInput(asCalls(BBOX_MAP)),
  output: { type: 'image/png', description: 'A map with legend, scale bar and attribution.' },
  examples: [
    {
      name: 'forest on São Tomé and the sea beside it',
      input: { min_lat: 0.32, min_lon: 6.71, max_lat: 0.36, max_lon: 6.75 },
      output: undefined,
    },
  ],
  async handle(asked, call) {
    const box = boxOf(asked)
    const points = cellCentres(box, asked.grid_size)
    if (fitsPixels(box)) {
      const { cells, read } = await readPixels(box, call)
      return landUsePicture({ box, shows: 'pixels', cells, points, atPoints: null, ring: null }, read, call)
    }
    const { codes, read } = await readPoints(points, call)
    const side = asked.grid_size
    const cells = {
      west: box.west,
      north: box.north,
      pixelWidthDeg: (box.east - box.west) / side,
      pixelHeightDeg: (box.north - box.south) / side,
      columns: side,
      rows: side,
      ...codes,
    }
    return landUsePicture({ box, shows: 'cells', cells, points, atPoints: codes, ring: null }, read, call)
  },
})
