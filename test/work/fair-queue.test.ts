import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { FairQueue } from '../../src/work/fair-queue.ts'
import { rounds } from '../support/rounds.ts'

function drain(queue: FairQueue<string>): string[] {
  return Array.from({ length: queue.size }, () => queue.shift()!)
}

test('addresses take turns, and each keeps its own order', () => {
  const queue = new FairQueue<string>()
  for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'c2']) queue.push(item[0]!, item)
  assert.deepEqual(drain(queue), ['a1', 'b1', 'c1', 'a2', 'c2', 'a3'])
  assert.equal(queue.shift(), undefined)
})

test('an address that was just served waits for the others, also when it comes back', () => {
  const queue = new FairQueue<string>()
  queue.push('a', 'a1')
  queue.push('b', 'b1')
  assert.equal(queue.shift(), 'a1')
  queue.push('a', 'a2')
  assert.deepEqual(drain(queue), ['b1', 'a2'])
})

test('what is removed is not served, and is not removed twice', () => {
  const queue = new FairQueue<string>()
  for (const item of ['a1', 'a2', 'b1']) queue.push(item[0]!, item)
  assert.equal(queue.remove('a', 'a1'), true)
  assert.equal(queue.remove('a', 'a1'), false)
  assert.equal(queue.remove('z', 'a2'), false)
  assert.equal(queue.remove('b', 'b1'), true)
  assert.deepEqual(drain(queue), ['a2'])
})

test('room is made at the end of the longest line, only for a line that stays shorter', () => {
  const queue = new FairQueue<string>()
  for (const item of ['a1', 'a2', 'a3', 'b1']) queue.push(item[0]!, item)
  assert.equal(queue.displaceFor('b'), 'a3')
  assert.equal(queue.displaceFor('b'), undefined)
  assert.equal(queue.displaceFor('c'), 'a2')
  assert.equal(queue.displaceFor('c'), undefined)
  assert.deepEqual([queue.size, drain(queue)], [2, ['a1', 'b1']])
})

test('nothing is lost or served twice, and no address is served twice while another waits from before', () => {
  const step = fc.oneof(fc.constantFrom('a', 'b', 'c', 'd'), fc.constant(null))
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const queue = new FairQueue<string>()
      const pushed: string[] = []
      const served: string[] = []
      for (const [i, address] of steps.entries()) {
        if (address === null) {
          const item = queue.shift()
          if (item) served.push(item)
        } else {
          queue.push(address, `${address}${i}`)
          pushed.push(`${address}${i}`)
        }
      }
      assert.equal(queue.size, pushed.length - served.length)
      const rest = drain(queue)
      assert.deepEqual([...served, ...rest].sort(), pushed.sort())
      const distinct = new Set(rest.map((item) => item[0])).size
      assert.equal(new Set(rest.slice(0, distinct).map((item) => item[0])).size, distinct)
    }),
    { numRuns: rounds(200, 20_000), seed: 3 },
  )
})
