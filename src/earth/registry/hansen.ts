import type { Layer, Version } from './layer.ts'
import { eastOrWest, northOrSouth, padded, type Tiling } from './tiling.ts'

type Product = 'lossyear' | 'treecover2000' | 'datamask'

const TILING: Tiling = {
  size: 10,
  namedBy: 'north_west',
  covers: { south: -60, north: 80 },
  name: (lat, lng) => `${padded(lat, 2)}${northOrSouth(lat)}_${padded(lng, 3)}${eastOrWest(lng)}`,
}

export const HANSEN_LOSSYEAR: Layer = {
  ...layer('lossyear'),
  codes: { 0: 'No loss seen', 1: 'Lost in 2001; each further number is a year later' },
  isCode: (value, { year }) => value <= year - 2000,
}

export const HANSEN_TREECOVER2000: Layer = {
  ...layer('treecover2000'),
  codes: { 0: 'No canopy in 2000', 100: 'Canopy over 100 % of the pixel in 2000' },
  isCode: (value) => value <= 100,
}

export const HANSEN_DATAMASK: Layer = {
  ...layer('datamask'),
  codes: { 1: 'Mapped land', 2: 'Permanent water' },
  isCode: (value) => value === 1 || value === 2,
  noData: [0, 255],
}

function layer(product: Product): Omit<Layer, 'codes' | 'isCode'> {
  const version = (name: string, year: number): Version => ({
    version: name,
    year,
    path: (tile) => `Hansen_GFC-${year}-${name}_${product}_${tile}.tif`,
  })
  return {
    id: `hansen_${product}`,
    family: 'hansen',
    title: `Hansen Global Forest Change, ${product}`,
    // Nothing older: a map that ends in 2020 shows no loss after it, whatever happened.
    versions: [
      version('v1.13', 2025),
      version('v1.12', 2024),
      version('v1.11', 2023),
      version('v1.10', 2022),
      version('v1.9', 2021),
    ],
    tiling: TILING,
    resolutionM: 30,
    attribution: 'Source: Hansen/UMD/Google/USGS/NASA',
    licence: 'CC BY 4.0',
    noData: [255],
    absentTileIsNoData: false,
  }
}
