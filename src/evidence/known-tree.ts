import { sameBytes } from './encoding.ts'
import { HASH_BYTES, type InclusionClaim, isSize, nodeHash, type Sha256 } from './merkle.ts'

/**
 * The nodes of one tree that proofs have already led to its root. A batch of receipts under one head shares most of its
 * paths: each shared node is hashed once, and the rest of every later path must be the very nodes that are known.
 */
export type KnownTree = Map<string, Uint8Array>

const LONGEST_PATH = 64

/** Says what verifyInclusion says. The tree must belong to this claim's root and size. */
export function verifyInclusionIn(tree: KnownTree, claim: InclusionClaim, sha256: Sha256): boolean {
  const { leafIndex, treeSize, leafHash, path, root } = claim
  if (!isSize(leafIndex) || !isSize(treeSize) || leafIndex >= treeSize || path.length > LONGEST_PATH) return false
  if (leafHash.length !== HASH_BYTES || path.some((sibling) => sibling.length !== HASH_BYTES)) return false

  const walked: [position: string, hash: Uint8Array][] = []
  let level = 0
  let node = leafIndex
  let last = treeSize - 1
  let hash = leafHash
  let isKnown = false
  const half = () => {
    node = Math.floor(node / 2)
    last = Math.floor(last / 2)
    level++
  }
  for (const sibling of path) {
    if (last === 0) return false
    if (node === last) while (node % 2 === 0 && node !== 0) half()
    const isRight = node % 2 === 1
    const siblingAt = `${level}:${isRight ? node - 1 : node + 1}`
    if (!isKnown) {
      const at = `${level}:${node}`
      const known = tree.get(at)
      if (known && !sameBytes(known, hash)) return false
      isKnown = known !== undefined
      if (!isKnown) walked.push([at, hash], [siblingAt, sibling])
    }
    if (isKnown) {
      const known = tree.get(siblingAt)
      if (!known || !sameBytes(known, sibling)) return false
    } else {
      hash = isRight ? nodeHash(sibling, hash, sha256) : nodeHash(hash, sibling, sha256)
    }
    half()
  }
  if (last !== 0 || !(isKnown || sameBytes(hash, root))) return false
  for (const [position, proven] of walked) tree.set(position, proven)
  return true
}
