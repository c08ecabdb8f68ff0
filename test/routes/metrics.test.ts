import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Environment } from '../../src/config.ts'
import { startTestService, type TestService } from '../support/service.ts'

async function withService(env: Environment, use: (service: TestService) => Promise<void>) {
  const service = await startTestService(env)
  try {
    await use(service)
  } finally {
    await service.stop()
  }
}

describe('metrics', () => {
  test('count requests by route and status, never by path, and show the receipts and jobs', () =>
    withService({}, async (service) => {
      await service.get('/api/ready')
      await service.get('/nowhere/on_secret')
      await service.get('/nowhere/else')
      await service.get(`/api/world-model/verify/by-cid/${'0'.repeat(64)}`)
      const { status, headers, body } = await service.get('/metrics')
      assert.equal(status, 200)
      assert.match(headers.get('content-type')!, /^text\/plain; version=0\.0\.4/)
      for (const line of [
        'witnessmark_http_requests_total{method="GET",route="/api/ready",status="200"} 1',
        'witnessmark_http_requests_total{method="GET",route="unmatched",status="404"} 2',
        'witnessmark_receipts_issued 0',
        'witnessmark_receipts_logged 0',
        'witnessmark_jobs_queued 0',
        'witnessmark_jobs_running 0',
        'witnessmark_jobs_lost 0',
      ])
        assert.ok(body.includes(`${line}\n`), line)
      assert.doesNotMatch(body, /on_secret|0{64}/)
      assert.match(body, /witnessmark_http_request_seconds_bucket\{le="0.001",route="\/api\/ready"\}/)
    }))

  test('without a token answer this machine only', () =>
    withService({ TRUST_PROXY: '127.0.0.1' }, async (service) => {
      assert.equal((await service.get('/metrics')).status, 200)
      const { status, body } = await service.get('/metrics', { 'x-forwarded-for': '203.0.113.7' })
      assert.deepEqual([status, body.error], [403, 'forbidden'])
      assert.match(body.fix.do, /METRICS_TOKEN/)
    }))

  test('are closed to what a proxy on this machine forwards, also when nobody told us of the proxy', () =>
    withService({}, async (service) => {
      for (const header of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'])
        assert.equal((await service.get('/metrics', { [header]: '203.0.113.7' })).status, 403, header)
    }))

  test('with a token ask for it, from this machine too', () =>
    withService({ METRICS_TOKEN: 'abc' }, async (service) => {
      assert.equal((await service.get('/metrics')).status, 403)
      assert.equal((await service.get('/metrics', { authorization: 'Bearer abd' })).status, 403)
      assert.equal((await service.get('/metrics', { authorization: 'abc' })).status, 403)
      assert.equal((await service.get('/metrics', { authorization: 'Bearer abc' })).status, 200)
    }))

  test('stay out of the public document', () =>
    withService({}, async (service) => {
      const { body } = await service.get('/api/public-docs/openapi')
      assert.equal(body.paths['/metrics'], undefined)
    }))
})
