import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { setImmediate as round } from 'node:timers/promises'
import { readBody } from '../../src/http/body.ts'

function reading(limit: number, declared: number | null = null) {
  const stream = new PassThrough()
  const told: string[] = []
  readBody(
    stream,
    limit,
    declared,
    (body) => told.push(`read ${body}`),
    ({ code }) => told.push(code),
  )
  return { stream, told }
}

for (const declared of [null, 11])
  test(`pieces are one body${declared === null ? '' : ', in the place that was declared'}`, async () => {
    const { stream, told } = reading(100, declared)
    for (const piece of ['hello', ' ', 'world']) stream.write(piece)
    stream.end()
    await round()
    await round()
    assert.deepEqual(told, ['read hello world'])
  })

test('a body beyond the limit is refused once, whatever the caller does then', async () => {
  const { stream, told } = reading(8)
  stream.write('hello')
  stream.write(' world')
  await round()
  stream.write(' and more')
  stream.destroy(new Error('hung up'))
  await round()
  assert.deepEqual(told, ['too_large'])
})

test('a caller who hangs up midway is told of once', async () => {
  const { stream, told } = reading(8)
  stream.write('hello')
  await round()
  stream.destroy(new Error('hung up'))
  await round()
  assert.deepEqual(told, ['upload_aborted'])
})
