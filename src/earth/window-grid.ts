import type { Layer } from './registry/layer.ts'
import type { Grid, WindowAround } from './types.ts'

/** Longitudes of an extent run on beyond 180, so that its east is never left of its west. */
export interface Extent {
  west: number
  south: number
  east: number
  north: number
}

/** A little less than the shortest degree of latitude: the window may hold more than the circle, never less. */
const METRES_PER_DEGREE = 110_500
const MOST_PIXELS = 64 * 1024 * 1024

/** The part of what was asked for that the layer was mapped for; null where there is none. */
export function extentOf(around: WindowAround, { tiling, title }: Layer): Extent | null {
  const asked = 'bbox' in around ? boxed(around.bbox) : circled(around)
  if (!Object.values(asked).every(Number.isFinite)) throw new RangeError(`no window of ${title} lies around no place`)
  const south = Math.max(asked.south, tiling.covers.south)
  const north = Math.min(asked.north, tiling.covers.north)
  if (south >= north) return null
  return { ...asked, south, north, east: Math.min(asked.east, asked.west + 360) }
}

function boxed({ west, south, east, north }: Extent): Extent {
  return { west, south, east: east < west ? east + 360 : east, north }
}

function circled({ centre, radiusM }: { centre: { lat: number; lng: number }; radiusM: number }): Extent {
  const dLat = radiusM / METRES_PER_DEGREE
  const farthest = Math.min(90, Math.abs(centre.lat) + dLat)
  const dLng = Math.min(180, dLat / Math.max(Math.cos((farthest * Math.PI) / 180), 1e-9))
  return { west: centre.lng - dLng, south: centre.lat - dLat, east: centre.lng + dLng, north: centre.lat + dLat }
}

/** Whole pixels of the file that lies at the centre, enough of them to cover the extent. */
export function gridOver(
  extent: Extent,
  anchor: { west: number; north: number; pixelWidth: number; pixelHeight: number },
): Grid {
  const { pixelWidth, pixelHeight } = anchor
  // The anchor's longitudes are between -180 and 180, the extent's may have run on.
  const turn = 360 * Math.round((extent.west - anchor.west) / 360)
  const left = Math.floor((extent.west - anchor.west - turn) / pixelWidth + 1e-6)
  const top = Math.floor((anchor.north - extent.north) / pixelHeight + 1e-6)
  const columns = Math.max(1, Math.ceil((extent.east - anchor.west - turn) / pixelWidth - 1e-6) - left)
  const rows = Math.max(1, Math.ceil((anchor.north - extent.south) / pixelHeight - 1e-6) - top)
  if (columns * rows > MOST_PIXELS) throw new RangeError(`a window of ${columns} by ${rows} pixels is too large`)
  const west = anchor.west + left * pixelWidth
  return {
    west: west < -180 ? west + 360 : west >= 180 ? west - 360 : west,
    north: anchor.north - top * pixelHeight,
    pixelWidthDeg: pixelWidth,
    pixelHeightDeg: pixelHeight,
    columns,
    rows,
  }
}
