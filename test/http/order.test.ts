import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startTestService, type TestService } from '../support/service.ts'
import { PROBES } from './probe-routes.ts'
import { send, type WireReply } from './wire.ts'

let service: TestService
let keys: Record<'fresh' | 'admin' | 'full', string>
before(async () => {
  service = await startTestService({ LIMIT_DETECTION: '4' }, { extraRoutes: Object.values(PROBES) })
  keys = {
    fresh: await service.mint({ owner: 'fresh@example.com' }),
    admin: await service.mint({ owner: 'full@example.com', scope: 'admin', quotaBytes: 0 }),
    full: await service.mint({ owner: 'full@example.com', quotaBytes: 0 }),
  }
})
after(() => service.stop())

/** Too large, of a wrong type, no JSON, with a query nobody knows: whatever is asked first decides the answer. */
const ALL_FAULTS = {
  path: '/api/probe/ladder?nonsense=1',
  type: 'text/plain',
  body: 'x'.repeat(101),
  method: 'POST',
  key: undefined as string | undefined,
}

async function ladder(mended: Partial<typeof ALL_FAULTS>): Promise<WireReply> {
  const { path, type, body, method, key } = { ...ALL_FAULTS, ...mended }
  const headers: [string, string][] = [['Content-Type', type]]
  if (key !== undefined) headers.push(['Authorization', `Bearer ${key}`])
  return send(service.url, { method, path, headers, body })
}

test('of several faults the first of 404, 405, 401, 403, 402, 429, 413, 415, 400 is answered', async () => {
  const answers: [number, string][] = []
  const note = ({ status, body }: WireReply) => answers.push([status, body.error])
  note(await ladder({ path: '/api/probe/nowhere?nonsense=1', method: 'PUT' }))
  note(await ladder({ method: 'PUT' }))
  note(await ladder({}))
  note(await ladder({ key: 'on_nonsense' }))
  note(await ladder({ key: keys.admin }))
  note(await ladder({ key: keys.full }))
  note(await ladder({ key: keys.fresh }))
  note(await ladder({ key: keys.fresh, body: 'not json' }))
  note(await ladder({ key: keys.fresh, body: 'not json', type: 'application/json' }))
  note(await ladder({ key: keys.fresh, body: '{"say": 1}', type: 'application/json' }))
  note(await ladder({ key: keys.fresh }))
  assert.deepEqual(answers, [
    [404, 'no_such_path'],
    [405, 'wrong_method'],
    [401, 'key_required'],
    [401, 'key_invalid'],
    [403, 'key_scope'],
    [402, 'quota_reached'],
    [413, 'too_large'],
    [415, 'unsupported_media_type'],
    [400, 'malformed_json'],
    [400, 'invalid_input'],
    [429, 'rate_limited'],
  ])
})

test('an encoded body is 415 before its JSON is looked at', async () => {
  const { status, body } = await send(service.url, {
    method: 'POST',
    path: '/api/decide?nonsense=1',
    headers: [['Content-Encoding', 'gzip']],
    body: 'not json',
  })
  assert.deepEqual([status, body.error], [415, 'unsupported_media_type'])
})

test('an unknown query member and a faulty body are both 400', async () => {
  const { status, body } = await service.post('/api/decide?nonsense=1', { candidates: 1 })
  assert.deepEqual([status, body.error], [400, 'invalid_input'])
  assert.match(body.reason, /nonsense/)
})
