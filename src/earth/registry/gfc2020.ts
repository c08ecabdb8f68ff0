import type { Layer, Version } from './layer.ts'
import { eastOrWest, northOrSouth } from './tiling.ts'

export const GFC2020: Layer = {
  id: 'gfc2020',
  family: 'gfc2020',
  title: 'JRC Global Forest Cover 2020',
  versions: [version('V4'), version('V3'), version('V2'), version('V1')],
  tiling: {
    size: 10,
    namedBy: 'north_west',
    covers: { south: -60, north: 90 },
    name: (lat, lng) => `${northOrSouth(lat)}${Math.abs(lat)}_${eastOrWest(lng)}${Math.abs(lng)}`,
  },
  resolutionM: 10,
  attribution: 'Source: EC JRC, Global Forest Cover 2020',
  licence: 'CC BY 4.0',
  codes: { 0: 'Not forest', 1: 'Forest' },
  isCode: (value) => value <= 1,
  noData: [255],
  absentTileIsNoData: false,
}

function version(name: string): Version {
  return { version: name, year: 2020, path: (tile) => `JRC_GFC2020_${name}_${tile}.tif` }
}
