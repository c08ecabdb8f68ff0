import type { Band } from './types.ts'

/** Scene classification: vegetation, bare ground, water. Cloud, shadow, snow, defects and no data are not looked through. */
export const USABLE_SCL: ReadonlySet<number> = new Set([4, 5, 6])

const SCL_NAMES: Record<number, string> = {
  0: 'no data',
  1: 'saturated or defective',
  2: 'dark area or topographic shadow',
  3: 'cloud shadow',
  7: 'unclassified',
  8: 'cloud, medium probability',
  9: 'cloud, high probability',
  10: 'thin cirrus',
  11: 'snow or ice',
}

export function sclName(code: number): string {
  return SCL_NAMES[code] ?? `class ${code}`
}

/** Null where the sensor recorded nothing. Noise below zero is darkness, not a negative reflectance. */
export function reflectance(stored: number, { scale, offset, nodata }: Band): number | null {
  if (stored === nodata) return null
  return Math.max(0, stored * scale + offset)
}

/** Null where a band recorded nothing, or both are dark. */
export function ndvi(red: number | null, nir: number | null): number | null {
  if (red === null || nir === null || red + nir <= 0) return null
  return (nir - red) / (nir + red)
}
