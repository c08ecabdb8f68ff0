import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, beforeEach, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { z } from 'zod'
import { bytes } from '../../src/operation/answer.ts'
import { defineRoute } from '../../src/operation/route.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { PROBES } from './probe-routes.ts'
import { bytesOf } from './wire.ts'

const LARGE = Buffer.alloc(16 * 1024 ** 2, 'x')
const large = defineRoute({
  method: 'GET',
  path: '/api/probe/large-bytes',
  group: 'service',
  summary: 'More than a connection holds.',
  auth: 'none',
  input: z.strictObject({}),
  output: { type: 'application/octet-stream', description: 'bytes' },
  handle: () => bytes('application/octet-stream', LARGE),
})

let service: TestService
let entries: { req_id: string; route: string; method: string; status: number; msg: string }[] = []
before(async () => {
  const log = pino({ level: 'info', base: null }, { write: (line: string) => void entries.push(JSON.parse(line)) })
  service = await startTestService({}, { log, extraRoutes: [...Object.values(PROBES), large] })
})
after(() => service.stop())
beforeEach(() => {
  entries = []
})

const answered = () => entries.filter(({ msg }) => msg === 'answered')

async function counted(route: string): Promise<number> {
  const { body } = await service.get('/metrics')
  const lines = String(body)
    .split('\n')
    .filter((line) => line.startsWith('witnessmark_http_requests_total') && line.includes(`route="${route}"`))
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}

async function until(condition: () => boolean): Promise<void> {
  for (let tries = 0; !condition() && tries < 300; tries++) await sleep(10)
}

describe('every reply is counted once and logged once', () => {
  const calls: [string, string, string, RequestInit, number][] = [
    ['GET', '/.well-known/svc.json', '/.well-known/svc.json', {}, 200],
    ['HEAD', '/.well-known/svc.json', '/.well-known/svc.json', {}, 200],
    ['GET', '/.well-known/svc.json', '/.well-known/svc.json', { headers: { 'if-none-match': '*' } }, 304],
    ['GET', '/api/public-docs/openapi', '/api/public-docs/openapi', {}, 200],
    ['GET', '/api/probe/large-bytes', '/api/probe/large-bytes', {}, 200],
    ['POST', '/api/decide', '/api/decide', { body: '{}' }, 415],
    ['POST', '/api/decide', '/api/decide', {}, 400],
    ['GET', '/api/account/storage', '/api/account/storage', {}, 401],
    ['GET', '/api/probe/broken', '/api/probe/broken', {}, 500],
    ['GET', '/nowhere', 'unmatched', {}, 404],
    ['DELETE', '/api/decide', 'unmatched', {}, 405],
    ['OPTIONS', '/api/decide', 'unmatched', {}, 204],
  ]
  for (const [method, path, route, init, status] of calls)
    test(`${method} ${path}: ${status}`, async () => {
      const before = await counted(route)
      entries = []
      const reply = await fetch(service.url + path, { method, ...init })
      await reply.arrayBuffer()
      assert.equal(reply.status, status)
      const id = reply.headers.get('x-request-id')
      await until(() => answered().length > 0)
      const told = answered().filter(({ req_id }) => req_id === id)
      assert.equal(told.length, 1)
      assert.deepEqual([told[0]!.method, told[0]!.route, told[0]!.status], [method, route, status])
      assert.equal(await counted(route), before + 1)
    })

  test('requests that come all at once over one connection', async () => {
    const { hostname, port } = new URL(service.url)
    const socket = connect(Number(port), hostname).resume()
    socket.write('GET /.well-known/svc.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(4))
    socket.write(bytesOf({ path: '/api/health' }))
    await once(socket, 'close')
    await until(() => answered().length >= 5)
    assert.deepEqual(
      answered().map(({ route }) => route),
      [...Array(4).fill('/.well-known/svc.json'), '/api/health'],
    )
  })
})

test('a reply is counted when all of it has left, not before', async () => {
  const { hostname, port } = new URL(service.url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.pause()
  socket.write(bytesOf({ path: '/api/probe/large-bytes' }))
  await sleep(200)
  assert.equal(answered().length, 0, 'nobody has read it yet')
  socket.resume()
  await once(socket, 'close')
  await until(() => answered().length > 0)
  assert.equal(answered().length, 1)
})

test('a caller who left before the end is no answered request', async () => {
  const { hostname, port } = new URL(service.url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.write(bytesOf({ path: '/api/probe/slow?ms=300' }))
  await sleep(100)
  socket.destroy()
  await sleep(400)
  assert.deepEqual(answered(), [])
})
