import assert from 'node:assert/strict'
import test from 'node:test'
import { reasonsToLook } from '../../src/measure/redact/sentences.ts'

const nothing = { near: 0, stillFound: 0, secondFloor: 0.025, floorUnverified: false }

test('nothing near and nothing found again gives no reason', () => {
  assert.deepEqual(reasonsToLook(nothing), [])
})

test('one place and several are told as such', () => {
  assert.match(
    reasonsToLook({ ...nothing, near: 1 })[0]!,
    /^1 place near the floor may show people and was not covered$/,
  )
  assert.match(reasonsToLook({ ...nothing, near: 3 })[0]!, /^3 places near the floor may show people and were not/)
})

test('what is found again is told with the score that the second look really went down to', () => {
  const [again] = reasonsToLook({ ...nothing, stillFound: 106 })
  assert.equal(
    again,
    'the detectors still find a person in what was covered, with 106 boxes of a score of 0.025 or more',
  )
  const reasons = reasonsToLook({ near: 0, stillFound: 1, secondFloor: 0.01, floorUnverified: true })
  assert.match(reasons[0]!, /with 1 box of a score of 0.01 or more$/)
  assert.match(reasons[1]!, /below what the detectors report/)
})
