import { isSize } from '../../evidence/merkle.ts'

/** Hashes a full tile holds, and entries a full bundle does (C2SP tlog-tiles). */
export const TILE_WIDTH = 256

export type TilePath = { kind: 'hashes'; level: number; index: number; width: number } | EntriesPath
export type EntriesPath = { kind: 'entries'; index: number; width: number }

const SHAPE = /^\/log\/tile\/(entries|\d{1,2})\/((?:x\d{3}\/)*\d{3})(?:\.p\/(\d{1,3}))?$/
const HIGHEST_LEVEL = 63

/** Undefined for anything that `formatTilePath` would not have written: one tile has one address, and caches keep it for ever. */
export function parseTilePath(path: string): TilePath | undefined {
  const found = SHAPE.exec(path)
  if (!found) return undefined
  const [, row, elements, partial] = found
  const index = Number(elements!.replaceAll(/[x/]/g, ''))
  const width = partial === undefined ? TILE_WIDTH : Number(partial)
  if (!isSize(index * TILE_WIDTH) || width < 1 || (partial !== undefined && width >= TILE_WIDTH)) return undefined
  const tile: TilePath =
    row === 'entries' ? { kind: 'entries', index, width } : { kind: 'hashes', level: Number(row), index, width }
  if (tile.kind === 'hashes' && tile.level > HIGHEST_LEVEL) return undefined
  return formatTilePath(tile) === path ? tile : undefined
}

export function formatTilePath(tile: TilePath): string {
  const row = tile.kind === 'entries' ? 'entries' : tile.level
  const digits = String(tile.index)
  const threes = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/\d{3}/g)!
  const number = threes.map((three, at) => (at < threes.length - 1 ? `x${three}` : three)).join('/')
  return `/log/tile/${row}/${number}${tile.width === TILE_WIDTH ? '' : `.p/${tile.width}`}`
}
