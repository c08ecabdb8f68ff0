import { HASH_BYTES, nodeHash } from '../../evidence/merkle.ts'
import { sha256 } from './hash.ts'
import type { TreeNode } from './ranges.ts'
import { TILE_WIDTH } from './tile-path.ts'

const TILE_HEIGHT = Math.log2(TILE_WIDTH)

export interface TileAddress {
  level: number
  index: number
}

/** The hashes of one tile and, computed when asked for, the complete nodes above them; a node never changes once it is complete. */
export class Tile {
  readonly #rows: Uint8Array[][] = Array.from({ length: TILE_HEIGHT + 1 }, () => [])

  /** Undefined when the bytes are no tile. */
  static parse(bytes: Uint8Array): Tile | undefined {
    if (bytes.length === 0 || bytes.length % HASH_BYTES !== 0 || bytes.length > TILE_WIDTH * HASH_BYTES)
      return undefined
    const tile = new Tile()
    for (let at = 0; at < bytes.length; at += HASH_BYTES) tile.push(bytes.subarray(at, at + HASH_BYTES))
    return tile
  }

  get width(): number {
    return this.#rows[0]!.length
  }

  get isFull(): boolean {
    return this.width === TILE_WIDTH
  }

  push(hash: Uint8Array): void {
    this.#rows[0]!.push(hash)
  }

  /** Only of a full tile: its hash in the level above. */
  root(): Uint8Array {
    return this.node(TILE_HEIGHT, 0)
  }

  node(height: number, index: number): Uint8Array {
    const row = this.#rows[height]!
    row[index] ??= nodeHash(this.node(height - 1, index * 2), this.node(height - 1, index * 2 + 1), sha256)
    return row[index]
  }

  hasNode(height: number, index: number): boolean {
    return (index + 1) * 2 ** height <= this.width
  }

  bytes(): Uint8Array {
    const bytes = new Uint8Array(this.width * HASH_BYTES)
    for (const [at, hash] of this.#rows[0]!.entries()) bytes.set(hash, at * HASH_BYTES)
    return bytes
  }
}

/** Where a node of the whole tree lies: its tile, and its place inside. */
export function placeOf({ height, index }: TreeNode): { tile: TileAddress; height: number; index: number } {
  const inner = height % TILE_HEIGHT
  const across = 2 ** (TILE_HEIGHT - inner)
  return {
    tile: { level: Math.floor(height / TILE_HEIGHT), index: Math.floor(index / across) },
    height: inner,
    index: index % across,
  }
}
