import type { Box, Place } from '../types.ts'

/** The centres of size x size equal cells, from the north-west corner, row by row. */
export function cellCentres({ west, south, east, north }: Box, size: number): Place[] {
  const lats = centres(north, south, size)
  const lngs = centres(west, east, size)
  return lats.flatMap((lat) => lngs.map((lng) => ({ lat, lng })))
}

function centres(from: number, to: number, size: number): number[] {
  const step = (to - from) / size
  return Array.from({ length: size }, (_, index) => tidy(from + (index + 0.5) * step, Math.abs(step)))
}

/** Nine decimals are a tenth of a millimetre; a cell smaller than that keeps every digit. */
function tidy(degrees: number, cell: number): number {
  return cell > 1e-6 ? Number(degrees.toFixed(9)) : degrees
}
