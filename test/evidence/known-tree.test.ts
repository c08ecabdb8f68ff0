import assert from 'node:assert/strict'
import test from 'node:test'
import { encodeHex } from '../../src/evidence/encoding.ts'
import { type KnownTree, verifyInclusionIn } from '../../src/evidence/known-tree.ts'
import { type InclusionClaim, leafHash, verifyInclusion } from '../../src/evidence/merkle.ts'
import { sodiumPrimitives } from '../../src/evidence/signatures/sodium.ts'
import { pathOf, rootOf } from './witness.ts'

const inHex = ({ leafIndex, treeSize, leafHash, path, root }: InclusionClaim) => ({
  leafIndex,
  treeSize,
  leafHash: encodeHex(leafHash),
  path: path.map(encodeHex),
  root: encodeHex(root),
})

test('what a tree has proved before never changes what a proof is worth', () => {
  const { sha256 } = sodiumPrimitives
  for (let size = 1; size <= 33; size++) {
    const leaves = Array.from({ length: size }, (_, n) => leafHash(Uint8Array.of(n), sha256))
    const root = rootOf(leaves)
    const known: KnownTree = []
    for (const index of [...leaves.keys(), ...leaves.keys()].sort((a, b) => ((a * 7) % 11) - ((b * 7) % 11))) {
      const honest = { leafIndex: index, treeSize: size, leafHash: leaves[index]!, path: pathOf(index, leaves), root }
      const spoiled = honest.path.map((_, at) => ({ ...honest, path: honest.path.with(at, sha256(root)) }))
      const claims = [
        ...spoiled,
        { ...honest, leafIndex: index + 1 },
        { ...honest, leafIndex: size },
        { ...honest, leafHash: sha256(root) },
        { ...honest, path: honest.path.slice(1) },
        { ...honest, path: [...honest.path, root] },
        honest,
        ...spoiled,
      ]
      for (const claim of claims) {
        assert.equal(
          verifyInclusionIn(known, inHex(claim), sha256),
          verifyInclusion(claim, sha256),
          `leaf ${index} of ${size}`,
        )
      }
      assert.equal(verifyInclusion(honest, sha256), true)
    }
  }
})
