import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestService, type TestService } from '../support/service.ts'
import { PROBES } from './probe-routes.ts'
import { send } from './wire.ts'

let service: TestService
before(async () => {
  service = await startTestService({}, { extraRoutes: Object.values(PROBES) })
})
after(() => service.stop())

describe('a method that a path does not know', () => {
  const allowed: [string, string, string][] = [
    ['PUT', '/api/decide', 'POST, OPTIONS'],
    ['DELETE', '/api/health', 'GET, HEAD, OPTIONS'],
    ['PUT', '/api/world-model/media', 'POST, GET, HEAD, OPTIONS'],
    ['GET', '/api/account/storage/st_1', 'DELETE, OPTIONS'],
    ['POST', '/api/probe/rest/a/b/c/d', 'GET, HEAD, OPTIONS'],
  ]
  for (const [method, path, allow] of allowed)
    test(`${method} ${path} is 405 and lists ${allow}`, async () => {
      const { status, headers, body } = await service.request(method, path)
      assert.equal(status, 405)
      assert.equal(headers.get('allow'), allow)
      assert.deepEqual(body.detail, { allow: allow.split(', ') })
      assert.match(body.fix.do, new RegExp(allow.split(', ')[0]!))
    })
})

describe('OPTIONS', () => {
  test('of a keyless path lets any page call it', async () => {
    const { status, headers } = await service.request('OPTIONS', '/api/decide', {
      headers: { origin: 'https://example.com', 'access-control-request-method': 'POST' },
    })
    assert.equal(status, 204)
    assert.equal(headers.get('access-control-allow-origin'), '*')
    assert.equal(headers.get('access-control-allow-methods'), 'POST, OPTIONS')
    assert.match(headers.get('access-control-allow-headers')!, /Content-Type/)
    assert.match(headers.get('x-request-id')!, /^req_/)
  })

  test('of a path with a key says what is served and lets no page in', async () => {
    const { status, headers } = await service.request('OPTIONS', '/api/account/storage')
    assert.equal(status, 204)
    assert.equal(headers.get('allow'), 'GET, HEAD, OPTIONS')
    assert.equal(headers.get('access-control-allow-origin'), null)
  })

  test('of a path that is not there is 404', async () => {
    assert.equal((await service.request('OPTIONS', '/api/nowhere')).status, 404)
  })
})

const FROM_A_PAGE = { origin: 'https://example.com' }

describe('CORS', () => {
  test('a keyless GET and POST are open to every page, their refusals too', async () => {
    for (const reply of [
      await service.get('/api/health', FROM_A_PAGE),
      await service.post('/api/decide', {}, FROM_A_PAGE),
      await service.get('/api/decide', FROM_A_PAGE),
      await service.get('/api/nowhere', FROM_A_PAGE),
      await service.get('/api/probe/broken', FROM_A_PAGE),
      await service.get('/.well-known/svc.json'),
    ])
      assert.equal(reply.headers.get('access-control-allow-origin'), '*', JSON.stringify(reply.body))
  })

  test('a page may read the request id and when to come back', async () => {
    const exposed = (await service.get('/api/health', FROM_A_PAGE)).headers.get('access-control-expose-headers')!
    for (const name of ['X-Request-Id', 'Retry-After', 'RateLimit', 'ETag'])
      assert.ok(exposed.split(', ').includes(name), name)
  })

  test('a route with a key is closed to pages, answered or refused', async () => {
    const key = await service.mint()
    const headers = { ...FROM_A_PAGE, authorization: `Bearer ${key}` }
    for (const reply of [
      await service.get('/api/account/storage', headers),
      await service.get('/api/account/storage', FROM_A_PAGE),
      await service.request('PUT', '/api/account/storage'),
      await service.request('DELETE', '/api/account/storage/st_1', { headers }),
    ])
      assert.equal(reply.headers.get('access-control-allow-origin'), null, JSON.stringify(reply.body))
  })
})

describe('HEAD', () => {
  test('answers like GET, without the body', async () => {
    const get = await send(service.url, { path: '/.well-known/svc.json' })
    const head = await send(service.url, { method: 'HEAD', path: '/.well-known/svc.json' })
    assert.equal(head.status, 200)
    assert.equal(head.body, '')
    for (const name of ['content-type', 'content-length', 'etag', 'cache-control', 'access-control-allow-origin'])
      assert.equal(head.headers[name], get.headers[name], name)
  })

  test('needs a key where GET does', async () => {
    assert.equal((await service.request('HEAD', '/api/account/storage')).status, 401)
  })

  test('works for pages and for paths with parameters', async () => {
    assert.equal((await service.request('HEAD', '/docs')).status, 200)
    assert.equal((await service.request('HEAD', '/api/probe/rest/a/b/c')).status, 200)
  })
})

test('every reply carries an id of its own', async () => {
  const seen = new Set<string>()
  for (const [method, path] of [
    ['GET', '/'],
    ['GET', '/docs'],
    ['GET', '/api/health'],
    ['GET', '/metrics'],
    ['GET', '/log/checkpoint'],
    ['GET', '/nowhere'],
    ['GET', '/%zz'],
    ['PUT', '/api/decide'],
    ['POST', '/api/decide'],
    ['OPTIONS', '/api/decide'],
    ['HEAD', '/api/ready'],
    ['GET', '/api/account/storage'],
    ['GET', '/api/probe/broken'],
  ] as const) {
    const id = (await service.request(method, path)).headers.get('x-request-id')
    assert.match(id!, /^req_[\w-]{16,}$/, `${method} ${path}`)
    seen.add(id!)
  }
  assert.equal(seen.size, 13)
})

test('an id that the caller sends is not taken over', async () => {
  const { headers } = await service.get('/api/health', { 'x-request-id': 'mine', 'request-id': 'mine' })
  assert.match(headers.get('x-request-id')!, /^req_/)
})

test('the rest of a path is one member, decoded', async () => {
  const { status, body } = await service.get('/api/probe/rest/a%20b/x/y%20z')
  assert.equal(status, 200)
  assert.deepEqual(body, { name: 'a b', rest: 'x/y z' })
})
