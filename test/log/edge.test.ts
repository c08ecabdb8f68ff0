import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { leafHash, nodeHash } from '../../src/evidence/merkle.ts'
import { RightEdge } from '../../src/store/log/edge.ts'
import { consistencyRanges, inclusionPaths, inclusionRanges } from '../../src/store/log/ranges.ts'
import { cidOf, naiveConsistency, naiveInclusion, naiveRoot, sha256 } from './naive-tree.ts'

/** Row by row over all leaves: the root for any size, in linear time, without tiles. */
function rootByRows(hashes: Uint8Array[]): Uint8Array {
  let row = hashes
  while (row.length > 1) {
    row = Array.from({ length: Math.ceil(row.length / 2) }, (_, at) =>
      row[at * 2 + 1] ? nodeHash(row[at * 2]!, row[at * 2 + 1]!, sha256) : row[at * 2]!,
    )
  }
  return row[0]!
}

test('the edge gives the root of the whole tree where tiles, and tiles of tiles, fill up', () => {
  const edge = new RightEdge()
  const hashes: Uint8Array[] = []
  const watched = new Set([1, 2, 255, 256, 257, 511, 512, 513, 10_000, 65_535, 65_536, 65_537, 65_792, 66_000])
  let stored = 0
  for (let size = 1; size <= 66_000; size += 1) {
    hashes.push(leafHash(cidOf(size), sha256))
    edge.append(hashes.at(-1)!)
    if (size % 256 === 0 || size === 66_000) {
      stored += edge.changed().filter(({ tile }) => tile.isFull).length
      edge.settle()
    }
    if (watched.has(size)) assert.deepEqual(Buffer.from(edge.root()), Buffer.from(rootByRows(hashes)), `size ${size}`)
  }
  assert.equal(stored, 257 + 1)
})

test('the unfinished tiles of a tree are those that C2SP counts', () => {
  const widths = (size: number) => RightEdge.shape(size).map(({ level, index, width }) => [level, index, width])
  assert.deepEqual(widths(70_000), [
    [0, 273, 112],
    [1, 1, 17],
    [2, 0, 1],
  ])
  assert.deepEqual(widths(256), [
    [0, 1, 0],
    [1, 0, 1],
  ])
  assert.deepEqual(widths(0), [])
})

test('the ranges of a proof are those of RFC 6962, for one leaf and for a run of leaves', () => {
  const entries = Array.from({ length: 70 }, (_, at) => cidOf(at))
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 70 }), fc.nat(), fc.nat(), (size, one, other) => {
      const tree = entries.slice(0, size)
      const rootOf = ({ start, end }: { start: number; end: number }) => naiveRoot(tree.slice(start, end))
      const [start, end] = [one % size, 1 + (other % size)].sort((a, b) => a - b) as [number, number]
      const paths = inclusionPaths({ start, end }, size, rootOf)
      assert.equal(paths.length, end - start)
      for (const [at, path] of paths.entries()) {
        assert.deepEqual(path, naiveInclusion(start + at, tree))
        assert.deepEqual(path, inclusionRanges(start + at, size).map(rootOf))
      }
      if (start > 0) assert.deepEqual(consistencyRanges(start, size).map(rootOf), naiveConsistency(start, tree))
    }),
    { seed: 6962 },
  )
})
