import { HASH_BYTES, nodeHash } from '../../evidence/merkle.ts'
import { sha256 } from './hash.ts'
import type { TreeNode } from './ranges.ts'
import { TILE_WIDTH } from './tile-path.ts'

const TILE_HEIGHT = Math.log2(TILE_WIDTH)

export interface TileAddress {
  level: number
  index: number
}

/** Nodes of a full tile, its hashes at the front, each height behind the one below it. */
const NODES = 2 * TILE_WIDTH - 1

/** The hashes of one tile and, computed when asked for, the complete nodes above them; a node never changes once it is complete. */
export class Tile {
  readonly #nodes = new Uint8Array(NODES * HASH_BYTES)
  readonly #known = new Uint8Array(NODES)
  #width = 0

  /** Undefined when the bytes are no tile. */
  static parse(bytes: Uint8Array): Tile | undefined {
    if (bytes.length === 0 || bytes.length % HASH_BYTES !== 0 || bytes.length > TILE_WIDTH * HASH_BYTES)
      return undefined
    const tile = new Tile()
    tile.#nodes.set(bytes)
    tile.#width = bytes.length / HASH_BYTES
    return tile
  }

  get width(): number {
    return this.#width
  }

  get isFull(): boolean {
    return this.#width === TILE_WIDTH
  }

  push(hash: Uint8Array): void {
    this.#nodes.set(hash, this.#width * HASH_BYTES)
    this.#width += 1
  }

  /** Only of a full tile: its hash in the level above. */
  root(): Uint8Array {
    return this.node(TILE_HEIGHT, 0)
  }

  node(height: number, index: number): Uint8Array {
    const place = 2 * TILE_WIDTH - 2 ** (TILE_HEIGHT + 1 - height) + index
    const at = place * HASH_BYTES
    if (height > 0 && this.#known[place] === 0) {
      this.#nodes.set(nodeHash(this.node(height - 1, index * 2), this.node(height - 1, index * 2 + 1), sha256), at)
      this.#known[place] = 1
    }
    return this.#nodes.subarray(at, at + HASH_BYTES)
  }

  hasNode(height: number, index: number): boolean {
    return (index + 1) * 2 ** height <= this.#width
  }

  bytes(): Uint8Array {
    return this.#nodes.slice(0, this.#width * HASH_BYTES)
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
