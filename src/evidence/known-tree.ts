import { decodeHexInto, encodeHex } from './encoding.ts'
import { HASH_BYTES, isSize, type Sha256 } from './merkle.ts'

/**
 * The nodes of one tree that proofs have already led to its root, by level and index, in hex. A batch of receipts under
 * one head shares most of its paths: a shared node is hashed once, and the rest of every later path is only compared.
 */
export type KnownTree = Map<number, string>[]

export interface HexInclusionClaim {
  leafIndex: number
  treeSize: number
  leafHash: string
  path: readonly unknown[]
  root: string
}

const LONGEST_PATH = 64

/** Says what verifyInclusion says. The tree must belong to this claim's root and size. */
export function verifyInclusionIn(tree: KnownTree, claim: HexInclusionClaim, sha256: Sha256): boolean {
  const { leafIndex, treeSize, path, root } = claim
  if (!isSize(leafIndex) || !isSize(treeSize) || leafIndex >= treeSize || path.length > LONGEST_PATH) return false
  if (!isHexHash(claim.leafHash)) return false

  const walked: { level: number; index: number; hash: string }[] = []
  let level = 0
  let node = leafIndex
  let last = treeSize - 1
  let hash = claim.leafHash
  let isKnown = false
  for (const sibling of path) {
    if (last === 0) return false
    // A right edge without a sibling is lifted unhashed.
    for (; node === last && node % 2 === 0; level++) node = last = half(node)
    const isRight = node % 2 === 1
    const siblingIndex = isRight ? node - 1 : node + 1
    if (!isKnown) {
      const known = tree[level]?.get(node)
      if (known !== undefined && known !== hash) return false
      isKnown = known !== undefined
    }
    if (isKnown) {
      if (tree[level]?.get(siblingIndex) !== sibling) return false
    } else {
      if (!isHexHash(sibling)) return false
      walked.push({ level, index: node, hash }, { level, index: siblingIndex, hash: sibling })
      const parent = isRight ? hexNode(sibling, hash, sha256) : hexNode(hash, sibling, sha256)
      if (parent === undefined) return false
      hash = parent
    }
    node = half(node)
    last = half(last)
    level++
  }
  if (last !== 0 || !(isKnown || hash === root)) return false
  for (const { level, index, hash } of walked) {
    tree[level] ??= new Map()
    tree[level].set(index, hash)
  }
  return true
}

/** Shifting would lose the bits beyond 2^32. */
function half(index: number): number {
  return Math.floor(index / 2)
}

function isHexHash(value: unknown): value is string {
  return typeof value === 'string' && value.length === 2 * HASH_BYTES
}

/** One message for all nodes: hashing is synchronous, and a fresh array for each would cost more than its hash. */
const message = new Uint8Array(1 + 2 * HASH_BYTES)
message[0] = 0x01

function hexNode(left: string, right: string, sha256: Sha256): string | undefined {
  if (!decodeHexInto(left, message, 1) || !decodeHexInto(right, message, 1 + HASH_BYTES)) return undefined
  return encodeHex(sha256(message))
}
