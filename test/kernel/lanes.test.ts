import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as later } from 'node:timers/promises'
import { inLanes } from '../../src/kernel/lanes.ts'

test('every item is worked on once, in order, and never more at once than there are lanes', async () => {
  const begun: number[] = []
  let atOnce = 0
  let most = 0
  await inLanes([0, 1, 2, 3, 4, 5, 6], 3, async (item) => {
    begun.push(item)
    most = Math.max(most, ++atOnce)
    await later()
    atOnce--
  })
  assert.deepEqual(begun, [0, 1, 2, 3, 4, 5, 6])
  assert.equal(most, 3)
})

test('nothing to do is done at once, and a failure is the caller’s', async () => {
  await inLanes([], 3, async () => assert.fail('there is nothing'))
  await assert.rejects(
    inLanes([1, 2], 2, async (item) => {
      if (item === 2) throw new Error('two')
    }),
    /two/,
  )
})
