import assert from 'node:assert/strict'
import test from 'node:test'
import { fixedClock } from '../../src/kernel/clock.ts'
import { Breaker } from '../../src/net/breaker.ts'

function broken() {
  const clock = fixedClock('2026-01-01T00:00:00Z')
  const breaker = new Breaker(clock)
  for (let n = 0; n < 3; n++) {
    assert.equal(breaker.admits(), true)
    breaker.failed()
  }
  return { clock, breaker }
}

test('three failures in a row end the calls, a success between them does not', () => {
  const { breaker } = broken()
  assert.equal(breaker.admits(), false)
  const other = new Breaker(fixedClock('2026-01-01T00:00:00Z'))
  for (let n = 0; n < 9; n++) {
    assert.equal(other.admits(), true)
    if (n % 3 === 2) other.answered()
    else other.failed()
  }
  assert.equal(other.admits(), true)
})

test('after the pause one call tries, and its success lets all through', () => {
  const { clock, breaker } = broken()
  clock.advance(15_000)
  assert.deepEqual([breaker.admits(), breaker.isTrying(), breaker.admits()], [true, true, false])
  breaker.answered()
  assert.deepEqual([breaker.admits(), breaker.isTrying()], [true, false])
})

test('each failed try doubles the pause, up to five minutes', () => {
  const { clock, breaker } = broken()
  for (const pause of [15_000, 30_000, 60_000, 120_000, 240_000, 300_000, 300_000]) {
    clock.advance(pause - 1)
    assert.equal(breaker.admits(), false)
    clock.advance(1)
    assert.equal(breaker.admits(), true)
    breaker.failed()
  }
})

test('calls that fail together with the pause do not lengthen it', () => {
  const { clock, breaker } = broken()
  for (let n = 0; n < 20; n++) breaker.failed()
  clock.advance(15_000)
  assert.equal(breaker.admits(), true)
})

test('a try that was given up leaves the next one to try', () => {
  const { clock, breaker } = broken()
  clock.advance(15_000)
  assert.equal(breaker.admits(), true)
  breaker.abandoned()
  assert.equal(breaker.admits(), true)
})
