export type LayerId =
  | 'worldcover'
  | 'gsw_recurrence'
  | 'gsw_transitions'
  | 'gsw_occurrence'
  | 'gsw_seasonality'
  | 'hansen_lossyear'
  | 'hansen_treecover2000'
  | 'hansen_datamask'
  | 'gfc2020'

export interface Place {
  lat: number
  lng: number
}

/** Degrees; `west` greater than `east` spans 180°. */
export interface Box {
  west: number
  south: number
  east: number
  north: number
}

/** The tile that answers for a place, and the version of the layer that was read or, unread, sought. */
export interface TileOfLayer {
  layer: LayerId
  version: string
  /** The year that the version describes, or reaches to. */
  year: number
  resolution_m: number
  /** As upstream names it, such as N00E006. */
  tile: string
  attribution: string
}

/** Row and column count from the north-west corner of the file that was read. */
export interface Provenance extends TileOfLayer {
  row: number
  col: number
}

export type UnreadCause =
  | 'not_found'
  | 'forbidden'
  | 'refused'
  | 'upstream_error'
  | 'timed_out'
  | 'unreachable'
  | 'paused'
  | 'cut_short'
  | 'malformed'
  | 'wrong_tile'
  | 'outside_file'
  | 'outside_coverage'
  | 'cancelled'

/** Three outcomes and no fourth; neither of the last two ever becomes a number. */
export type Read =
  | { outcome: 'value'; value: number; at: Provenance }
  | { outcome: 'no_data'; why: string; at: Provenance | TileOfLayer }
  | { outcome: 'unread'; why: string; cause: UnreadCause; at: TileOfLayer }

export const PIXEL = { value: 0, noData: 1, unread: 2 } as const

/** A north-up rectangle of pixels, row by row from the north-west corner. */
export interface Grid {
  /** The outer edge of the first column, from -180; columns beyond 180 are those of longitude minus 360. */
  west: number
  north: number
  pixelWidthDeg: number
  pixelHeightDeg: number
  columns: number
  rows: number
}

export interface Window extends Grid {
  layer: LayerId
  /** The version of the tiles below; where they differ, of the first that was read. */
  version: string
  tiles: WindowTile[]
  /** 0 where the outcome is not a value: look there first. */
  values: Uint8Array
  /** PIXEL.value, PIXEL.noData or PIXEL.unread. */
  outcomes: Uint8Array
  /** Of each cause of pixels without a value, one sentence. */
  whys: string[]
  /** Of each pixel without a value the place of its sentence in `whys`, counted from 1; 0 where there is a value. */
  causes: Uint16Array
  /** Why nothing is known of what was asked for and lies north or south of it. */
  beyond: string
  /** Requests made upstream for this window. */
  reads: number
}

/** Where a tile's pixels stand in the window: window pixel (row, col) is file pixel (row + rowOffset, col + colOffset). */
export interface WindowTile extends TileOfLayer {
  outcome: 'read' | 'no_data' | 'unread'
  why: string | null
  cause: UnreadCause | null
  rowOffset: number
  colOffset: number
}

export interface LayerDescription {
  id: LayerId
  title: string
  /** What is asked for first; older ones are read where they lie, and reported. */
  version: string
  versions: string[]
  year: number
  resolution_m: number
  attribution: string
  licence: string
  /** What each value means; the layers of percentages and years name their ends. */
  codes: Record<number, string>
}

export interface ReadOptions {
  signal?: AbortSignal
}

export type WindowAround = { centre: Place; radiusM: number } | { bbox: Box }

export interface Layers {
  /** One read a place, in the order of the places. Rejects only with the signal's reason. */
  read(layer: LayerId, places: Place[], options?: ReadOptions): Promise<Read[]>
  /** Without pixels where the layer was never mapped; rejects with RangeError over 64 million of them. */
  window(layer: LayerId, around: WindowAround, options?: ReadOptions): Promise<Window>
  describe(layer: LayerId): LayerDescription
}
