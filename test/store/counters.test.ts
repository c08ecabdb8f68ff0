import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { createCounters } from '../../src/store/counters.ts'

test('the fourth of three is refused, and told when to come back', () => {
  const counters = createCounters()
  const take = (now: number) => counters.take('a', 3, 60_000, now)
  assert.deepEqual(take(0), { allowed: true, remaining: 2, resetS: 60 })
  assert.deepEqual(take(10_000), { allowed: true, remaining: 1, resetS: 50 })
  assert.deepEqual(take(20_000), { allowed: true, remaining: 0, resetS: 40 })
  assert.deepEqual(take(20_001), { allowed: false, remaining: 0, resetS: 40 })
  assert.deepEqual(take(59_999), { allowed: false, remaining: 0, resetS: 1 })
  assert.deepEqual(take(60_000), { allowed: true, remaining: 0, resetS: 10 })
  assert.equal(take(60_001).allowed, false)
})

test('keys do not count each other', () => {
  const counters = createCounters()
  assert.equal(counters.take('a', 1, 1000, 0).allowed, true)
  assert.equal(counters.take('b', 1, 1000, 0).allowed, true)
  assert.equal(counters.take('a', 1, 1000, 0).allowed, false)
})

test('no window, wherever it begins, holds more than the limit, and a call is refused only when one does', () => {
  const steps = fc.array(fc.tuple(fc.constantFrom('a', 'b'), fc.nat(400)), { maxLength: 200 })
  fc.assert(
    fc.property(steps, fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 1000 }), (calls, limit, windowMs) => {
      const counters = createCounters()
      const allowed: Record<string, number[]> = { a: [], b: [] }
      let now = 0
      for (const [key, pause] of calls) {
        now += pause
        const inWindow = allowed[key]!.filter((at) => at > now - windowMs).length
        const taken = counters.take(key, limit, windowMs, now)
        assert.equal(taken.allowed, inWindow < limit)
        assert.equal(taken.remaining, Math.max(0, limit - inWindow - 1))
        if (taken.allowed) allowed[key]!.push(now)
        else assert.ok(taken.resetS >= 1 && counters.take(key, limit, windowMs, now).allowed === false)
      }
    }),
  )
})

test('waiting the told seconds is always enough', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(500), { minLength: 1, maxLength: 50 }),
      fc.integer({ min: 1, max: 4 }),
      (pauses, limit) => {
        const counters = createCounters()
        let now = 0
        for (const pause of pauses) {
          now += pause
          const { allowed, resetS } = counters.take('a', limit, 1500, now)
          if (allowed) continue
          now += resetS * 1000
          assert.equal(counters.take('a', limit, 1500, now).allowed, true)
        }
      },
    ),
  )
})

test('memory is bounded: past windows are swept, and beyond the cap the longest unseen is forgotten', () => {
  const counters = createCounters(100)
  for (let key = 0; key < 10_000; key += 1) counters.take(`k${key}`, 1, 60_000, 0)
  assert.equal(counters.size, 100)
  assert.equal(counters.take('k9999', 1, 60_000, 1).allowed, false)
  assert.equal(counters.take('k0', 1, 60_000, 1).allowed, true)
  counters.take('later', 1, 60_000, 120_000)
  assert.equal(counters.size, 1)
})

test('a limit that allows nothing is a mistake of the caller', () => {
  assert.throws(() => createCounters().take('a', 0, 1000, 0), RangeError)
})
