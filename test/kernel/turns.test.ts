import assert from 'node:assert/strict'
import test from 'node:test'
import { turn } from '../../src/kernel/turns.ts'

test('bodies that come together are taken up in order, one a round of the event loop', async () => {
  const seen: string[] = []
  let round = 0
  const count = () => {
    round += 1
    if (round < 20) setImmediate(count)
  }
  setImmediate(count)
  await Promise.all(
    ['a', 'b', 'c', 'd'].map(async (name) => {
      await turn()
      seen.push(`${name}${round}`)
    }),
  )
  assert.deepEqual(
    seen.map((entry) => entry[0]),
    ['a', 'b', 'c', 'd'],
  )
  const rounds = seen.map((entry) => Number(entry.slice(1)))
  assert.equal(new Set(rounds).size, 4)
})
