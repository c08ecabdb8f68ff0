/** One pixel of one layer as it was read; `at` names layer, version, tile, row and column. */
export type PixelRead<At = object> =
  | { outcome: 'value'; value: number; at: At }
  | { outcome: 'no_data'; why: string; at: At }
  | { outcome: 'unread'; why: string; at: At }

/** A north-up rectangle of pixels, row by row from the north-west corner. */
export interface PixelWindow {
  west: number
  north: number
  pixelWidthDeg: number
  pixelHeightDeg: number
  columns: number
  rows: number
  values: Uint8Array
  /** 0 a value, 1 no data, 2 unread. */
  outcomes: Uint8Array
  whys: string[]
}

/** What one pin is scored on. A signal nobody read has no value. */
export type Signal =
  | { known: true; value: number; why_unread: null }
  | { known: false; value: null; why_unread: string }

export function known(value: number): Signal {
  return { known: true, value: Math.round(value * 1e6) / 1e6, why_unread: null }
}

export function unread(why: string): Signal {
  return { known: false, value: null, why_unread: why }
}
