import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import test from 'node:test'
import fc from 'fast-check'
import { emptyRoot, leafHash, verifyConsistency, verifyInclusion } from '../../src/evidence/merkle.ts'
import { needsShared, sharedData } from '../support/needs.ts'
import { cidOf, naiveConsistency, naiveInclusion, naiveRoot, sha256 } from './naive-tree.ts'

const vectors = needsShared('vectors/rfc6962/inclusion.json')
const load = (name: string) => JSON.parse(readFileSync(`${sharedData}vectors/rfc6962/${name}.json`, 'utf8'))
const bytes = (b64: string) => new Uint8Array(Buffer.from(b64, 'base64'))

test('the 98 published inclusion proofs are judged as their authors judge them', vectors, () => {
  const cases = load('inclusion')
  assert.equal(cases.length, 98)
  for (const { path, leafIdx, treeSize, leafHash, proof, root, wantErr } of cases) {
    const claim = {
      leafIndex: leafIdx,
      treeSize,
      leafHash: bytes(leafHash),
      path: (proof ?? []).map(bytes),
      root: bytes(root),
    }
    assert.equal(verifyInclusion(claim, sha256), !wantErr, path)
  }
})

test('the 98 published consistency proofs are judged as their authors judge them', vectors, () => {
  const cases = load('consistency')
  assert.equal(cases.length, 98)
  for (const { path, size1, size2, root1, root2, proof, wantErr } of cases) {
    const claim = {
      first: size1,
      second: size2,
      firstRoot: bytes(root1),
      secondRoot: bytes(root2),
      path: (proof ?? []).map(bytes),
    }
    assert.equal(verifyConsistency(claim, sha256), !wantErr, path)
  }
})

test('the reference tree has the published root at every size', vectors, () => {
  const { leaves_hex, roots_hex_by_size } = load('reference-tree')
  const leaves = leaves_hex.map((hex: string) => new Uint8Array(Buffer.from(hex, 'hex')))
  assert.equal(Buffer.from(emptyRoot(sha256)).toString('hex'), roots_hex_by_size[0])
  for (const [size, root] of roots_hex_by_size.entries())
    assert.equal(Buffer.from(naiveRoot(leaves.slice(0, size))).toString('hex'), root)
})

const entriesOf = (size: number) => Array.from({ length: size }, (_, at) => cidOf(at))

test('every true inclusion holds, and no other index, size, leaf or path does', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 90 }), fc.nat(), fc.nat(), (treeSize, pick, other) => {
      const entries = entriesOf(treeSize)
      const leafIndex = pick % treeSize
      const path = naiveInclusion(leafIndex, entries)
      const claim = {
        leafIndex,
        treeSize,
        leafHash: leafHash(entries[leafIndex]!, sha256),
        path,
        root: naiveRoot(entries),
      }
      assert.ok(verifyInclusion(claim, sha256))
      const wrongIndex = other % treeSize
      if (wrongIndex !== leafIndex) assert.ok(!verifyInclusion({ ...claim, leafIndex: wrongIndex }, sha256))
      assert.ok(!verifyInclusion({ ...claim, leafIndex: treeSize }, sha256))
      assert.ok(!verifyInclusion({ ...claim, leafHash: cidOf('x') }, sha256))
      assert.ok(!verifyInclusion({ ...claim, path: [...path, cidOf('x')] }, sha256))
      if (path.length > 0) assert.ok(!verifyInclusion({ ...claim, path: path.slice(0, -1) }, sha256))
    }),
    { seed: 6962 },
  )
})

test('every true consistency holds, and no other pair of sizes or path does', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 90 }), fc.nat(), (second, pick) => {
      const first = 1 + (pick % second)
      const entries = entriesOf(second)
      const path = naiveConsistency(first, entries)
      const claim = {
        first,
        second,
        firstRoot: naiveRoot(entries.slice(0, first)),
        secondRoot: naiveRoot(entries),
        path,
      }
      assert.ok(verifyConsistency(claim, sha256))
      assert.ok(!verifyConsistency({ ...claim, path: [...path, cidOf('x')] }, sha256))
      if (path.length > 0) assert.ok(!verifyConsistency({ ...claim, path: path.slice(0, -1) }, sha256))
      assert.ok(!verifyConsistency({ ...claim, firstRoot: cidOf('x') }, sha256))
      assert.ok(!verifyConsistency({ ...claim, secondRoot: cidOf('x') }, sha256))
      assert.ok(!verifyConsistency({ ...claim, first: second + 1 }, sha256))
    }),
    { seed: 6962 },
  )
})

test('numbers that no tree can have are false, never a crash', () => {
  const entries = entriesOf(5)
  const inclusion = {
    leafIndex: 2,
    treeSize: 5,
    leafHash: leafHash(entries[2]!, sha256),
    path: naiveInclusion(2, entries),
    root: naiveRoot(entries),
  }
  const consistency = {
    first: 3,
    second: 5,
    firstRoot: naiveRoot(entries.slice(0, 3)),
    secondRoot: naiveRoot(entries),
    path: naiveConsistency(3, entries),
  }
  assert.ok(verifyInclusion(inclusion, sha256) && verifyConsistency(consistency, sha256))
  const impossible: unknown[] = [
    -1,
    0.5,
    2.5,
    2 ** 53,
    2 ** 53 + 2,
    1e300,
    Number.NaN,
    Infinity,
    '2',
    '5',
    null,
    undefined,
    2n,
    {},
    [],
  ]
  for (const number of impossible) {
    for (const member of ['leafIndex', 'treeSize'])
      assert.equal(verifyInclusion({ ...inclusion, [member]: number }, sha256), false, `${member} ${String(number)}`)
    for (const member of ['first', 'second'])
      assert.equal(
        verifyConsistency({ ...consistency, [member]: number }, sha256),
        false,
        `${member} ${String(number)}`,
      )
  }
  for (const hash of [null, 'ab', new Uint8Array(31), new Uint8Array(33), new Uint8Array(0), [1, 2]]) {
    for (const member of ['leafHash', 'root'])
      assert.equal(verifyInclusion({ ...inclusion, [member]: hash }, sha256), false)
    for (const member of ['firstRoot', 'secondRoot'])
      assert.equal(verifyConsistency({ ...consistency, [member]: hash }, sha256), false)
    const path = [hash as Uint8Array, ...inclusion.path.slice(1)]
    assert.equal(verifyInclusion({ ...inclusion, path }, sha256), false)
    assert.equal(verifyConsistency({ ...consistency, path }, sha256), false)
  }
  for (const path of [null, 'path', {}, new Array(5), new Array(1e6).fill(cidOf(0))]) {
    assert.equal(verifyInclusion({ ...inclusion, path: path as Uint8Array[] }, sha256), false)
    assert.equal(verifyConsistency({ ...consistency, path: path as Uint8Array[] }, sha256), false)
  }
  assert.equal(verifyConsistency({ ...consistency, first: 0, firstRoot: emptyRoot(sha256) }, sha256), false)
  assert.equal(verifyConsistency({ ...consistency, first: 0, firstRoot: emptyRoot(sha256), path: [] }, sha256), false)
})

test('a path is followed exactly in a tree of 2^53 - 1 leaves', () => {
  const treeSize = 2 ** 53 - 1
  const leafIndex = 2 ** 52
  const leaf = leafHash(cidOf(0), sha256)
  const path = Array.from({ length: 53 }, (_, at) => cidOf(at))
  const claim = { leafIndex, treeSize, leafHash: leaf, path, root: cidOf('no such root') }
  assert.equal(verifyInclusion(claim, sha256), false)
  let root = leaf
  for (const [level, sibling] of path.entries())
    root = sha256(
      Buffer.concat([[1], ...(level < 52 ? [root, sibling] : [sibling, root])].map((part) => Uint8Array.from(part))),
    )
  assert.equal(verifyInclusion({ ...claim, root }, sha256), true)
  assert.equal(verifyInclusion({ ...claim, root, leafIndex: leafIndex + 1 }, sha256), false)
})
