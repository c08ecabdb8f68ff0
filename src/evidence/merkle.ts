/**
 * The Merkle tree of RFC 6962 and RFC 9162 over SHA-256.
 * Every index, size and path here may be an attacker's: what is not a possible proof is false, and nothing throws.
 */
export type Sha256 = (bytes: Uint8Array) => Uint8Array

export const HASH_BYTES = 32

export interface InclusionClaim {
  leafIndex: number
  treeSize: number
  leafHash: Uint8Array
  path: readonly Uint8Array[]
  root: Uint8Array
}

export interface ConsistencyClaim {
  first: number
  second: number
  firstRoot: Uint8Array
  secondRoot: Uint8Array
  path: readonly Uint8Array[]
}

export function leafHash(entry: Uint8Array, sha256: Sha256): Uint8Array {
  const message = new Uint8Array(1 + entry.length)
  message.set(entry, 1)
  return sha256(message)
}

export function nodeHash(left: Uint8Array, right: Uint8Array, sha256: Sha256): Uint8Array {
  const message = new Uint8Array(1 + left.length + right.length)
  message[0] = 0x01
  message.set(left, 1)
  message.set(right, 1 + left.length)
  return sha256(message)
}

/** The root of a tree without leaves. */
export function emptyRoot(sha256: Sha256): Uint8Array {
  return sha256(new Uint8Array(0))
}

export function verifyInclusion(claim: InclusionClaim, sha256: Sha256): boolean {
  const { leafIndex, treeSize, path, root } = claim
  if (!isSize(leafIndex) || !isSize(treeSize) || leafIndex >= treeSize) return false
  if (!isPath(path) || !isHash(claim.leafHash) || !isHash(root)) return false
  const climb = climber(leafIndex, treeSize - 1)
  let hash = claim.leafHash
  for (const sibling of path) {
    if (climb.atTop()) return false
    hash = climb.isRight() ? nodeHash(sibling, hash, sha256) : nodeHash(hash, sibling, sha256)
    climb.up()
  }
  return climb.atTop() && equal(hash, root)
}

/** A proof from an empty tree would hold for every log, so first = 0 is never consistent. */
export function verifyConsistency(claim: ConsistencyClaim, sha256: Sha256): boolean {
  const { first, second, firstRoot, secondRoot, path } = claim
  if (!isSize(first) || !isSize(second) || first === 0 || first > second) return false
  if (!isPath(path) || !isBytes(firstRoot) || !isBytes(secondRoot)) return false
  if (first === second) return path.length === 0 && equal(firstRoot, secondRoot)
  if (path.length === 0 || !isHash(firstRoot) || !isHash(secondRoot)) return false

  const climb = climber(first - 1, second - 1)
  climb.toLeftChild()
  const wholeSubtree = climb.atLeftEdge()
  const [seed, ...rest] = wholeSubtree ? [firstRoot, ...path] : path
  let older = seed!
  let newer = seed!
  for (const sibling of rest) {
    if (climb.atTop()) return false
    if (climb.isRight()) {
      older = nodeHash(sibling, older, sha256)
      newer = nodeHash(sibling, newer, sha256)
    } else {
      newer = nodeHash(newer, sibling, sha256)
    }
    climb.up()
  }
  return climb.atTop() && equal(older, firstRoot) && equal(newer, secondRoot)
}

/** Walks from a node to the root beside the last node of its row; halving keeps sizes over 2^32 exact, shifting does not. */
function climber(node: number, last: number) {
  const half = () => {
    node = Math.floor(node / 2)
    last = Math.floor(last / 2)
  }
  return {
    atTop: () => last === 0,
    atLeftEdge: () => node === 0,
    isRight: () => node % 2 === 1 || node === last,
    /** A right edge without a sibling is lifted unhashed, so its levels are skipped. */
    up() {
      if (node === last) while (node % 2 === 0 && node !== 0) half()
      half()
    },
    toLeftChild() {
      while (node % 2 === 1) half()
    },
  }
}

export function isSize(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

/** No tree of at most 2^53 leaves has a longer proof; the bound keeps a huge path from being hashed at all. */
const LONGEST_PATH = 64

function isPath(path: unknown): path is readonly Uint8Array[] {
  return Array.isArray(path) && path.length <= LONGEST_PATH && Array.from(path).every(isHash)
}

function isHash(value: unknown): value is Uint8Array {
  return isBytes(value) && value.length === HASH_BYTES
}

function isBytes(value: unknown): value is Uint8Array {
  return value instanceof Uint8Array
}

export function equal(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at])
}
