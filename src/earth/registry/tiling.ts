import type { Place } from '../types.ts'

export interface Tile {
  name: string
  west: number
  north: number
  size: number
}

export interface Tiling {
  size: number
  /** Which corner names the tile: a latitude that lies on the line between two tiles belongs to the one it names. */
  namedBy: 'south_west' | 'north_west'
  covers: { south: number; north: number }
  /** Of the corner that names the tile. */
  name(lat: number, lng: number): string
}

/**
 * The tile that answers for a place; on the line between two, the other one follows, since its border row touches the
 * place as well. None where the layer was never mapped.
 */
export function tilesAt(tiling: Tiling, place: Place): Tile[] {
  const { size, covers } = tiling
  const lat = place.lat
  if (!(lat >= covers.south && lat <= covers.north) || !Number.isFinite(place.lng)) return []
  const west = Math.floor(normal(place.lng) / size) * size
  const below = Math.ceil(lat / size) * size
  if (lat !== below) return [tileOf(tiling, west, below)]
  const norths = tiling.namedBy === 'south_west' ? [below + size, below] : [below, below + size]
  return norths
    .filter((north) => north <= covers.north && north - size >= covers.south)
    .map((north) => tileOf(tiling, west, north))
}

export function tilesIn(tiling: Tiling, box: { west: number; south: number; east: number; north: number }): Tile[] {
  const { size, covers } = tiling
  const tiles = new Map<string, Tile>()
  const south = Math.max(covers.south, box.south)
  const top = Math.min(covers.north, Math.ceil(box.north / size) * size)
  const firstWest = Math.floor(box.west / size) * size
  const lastWest = Math.min(box.east, firstWest + 360 - size / 2)
  for (let north = top; north > south; north -= size)
    for (let west = firstWest; west < lastWest; west += size) {
      const tile = tileOf(tiling, normal(west), north)
      tiles.set(tile.name, tile)
    }
  return [...tiles.values()]
}

const known = new WeakMap<Tiling, Map<string, Tile>>()

export function allTiles(tiling: Tiling): Map<string, Tile> {
  const { south, north } = tiling.covers
  const tiles =
    known.get(tiling) ??
    new Map(tilesIn(tiling, { west: -180, south, east: 180, north }).map((tile) => [tile.name, tile]))
  known.set(tiling, tiles)
  return tiles
}

/** From -180 up to, but without, 180. */
export function normal(lng: number): number {
  if (lng >= -180 && lng < 180) return lng
  return ((((lng + 180) % 360) + 360) % 360) - 180
}

function tileOf(tiling: Tiling, west: number, north: number): Tile {
  const { size, namedBy } = tiling
  // Plus zero, so that no edge is minus zero.
  return {
    name: tiling.name(namedBy === 'south_west' ? north - size : north, west),
    west: west + 0,
    north: north + 0,
    size,
  }
}

export function padded(value: number, width: number): string {
  return String(Math.abs(value)).padStart(width, '0')
}

export const northOrSouth = (lat: number) => (lat < 0 ? 'S' : 'N')
export const eastOrWest = (lng: number) => (lng < 0 ? 'W' : 'E')
