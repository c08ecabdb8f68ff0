import assert from 'node:assert/strict'
import test from 'node:test'
import type { Found } from '../../src/perceive/detect/box.ts'
import { agree, isWithin } from '../../src/perceive/people/agree.ts'

const person = (score: number, box: Found['box']): Found => ({ class: 'person', score, box })
const HERE = [10, 10, 50, 110] as const
const THERE = [200, 10, 240, 110] as const

test('two detectors on one place are one sighting, as large as both boxes', () => {
  const seen = agree({ nanodet: [person(0.1, HERE)], ssdlite: [person(0.05, [14, 12, 55, 108])] }, 0.05)
  assert.deepEqual(seen.both, [{ box: [10, 10, 55, 110], score: 0.1, seen_by: ['ssdlite', 'nanodet'] }])
  assert.deepEqual(seen.one, [])
})

test('NanoDet counts from twice the floor, SSDLite from the floor', () => {
  const { both, one } = agree({ nanodet: [person(0.099, HERE)], ssdlite: [person(0.05, HERE)] }, 0.05)
  assert.deepEqual(both, [])
  assert.deepEqual(
    one.map(({ seen_by }) => seen_by),
    [['ssdlite']],
  )
  assert.deepEqual(agree({ nanodet: [person(0.2, HERE)], ssdlite: [person(0.049, HERE)] }, 0.05).both, [])
})

test('boxes of two places do not agree', () => {
  const { both, one } = agree({ nanodet: [person(0.9, HERE)], ssdlite: [person(0.9, THERE)] }, 0.05)
  assert.deepEqual(both, [])
  assert.equal(one.length, 2)
})

test('a lone box that lies in an agreed one is no sighting of its own', () => {
  const { one } = agree(
    { nanodet: [person(0.9, HERE), person(0.5, [12, 12, 30, 40])], ssdlite: [person(0.9, HERE)] },
    0.05,
  )
  assert.deepEqual(one, [])
  assert.equal(isWithin([12, 12, 30, 40], [{ box: HERE }]), true)
  assert.equal(isWithin([40, 10, 80, 110], [{ box: HERE }]), false)
})
