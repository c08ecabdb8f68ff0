import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { picture } from '../imaging/pictures.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { PROBES } from './probe-routes.ts'

let service: TestService
before(async () => {
  service = await startTestService({ BASE_URL: 'https://witness.example.org' }, { extraRoutes: Object.values(PROBES) })
})
after(() => service.stop())

test('a refusal that a route throws travels whole: code, detail, fix, Retry-After', async () => {
  const { status, headers, body } = await service.get('/api/probe/refused')
  assert.equal(status, 503)
  assert.equal(headers.get('retry-after'), '3')
  assert.deepEqual(body, {
    error: 'model_building',
    reason: 'the model is being built',
    detail: { model: 'person' },
    fix: { do: 'Ask again.', call: 'curl "https://witness.example.org/api/ready"' },
    request_id: headers.get('x-request-id'),
  })
})

describe('a fault of ours', () => {
  test('is 500 internal and tells nothing of what went wrong inside', async () => {
    const { status, body } = await service.get('/api/probe/broken')
    assert.equal(status, 500)
    assert.equal(body.error, 'internal')
    assert.equal(body.fix, null)
    assert.doesNotMatch(JSON.stringify(body), /hunter2|password|\.ts/)
  })

  test('is also a reply that its own schema does not allow, while replies are checked', async () => {
    const { status, body } = await service.get('/api/probe/untrue')
    assert.deepEqual([status, body.error], [500, 'internal'])
  })
})

describe('the call in a fix', () => {
  const calls: [string, string, RequestInit | undefined][] = [
    ['GET', '/nowhere', undefined],
    ['GET', '/%zz', undefined],
    ['POST', '/api/decide', undefined],
    ['GET', '/api/health?x=1', undefined],
    ['GET', '/log/tile/nonsense', undefined],
    ['POST', '/api/decide', { body: '{}', headers: { 'content-type': 'application/json' } }],
    ['GET', '/api/account/storage', undefined],
  ]
  for (const [method, path, init] of calls)
    test(`${method} ${path} names the address that callers know`, async () => {
      const { call } = (await service.request(method, path, init)).body.fix
      assert.doesNotMatch(call, /\$BASE|localhost/)
      if (call.startsWith('curl')) assert.match(call, /"https:\/\/witness\.example\.org\/[^"]*"/)
    })

  test('sends a picture with its type', async () => {
    const { body } = await service.post('/api/probe/image')
    assert.match(body.fix.call, /-H 'Content-Type: image\/jpeg' --data-binary @FILE/)
  })
})

test('a client that goes away takes its job with it', async () => {
  const leaving = new AbortController()
  const before = service.context.pool.stats().cancelled
  const reply = fetch(`${service.url}/api/probe/held`, { signal: leaving.signal }).catch(() => 'gone')
  for (let tries = 0; service.context.pool.stats().queued === 0 && tries < 500; tries++) await sleep(10)
  leaving.abort()
  assert.equal(await reply, 'gone')
  for (let tries = 0; service.context.pool.stats().cancelled === before && tries < 100; tries++) await sleep(20)
  assert.equal(service.context.pool.stats().cancelled, before + 1)
})

test('a full queue is 503 busy with the time to come back, and the service goes on', async () => {
  const body = await picture(500, 500).png().toBuffer()
  const send = () => service.request('POST', '/api/probe/image', { headers: { 'content-type': 'image/png' }, body })
  const replies = await Promise.all(Array.from({ length: 120 }, send))
  const refused = replies.filter(({ status }) => status !== 200)
  assert.ok(refused.length > 0 && refused.length < 120, `${refused.length} refused`)
  for (const { status, headers, body } of refused) {
    assert.deepEqual([status, body.error], [503, 'busy'])
    assert.ok(Number(headers.get('retry-after')) >= 1)
  }
  assert.equal((await send()).status, 200)
})
