export type LayerFamily = 'worldcover' | 'gsw' | 'hansen' | 'gfc2020'

/** The folder that the file names of a family hang under, unless the operator names another. */
export const UPSTREAM: Record<LayerFamily, string> = {
  worldcover: 'https://esa-worldcover.s3.eu-central-1.amazonaws.com/v200/2021/map',
  gsw: 'https://storage.googleapis.com/water-world/download2024/VER1-5',
  hansen: 'https://storage.googleapis.com/earthenginepartners-hansen/GFC-2025-v1.13',
  gfc2020: 'https://jeodpp.jrc.ec.europa.eu/ftp/jrc-opendata/FOREST/GFC2020/LATEST/tiles',
}

export const STAC_SEARCH = 'https://earth-search.aws.element84.com/v1/search'
