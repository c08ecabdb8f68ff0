import proj4 from 'proj4'
import type { Place } from '../types.ts'

const NORTH = 32_600
const SOUTH = 32_700

function isUtm(epsg: number): boolean {
  const zone = epsg % 100
  return (epsg - zone === NORTH || epsg - zone === SOUTH) && zone >= 1 && zone <= 60
}

/** Metres in a WGS 84 / UTM zone, which its EPSG code names. */
export function toUtm({ lat, lng }: Place, epsg: number): { x: number; y: number } {
  const south = epsg > SOUTH ? ' +south' : ''
  const [x, y] = proj4(`+proj=utm +zone=${epsg % 100}${south} +datum=WGS84 +units=m +no_defs`, [lng, lat])
  return { x: x!, y: y! }
}

/** Where a place lies on a file's own plane; null for a plane that is not known here. */
export function onPlane(place: Place, projection: number | null): { x: number; y: number } | null {
  if (projection === null) return { x: place.lng, y: place.lat }
  return isUtm(projection) ? toUtm(place, projection) : null
}
