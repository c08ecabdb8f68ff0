import type { PixelWindow } from './reads.ts'

const EQUATOR_M = 6_378_137
const FLATTENING = 1 / 298.257223563
const SQUARED_ECCENTRICITY = FLATTENING * (2 - FLATTENING)

/** The pixels whose centres lie within the radius of a place, as indexes into the window. */
export function pixelsWithin(
  window: PixelWindow,
  { lat, lng }: { lat: number; lng: number },
  radiusM: number,
): number[] {
  const { northM, eastM } = metresPerDegree(lat)
  const found: number[] = []
  for (let row = 0; row < window.rows; row++) {
    const north = (window.north - (row + 0.5) * window.pixelHeightDeg - lat) * northM
    if (Math.abs(north) > radiusM) continue
    for (let column = 0; column < window.columns; column++) {
      const east = turned(window.west + (column + 0.5) * window.pixelWidthDeg - lng) * eastM
      if (Math.hypot(north, east) <= radiusM) found.push(row * window.columns + column)
    }
  }
  return found
}

/** On the WGS 84 ellipsoid; over some hundred metres the ground is flat to a few millimetres. */
function metresPerDegree(lat: number): { northM: number; eastM: number } {
  const phi = (lat * Math.PI) / 180
  const w = 1 - SQUARED_ECCENTRICITY * Math.sin(phi) ** 2
  return {
    northM: ((Math.PI / 180) * EQUATOR_M * (1 - SQUARED_ECCENTRICITY)) / w ** 1.5,
    eastM: ((Math.PI / 180) * EQUATOR_M * Math.cos(phi)) / Math.sqrt(w),
  }
}

function turned(degrees: number): number {
  return ((((degrees + 180) % 360) + 360) % 360) - 180
}
