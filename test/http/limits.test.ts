import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixedClock } from '../../src/kernel/clock.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { PROBES } from './probe-routes.ts'

const PATH = '/api/probe/limited'

async function limited(
  env: Record<string, string>,
  use: (service: TestService, clock: ReturnType<typeof fixedClock>) => Promise<void>,
) {
  const clock = fixedClock('2026-11-15T12:00:00Z')
  const service = await startTestService({ LIMIT_A2A: '3', ...env }, { clock, extraRoutes: [PROBES.limited] })
  try {
    await use(service, clock)
  } finally {
    await service.stop()
  }
}

const from = (address: string) => ({ 'x-forwarded-for': address })

test('an address has its requests a minute, and is told where it stands', () =>
  limited({}, async (service, clock) => {
    for (const remaining of [2, 1, 0]) {
      const { status, headers } = await service.get(PATH)
      assert.equal(status, 200)
      assert.equal(headers.get('ratelimit-policy'), '"a2a";q=3;w=60')
      assert.equal(headers.get('ratelimit'), `"a2a";r=${remaining};t=60`)
    }
    clock.advance(20_000)
    const refused = await service.get(PATH)
    assert.equal(refused.status, 429)
    assert.equal(refused.body.error, 'rate_limited')
    assert.deepEqual(refused.body.detail, { limit: 'a2a', per_minute: 3 })
    assert.equal(refused.headers.get('retry-after'), '40')
    assert.equal(refused.headers.get('ratelimit'), '"a2a";r=0;t=40')
    clock.advance(40_000)
    assert.equal((await service.get(PATH)).status, 200)
  }))

test('a limit of 0 is off, and says nothing in the headers', () =>
  limited({ LIMIT_A2A: '0' }, async (service) => {
    for (let call = 0; call < 100; call++) {
      const { status, headers } = await service.get(PATH)
      assert.equal(status, 200)
      assert.equal(headers.get('ratelimit'), null)
    }
  }))

test('routes without a limit in their definition are never limited', () =>
  limited({ LIMIT_A2A: '1', LIMIT_DETECTION: '1' }, async (service) => {
    for (let call = 0; call < 20; call++) assert.equal((await service.get('/api/ready')).status, 200)
  }))

test('X-Forwarded-For counts for nothing unless the proxy is trusted', () =>
  limited({}, async (service) => {
    const answers = []
    for (const last of [1, 2, 3, 4]) answers.push((await service.get(PATH, from(`203.0.113.${last}`))).status)
    assert.deepEqual(answers, [200, 200, 200, 429])
  }))

test('behind a trusted proxy every address counts for itself', () =>
  limited({ TRUST_PROXY: '127.0.0.1' }, async (service) => {
    for (let call = 0; call < 3; call++) await service.get(PATH, from('203.0.113.1'))
    assert.equal((await service.get(PATH, from('203.0.113.1'))).status, 429)
    assert.equal((await service.get(PATH, from('203.0.113.2'))).status, 200)
  }))

test('what a caller writes before the proxy adds its own is not believed', () =>
  limited({ TRUST_PROXY: '127.0.0.0/8,10.0.0.1' }, async (service) => {
    const answers = []
    for (const claimed of ['198.51.100.1', '198.51.100.2', '127.0.0.1', '10.0.0.1'])
      answers.push((await service.get(PATH, from(`${claimed}, 203.0.113.9`))).status)
    assert.deepEqual(answers, [200, 200, 200, 429])
    assert.equal((await service.get(PATH, from('203.0.113.8, 10.0.0.1'))).body.address, '203.0.113.8')
  }))

test('an IPv6 subscriber counts as its whole /64, an IPv4 address as one however it is written', () =>
  limited({ TRUST_PROXY: '127.0.0.1' }, async (service) => {
    const answers = []
    for (const address of ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', '2001:0DB8:0001:0002::3', '2001:db8:1:2::4'])
      answers.push((await service.get(PATH, from(address))).status)
    assert.deepEqual(answers, [200, 200, 200, 429])
    assert.equal((await service.get(PATH, from('2001:db8:1:3::1'))).status, 200)
    const mapped = []
    for (const address of ['192.0.2.1', '::ffff:192.0.2.1', '::ffff:c000:201', '192.0.2.1'])
      mapped.push((await service.get(PATH, from(address))).status)
    assert.deepEqual(mapped, [200, 200, 200, 429])
  }))

test('an IPv6 socket is served and counted', () =>
  limited({ HOST: '::1' }, async (service) => {
    assert.match(service.url, /^http:\/\/\[::1\]:\d+$/)
    assert.equal((await service.get(PATH)).body.address, '::1')
  }))
