import assert from 'node:assert/strict'
import { test } from 'node:test'
import { giveBack } from '../../src/imaging/give-back.ts'

test('memory that is done with is given back without the collector', () => {
  const before = process.memoryUsage().arrayBuffers
  for (let round = 0; round < 200; round++) giveBack(Buffer.allocUnsafeSlow(10_000_000).fill(round))
  assert.ok(process.memoryUsage().arrayBuffers - before < 20_000_000)
})

test('what was given back is empty to whoever still holds it', () => {
  const bytes = new Uint8Array(100)
  giveBack(bytes)
  assert.equal(bytes.length, 0)
})

test('bytes that share their memory stay as they are', () => {
  const whole = Uint8Array.from({ length: 100 }, (_, index) => index)
  giveBack(whole.subarray(0, 50))
  assert.deepEqual([...whole.subarray(48, 52)], [48, 49, 50, 51])
  const pooled = Buffer.from('a few characters')
  giveBack(pooled)
  assert.equal(pooled.toString(), 'a few characters')
})
