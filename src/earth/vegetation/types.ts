import type { Place, UnreadCause } from '../types.ts'

/** Stored numbers become reflectances by the scene's own metadata. */
export interface Band {
  href: string
  scale: number
  offset: number
  nodata: number
}

/** One Sentinel-2 scene as the search named it. */
export interface Scene {
  id: string
  /** UTC with Z. */
  datetime: string
  /** Null where the item states none: then the files alone say what they cover. */
  bbox: [west: number, south: number, east: number, north: number] | null
  red: Band
  nir: Band
  scl: { href: string }
}

export interface SceneProvenance {
  layer: 'sentinel2'
  version: string
  scene: string
  date: string
  resolution_m: number
  /** Of the red and near-infrared pixel in its file, from the north-west corner. */
  row: number
  col: number
  scl: number
  red: number
  nir: number
  attribution: string
  passed_over: PassedOver
}

/** Scenes nearer in time that could not be used at this pixel; of many, the first few are named. */
export interface PassedOver {
  scenes: number
  first: { scene: string; date: string; why: string }[]
}

/** Three outcomes and no fourth. */
export type VegetationRead =
  | { outcome: 'value'; ndvi: number; at: SceneProvenance }
  | { outcome: 'no_data'; why: string; passed_over: PassedOver }
  | { outcome: 'unread'; why: string; cause: UnreadCause; passed_over: PassedOver }

export interface VegetationQuery {
  since: Date
  until: Date
  /** The moment that a scene should be closest to: the end of the period for the newest. */
  nearest: Date
  signal?: AbortSignal
}

export interface Vegetation {
  /** One read a place, in the order of the places. */
  read(places: Place[], query: VegetationQuery): Promise<VegetationRead[]>
}
