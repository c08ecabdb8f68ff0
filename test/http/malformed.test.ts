import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { rounds } from '../support/rounds.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { MALFORMED, type Malformed } from './malformed-requests.ts'

let service: TestService
let key: string
before(async () => {
  service = await startTestService()
  key = await service.mint()
})
after(() => service.stop())

async function check(request: Malformed): Promise<void> {
  const { status, headers, body } = await request.send(service.url, key)
  assert.equal(status, request.status, JSON.stringify(body).slice(0, 300))
  assert.match(headers['x-request-id']!, /^req_[\w-]{16,}$/)
  if (body === '' && request.name.includes('HEAD')) return
  assert.deepEqual(Object.keys(body), ['error', 'reason', 'detail', 'fix', 'request_id'])
  assert.equal(body.error, request.error, body.reason)
  assert.equal(body.request_id, headers['x-request-id'])
  assert.match(body.reason, /^.{8,600}$/s)
}

test('the table holds at least 200 malformed requests, each once', () => {
  assert.ok(MALFORMED.length >= 200, `${MALFORMED.length} requests`)
  assert.equal(new Set(MALFORMED.map(({ name }) => name)).size, MALFORMED.length)
})

for (const request of MALFORMED) test(`${request.name}: ${request.status} ${request.error}`, () => check(request))

test('malformed requests leave no memory behind', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const heapAfterARound = async () => {
    for (const request of MALFORMED) await check(request)
    collect()
    return process.memoryUsage().heapUsed
  }
  const first = await heapAfterARound()
  let last = first
  for (let round = 0; round < rounds(3, 30); round++) last = await heapAfterARound()
  const grown = (last - first) / 1024 ** 2
  assert.ok(grown < 4, `the heap grew by ${grown.toFixed(1)} MB`)
})

test('after all of it the service is well', async () => {
  assert.equal((await service.get('/api/health')).status, 200)
})
