import type { Layer, Version } from './layer.ts'
import { eastOrWest, northOrSouth, type Tiling } from './tiling.ts'

type Product = 'recurrence' | 'transitions' | 'occurrence' | 'seasonality'

const TILING: Tiling = {
  size: 10,
  namedBy: 'north_west',
  covers: { south: -60, north: 80 },
  name: (lat, lng) => `${Math.abs(lng)}${eastOrWest(lng)}_${Math.abs(lat)}${northOrSouth(lat)}`,
}

const TRANSITIONS = {
  0: 'Never water',
  1: 'Permanent',
  2: 'New permanent',
  3: 'Lost permanent',
  4: 'Seasonal',
  5: 'New seasonal',
  6: 'Lost seasonal',
  7: 'Seasonal to permanent',
  8: 'Permanent to seasonal',
  9: 'Ephemeral permanent',
  10: 'Ephemeral seasonal',
}

export const GSW_RECURRENCE = layer('recurrence', 100, { 0: 'Never water', 100: 'Water returns in 100 % of years' })
export const GSW_TRANSITIONS = layer('transitions', 10, TRANSITIONS)
export const GSW_OCCURRENCE = layer('occurrence', 100, { 0: 'Never water', 100: 'Water 100 % of the time' })
export const GSW_SEASONALITY = layer('seasonality', 12, { 0: 'Never water', 12: 'Water in 12 months of the year' })

function layer(product: Product, highest: number, codes: Record<number, string>): Layer {
  const version = (name: string, year: number, gap: '' | '_'): Version => ({
    version: name,
    year,
    path: (tile) => `${product}/${product}_${tile}${gap}${name}_${year}.tif`,
  })
  return {
    id: `gsw_${product}`,
    family: 'gsw',
    title: `JRC Global Surface Water, ${product}`,
    versions: [version('v1_5', 2024, '_'), version('v1_4', 2021, ''), version('v1_3', 2020, '')],
    tiling: TILING,
    resolutionM: 30,
    attribution: 'Source: EC JRC/Google',
    licence: 'Free of charge, with the source named',
    codes,
    isCode: (value) => value <= highest,
    noData: [255],
    absentTileIsNoData: false,
  }
}
