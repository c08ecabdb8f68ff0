import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startTestService, type TestService } from '../support/service.ts'
import { bytesOf, exchange, send } from './wire.ts'

let service: TestService
before(async () => {
  service = await startTestService()
})
after(() => service.stop())

const BODY = JSON.stringify({
  candidates: [{ id: 'a', features: { n: { value: 1, known: true } } }],
  weights: { n: 1 },
})
const post = (headers: [string, string][], body: string | Buffer = BODY) =>
  send(service.url, { method: 'POST', path: '/api/decide', headers, body })

describe('what is read as JSON', () => {
  test('a body without a content type', async () => assert.equal((await post([])).status, 200))
  for (const type of [
    'application/json',
    'Application/JSON; charset=utf-8',
    'application/json;',
    'application/problem+json',
    'application/vnd.svc.v1+json; charset=utf-8',
    ' application/json',
  ])
    test(`a body of type ${type}`, async () => assert.equal((await post([['Content-Type', type]])).status, 200))

  test('a body in pieces, slowly', async () => {
    const { status } = await exchange(
      service.url,
      [
        bytesOf({ method: 'POST', path: '/api/decide', headers: [['Content-Length', String(BODY.length)]] }),
        BODY.slice(0, 20),
        BODY.slice(20),
      ],
      { pauseMs: 20 },
    )
    assert.equal(status, 200)
  })

  test('a body that says identity', async () => {
    assert.equal((await post([['Content-Encoding', 'identity']])).status, 200)
  })

  test('a body that waits for 100 Continue', async () => {
    assert.equal((await post([['Expect', '100-continue']])).status, 200)
  })

  test('exactly 8 MB, spaces and all, and not a byte more', async () => {
    const most = 8 * 1024 ** 2
    assert.equal((await post([], BODY.padEnd(most))).status, 200)
    const { status, body } = await post([], BODY.padEnd(most + 1))
    assert.equal(status, 413)
    assert.deepEqual(body.detail, { limit_bytes: most })
  })
})

test('the fix of 415 names the header, and that of an empty body is a body that works', async () => {
  const wrong = await post([['Content-Type', 'application/x-www-form-urlencoded']])
  assert.equal(wrong.status, 415)
  assert.match(wrong.body.fix.do, /Content-Type: application\/json/)
  const empty = await post([], '')
  assert.equal(empty.body.error, 'empty_body')
  assert.equal((await service.post('/api/decide', empty.body.fix.body)).status, 200)
})

test('the reason names the member and what was expected there', async () => {
  const { body } = await service.post('/api/decide', {
    candidates: [{ id: 'a', features: { near: { value: 'x', known: true } } }],
    weights: { near: 1 },
  })
  assert.match(body.reason, /candidates\[0\]\.features\.near\.value: expected number, received string/)
  assert.equal(body.detail.problems[0].member, 'candidates[0].features.near.value')
  const missing = await service.post('/api/decide', { weights: { near: 1 } })
  assert.match(missing.body.reason, /^candidates: missing: an array was expected/)
  const unknown = await service.post('/api/decide', { ...JSON.parse(BODY), decisivemargin: 1 })
  assert.match(unknown.body.reason, /decisivemargin: no such member; known here: candidates, weights, decisive_margin/)
})

test('a thousand faults are counted, and the first fifty told', async () => {
  const { body } = await service.post('/api/decide', {
    candidates: Array.from({ length: 1000 }, () => 1),
    weights: { a: 1 },
  })
  assert.match(body.reason, /and 999 more/)
  assert.equal(body.detail.problems.length, 50)
})

test('a request that does not belong to HTTP leaves the next one on the same connection alone', async () => {
  const { port, hostname } = new URL(service.url)
  const socket = connect(Number(port), hostname)
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk
  })
  const refused = 'POST /api/decide HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello'
  const unknown = 'POST /nowhere HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello'
  const last = 'GET /api/ready HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
  socket.write(refused + unknown + last)
  await new Promise((resolve) => socket.on('close', resolve))
  assert.deepEqual(received.match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 415', 'HTTP/1.1 404', 'HTTP/1.1 200'])
})

test('a client that goes away in the middle of its upload takes nothing with it', async () => {
  const { port, hostname } = new URL(service.url)
  for (let client = 0; client < 20; client++) {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {})
    socket.write(bytesOf({ method: 'POST', path: '/api/decide', headers: [['Content-Length', '1000']], body: '{"a":' }))
    await sleep(2)
    socket.resetAndDestroy()
  }
  assert.equal((await service.get('/api/health')).status, 200)
})
