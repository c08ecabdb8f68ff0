import assert from 'node:assert/strict'
import test from 'node:test'
import { driftBetween } from '../../src/evidence/drift.ts'

test('equal values do not drift, in whatever order their members stand', () => {
  assert.equal(driftBetween(918, 918).drifted, false)
  assert.equal(driftBetween({ a: 1, b: [2, { c: 3 }] }, { b: [2, { c: 3 }], a: 1 }).drifted, false)
  assert.equal(driftBetween(null, null).drifted, false)
  assert.equal(driftBetween('918.0', 918, '918.0').drifted, false)
})

test('a number drifts by its difference, without a threshold of ours', () => {
  const drift = driftBetween(920, 918)
  assert.deepEqual([drift.drifted, drift.difference, drift.differs], [true, 2, ['']])
  assert.equal(driftBetween(918.0000001, 918).drifted, true)
})

test('what differs is named by its place', () => {
  const drift = driftBetween({ a: 1, 'x/y': 2, only: 0 }, { a: 1, 'x/y': 3, other: null })
  assert.deepEqual(drift.differs, ['/x~1y', '/only', '/other'])
  assert.equal(drift.difference, null)
  assert.deepEqual(driftBetween([1, 2], [1]).differs, ['/1'])
  assert.deepEqual(driftBetween([1], { 0: 1 }).differs, [''])
  assert.deepEqual(driftBetween('918', 918).differs, [''])
})

test('a claim from outside cannot crash or flood the comparison', () => {
  let deep: unknown = 1
  for (let i = 0; i < 100_000; i++) deep = [deep]
  assert.equal(driftBetween(deep, []).drifted, true)
  const wide = Array.from({ length: 10_000 }, () => 1)
  assert.equal(driftBetween(wide, []).differs.length, 20)
  assert.equal(driftBetween(JSON.parse('{"__proto__": 1}'), {}).drifted, true)
})
