import type { Layer, Version } from './layer.ts'
import { eastOrWest, northOrSouth, padded } from './tiling.ts'

const CLASSES = {
  10: 'Tree cover',
  20: 'Shrubland',
  30: 'Grassland',
  40: 'Cropland',
  50: 'Built-up',
  60: 'Bare / sparse vegetation',
  70: 'Snow and ice',
  80: 'Permanent water bodies',
  90: 'Herbaceous wetland',
  95: 'Mangroves',
  100: 'Moss and lichen',
}

export const WORLDCOVER: Layer = {
  id: 'worldcover',
  family: 'worldcover',
  title: 'ESA WorldCover, land cover',
  versions: [version('v200', 2021), version('v100', 2020)],
  tiling: {
    size: 3,
    namedBy: 'south_west',
    covers: { south: -60, north: 84 },
    name: (lat, lng) => `${northOrSouth(lat)}${padded(lat, 2)}${eastOrWest(lng)}${padded(lng, 3)}`,
  },
  resolutionM: 10,
  attribution: attribution(2021),
  licence: 'CC BY 4.0',
  codes: CLASSES,
  isCode: (value) => value in CLASSES,
  noData: [0],
  absentTileIsNoData: true,
}

function version(name: string, year: number): Version {
  return {
    version: name,
    year,
    attribution: attribution(year),
    path: (tile) => `ESA_WorldCover_10m_${year}_${name}_${tile}_Map.tif`,
  }
}

function attribution(year: number): string {
  return `© ESA WorldCover project ${year} / Contains modified Copernicus Sentinel data (${year}) processed by ESA WorldCover consortium`
}
