import type { LayerDescription, LayerId, TileOfLayer } from '../types.ts'
import { GFC2020 } from './gfc2020.ts'
import { GSW_OCCURRENCE, GSW_RECURRENCE, GSW_SEASONALITY, GSW_TRANSITIONS } from './gsw.ts'
import { HANSEN_DATAMASK, HANSEN_LOSSYEAR, HANSEN_TREECOVER2000 } from './hansen.ts'
import type { Layer, Version } from './layer.ts'
import { WORLDCOVER } from './worldcover.ts'

export const LAYERS: Record<LayerId, Layer> = {
  worldcover: WORLDCOVER,
  gsw_recurrence: GSW_RECURRENCE,
  gsw_transitions: GSW_TRANSITIONS,
  gsw_occurrence: GSW_OCCURRENCE,
  gsw_seasonality: GSW_SEASONALITY,
  hansen_lossyear: HANSEN_LOSSYEAR,
  hansen_treecover2000: HANSEN_TREECOVER2000,
  hansen_datamask: HANSEN_DATAMASK,
  gfc2020: GFC2020,
}

export const LAYER_IDS = Object.keys(LAYERS) as LayerId[]

export function describeLayer(id: LayerId): LayerDescription {
  const { title, versions, resolutionM, attribution, licence, codes } = LAYERS[id]
  const [{ version, year }] = versions
  return {
    id,
    title,
    version,
    versions: versions.map((each) => each.version),
    year,
    resolution_m: resolutionM,
    attribution,
    licence,
    codes,
  }
}

export function tileOfLayer(layer: Layer, tile: string, { version, year, ...of }: Version): TileOfLayer {
  const { id, resolutionM } = layer
  const attribution = of.attribution ?? layer.attribution
  return { layer: id, version, year, resolution_m: resolutionM, tile, attribution }
}
