import type { Samples } from './raster/block.ts'
import type { RasterHeader } from './raster/header.ts'
import type { Layer, Version } from './registry/layer.ts'
import { Unreadable } from './unreadable.ts'

export type Meaning = 'value' | 'no_data' | 'no_code'

/** What a pixel says: zeros that mean nothing here, and numbers that the legend does not hold, are no values. */
export function meaningOf(layer: Layer, version: Version, { noData }: RasterHeader, value: number): Meaning {
  if (layer.noData.includes(value)) return 'no_data'
  if (layer.isCode(value, version)) return 'value'
  return value === noData ? 'no_data' : 'no_code'
}

export const NO_DATA_HERE = 'the layer has no data here'
export const OPEN_OCEAN = 'upstream keeps no tile here: open ocean, without data'

export function outsideFile(name: string): string {
  return `the place lies outside ${name}, which is only a part of its tile`
}

export function neverMapped({ title, tiling: { covers } }: Layer): string {
  return `${title} was mapped from ${covers.south}° to ${covers.north}° of latitude only`
}

export function noCode(layer: Layer, value: number): string {
  return `the pixel holds ${value}, which is no code of ${layer.title}`
}

export function checkLegend(
  samples: Samples,
  layer: Layer,
  version: Version,
  header: RasterHeader,
  name: string,
): void {
  const legend = Array.from({ length: 256 }, (_, value) => meaningOf(layer, version, header, value) !== 'no_code')
  for (const value of samples)
    if (!legend[value]) throw new Unreadable('malformed', `a block of ${name} holds ${value}, which is no code`)
}
