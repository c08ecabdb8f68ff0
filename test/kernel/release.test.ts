import assert from 'node:assert/strict'
import { test } from 'node:test'
import { release } from '../../src/kernel/release.ts'

test('memory that is done with is given back without the collector', () => {
  const before = process.memoryUsage().arrayBuffers
  for (let round = 0; round < 200; round++) release(Buffer.allocUnsafeSlow(10_000_000).fill(round))
  assert.ok(process.memoryUsage().arrayBuffers - before < 20_000_000)
})

test('what was released is empty to whoever still holds it', () => {
  const bytes = new Uint8Array(100)
  release(bytes)
  assert.equal(bytes.length, 0)
})

test('bytes that share their memory stay as they are', () => {
  const whole = Uint8Array.from({ length: 100 }, (_, index) => index)
  release(whole.subarray(0, 50))
  assert.deepEqual([...whole.subarray(48, 52)], [48, 49, 50, 51])
  const pooled = Buffer.from('a few characters')
  release(pooled)
  assert.equal(pooled.toString(), 'a few characters')
})
