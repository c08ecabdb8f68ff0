import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Head, headValue, put, putAll } from '../../src/http/head.ts'

test('a name stands once, in its first place, with its last value', () => {
  const head: Head = ['x-request-id', 'one', 'content-type', 'text/plain']
  put(head, 'etag', '"a"')
  putAll(head, { 'content-type': 'application/json', vary: 'accept-encoding' })
  assert.deepEqual(head, [
    ...['x-request-id', 'one'],
    ...['content-type', 'application/json'],
    ...['etag', '"a"'],
    ...['vary', 'accept-encoding'],
  ])
  assert.equal(headValue(head, 'content-type'), 'application/json')
  assert.equal(headValue(head, 'location'), undefined)
})

test('a value that is spelled like a name is none', () => {
  const head: Head = ['x-word', 'etag']
  put(head, 'etag', '"a"')
  assert.deepEqual(head, ['x-word', 'etag', 'etag', '"a"'])
  assert.equal(headValue(head, 'etag'), '"a"')
})
