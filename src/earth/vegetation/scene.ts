import { isObject } from '../../kernel/json.ts'
import type { Band, Scene } from './types.ts'

/** A scene, or what its item does not say. A scale is never assumed; without one, an offset is not known to be none. */
export function sceneOf(item: unknown): Scene | { missing: string; id: string | null } {
  const { id, bbox, properties, assets } = isObject(item) ? item : ({} as Record<string, unknown>)
  const name = typeof id === 'string' ? id : null
  const missing = (what: string) => ({ missing: what, id: name })
  if (name === null || !isObject(properties) || !isObject(assets)) return missing('id, properties or assets')
  const datetime = typeof properties.datetime === 'string' ? new Date(inUtc(properties.datetime)) : null
  if (datetime === null || Number.isNaN(datetime.getTime())) return missing('datetime')
  const applied = properties['earthsearch:boa_offset_applied'] === true
  const red = bandOf(assets.red, applied)
  const nir = bandOf(assets.nir, applied)
  if (red === null || nir === null) return missing('red and nir with address and scale')
  const scl = isObject(assets.scl) && typeof assets.scl.href === 'string' ? { href: assets.scl.href } : null
  if (scl === null) return missing('scl')
  return { id: name, datetime: datetime.toISOString(), bbox: boxOf(bbox), red, nir, scl }
}

function inUtc(time: string): string {
  return /(Z|[+-]\d\d:?\d\d)$/i.test(time) ? time : `${time}Z`
}

/** With or without heights. */
function boxOf(value: unknown): Scene['bbox'] | null {
  if (!Array.isArray(value) || !value.every((side) => Number.isFinite(side))) return null
  if (value.length === 4) return value as Scene['bbox']
  return value.length === 6 ? [value[0], value[1], value[3], value[4]] : null
}

/** In `raster:bands`, in `bands`, or on the asset itself, as the versions of the raster extension have it. */
function bandOf(asset: unknown, offsetIsApplied: boolean): Band | null {
  if (!isObject(asset) || typeof asset.href !== 'string') return null
  const places = [first(asset['raster:bands']), first(asset.bands), asset]
  const stated = (name: string) =>
    places
      .flatMap((place) => (place === null ? [] : [place[name], place[`raster:${name}`]]))
      .find((value): value is number => typeof value === 'number' && Number.isFinite(value))
  const scale = stated('scale')
  if (scale === undefined || scale <= 0) return null
  const offset = offsetIsApplied ? 0 : (stated('offset') ?? 0)
  return { href: asset.href, scale, offset, nodata: stated('nodata') ?? 0 }
}

function first(list: unknown): Record<string, unknown> | null {
  return Array.isArray(list) && isObject(list[0]) ? list[0] : null
}
