import { emptyRoot, nodeHash } from '../../evidence/merkle.ts'
import { sha256 } from './hash.ts'
import { completeSubtrees, type LeafRange, type TreeNode } from './ranges.ts'
import { placeOf, Tile, type TileAddress } from './tile.ts'
import { TILE_WIDTH } from './tile-path.ts'

export type PlacedTile = TileAddress & { tile: Tile }

/** The growing tiles, one a level: all that an append has to know of the tree, however long the log is. */
export class RightEdge {
  #size = 0
  readonly #growing: PlacedTile[] = []
  readonly #changed = new Map<string, PlacedTile>()

  /** The tiles that a tree of this size leaves unfinished, and how wide each is. */
  static shape(size: number): Array<TileAddress & { width: number }> {
    const shape: Array<TileAddress & { width: number }> = []
    for (let [level, hashes] = [0, size]; hashes > 0; level += 1, hashes = Math.floor(hashes / TILE_WIDTH)) {
      shape.push({ level, index: Math.floor(hashes / TILE_WIDTH), width: hashes % TILE_WIDTH })
    }
    return shape
  }

  static restore(size: number, tiles: PlacedTile[]): RightEdge {
    const edge = new RightEdge()
    edge.#size = size
    edge.#growing.push(...tiles)
    return edge
  }

  get size(): number {
    return this.#size
  }

  append(leafHash: Uint8Array): void {
    this.#push(0, leafHash)
    this.#size += 1
  }

  root(): Uint8Array {
    return this.#size === 0 ? emptyRoot(sha256) : foldRange({ start: 0, end: this.#size }, (node) => this.node(node)!)
  }

  /** Undefined where the node lies in a tile that was finished before the last `settle`. */
  node(node: TreeNode): Uint8Array | undefined {
    const { tile, height, index } = placeOf(node)
    const growing = this.#growing[tile.level]
    const held = growing?.index === tile.index ? growing : this.#changed.get(`${tile.level}/${tile.index}`)
    return held?.tile.hasNode(height, index) ? held.tile.node(height, index) : undefined
  }

  changed(): PlacedTile[] {
    return [...this.#changed.values()]
  }

  settle(): void {
    this.#changed.clear()
  }

  #push(level: number, hash: Uint8Array): void {
    this.#growing[level] ??= { level, index: 0, tile: new Tile() }
    const growing = this.#growing[level]
    growing.tile.push(hash)
    this.#changed.set(`${level}/${growing.index}`, growing)
    if (!growing.tile.isFull) return
    this.#growing[level] = { level, index: growing.index + 1, tile: new Tile() }
    this.#push(level + 1, growing.tile.root())
  }
}

/** The hash over a range, from the complete subtrees it consists of. */
export function foldRange(range: LeafRange, hashOf: (node: TreeNode) => Uint8Array): Uint8Array {
  return completeSubtrees(range)
    .map(hashOf)
    .reduceRight((right, left) => nodeHash(left, right, sha256))
}
