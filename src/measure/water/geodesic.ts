import geographiclib from 'geographiclib-geodesic'

export interface Place {
  lat: number
  lng: number
}

const { WGS84, DISTANCE, AZIMUTH, LATITUDE, LONGITUDE } = geographiclib.Geodesic

export function metresBetween(from: Place, to: Place): number {
  return WGS84.Inverse(from.lat, from.lng, to.lat, to.lng, DISTANCE).s12!
}

/** At `from`, clockwise from north, 0 up to 360. */
export function bearingTowards(from: Place, to: Place): number {
  const { azi1 } = WGS84.Inverse(from.lat, from.lng, to.lat, to.lng, AZIMUTH)
  return (azi1! + 360) % 360
}

export function placeAt(from: Place, bearingDeg: number, metres: number): Place {
  const { lat2, lon2 } = WGS84.Direct(from.lat, from.lng, bearingDeg, metres, LATITUDE | LONGITUDE)
  return { lat: lat2!, lng: lon2! }
}
