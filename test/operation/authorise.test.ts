import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { fixedClock } from '../../src/kernel/clock.ts'
import { PROBES } from '../http/probe-routes.ts'
import { startTestService, type TestService } from '../support/service.ts'

const BASE = 'https://witness.example.org'
const clock = fixedClock('2026-11-15T12:00:00Z')
let service: TestService
before(async () => {
  service = await startTestService({ BASE_URL: BASE }, { clock, extraRoutes: Object.values(PROBES) })
})
after(() => service.stop())

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
const listed = (authorization?: string) =>
  service.get('/api/account/storage', authorization === undefined ? {} : { authorization })

describe('without a key that counts', () => {
  test('every way in is listed, and the header leads to the metadata', async () => {
    const { status, headers, body } = await listed()
    assert.equal(status, 401)
    assert.equal(body.error, 'key_required')
    assert.equal(
      headers.get('www-authenticate'),
      `Bearer resource_metadata="${BASE}/.well-known/oauth-protected-resource"`,
    )
    for (const way of body.detail.ways) assert.deepEqual(Object.keys(way), ['way', 'how', 'url'])
    assert.ok(body.detail.ways.length >= 3)
    assert.ok(body.detail.ways.some(({ how }: { how: string }) => how.includes('npm run -s cli -- keys mint')))
    assert.ok(body.detail.ways.every(({ url }: { url: string }) => url.startsWith(BASE)))
    assert.match(body.fix.call, /keys mint --owner/)
  })

  test('each way leads to a page that is there', async () => {
    const { body } = await listed()
    for (const { url } of body.detail.ways) assert.equal((await service.get(new URL(url).pathname)).status, 200, url)
    const metadata = await service.get('/.well-known/oauth-protected-resource')
    assert.equal(metadata.body.resource, `${BASE}/api`)
    assert.deepEqual(metadata.body.bearer_methods_supported, ['header'])
  })

  test('a typing error, a wrong key, a revoked and an expired one are told apart', async () => {
    const key = await service.mint()
    const typo = key.slice(0, 20) + (key[20] === '0' ? '1' : '0') + key.slice(21)
    const other = await startTestService()
    const foreign = await other.mint()
    await other.stop()
    const revoked = await service.context.accounts.mint({ owner: 'a@example.com', name: 'r', scope: 'public' })
    await service.context.accounts.revoke(revoked.id)
    const expired = await service.context.accounts.mint({
      owner: 'a@example.com',
      name: 'e',
      scope: 'public',
      expiresAt: '2026-11-15T12:00:01Z',
    })
    assert.equal((await listed(`Bearer ${expired.key}`)).status, 200)
    clock.advance(1000)
    for (const [presented, why] of [
      [typo, /typing error/],
      [foreign, /not known/],
      [revoked.key, /revoked/],
      [expired.key, /expired/],
      ['sk-live-123', /begin with on_/],
    ] as const) {
      const { status, headers, body } = await listed(`Bearer ${presented}`)
      assert.equal(status, 401)
      assert.equal(body.error, 'key_invalid')
      assert.match(body.reason, why)
      assert.ok(headers.has('www-authenticate'))
      assert.ok(!JSON.stringify(body).includes(presented), 'the key is not repeated')
    }
  })

  test('a key that shares its visible part with a real one is not known', async () => {
    const key = await service.mint()
    const { composeKey } = await import('../../src/accounts/key-text.ts')
    const id = fromBase32(key.slice(3, 11))
    let call = 0
    const twin = composeKey((bytes) => (call++ === 0 ? id : new Uint8Array(bytes).fill(7)))
    assert.equal(twin.key.slice(0, 11), key.slice(0, 11))
    assert.match((await listed(`Bearer ${twin.key}`)).body.reason, /not known/)
    assert.equal((await listed(`Bearer ${key}`)).status, 200)
  })

  test('the word Bearer may be written as anyone does', async () => {
    const key = await service.mint()
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) assert.equal((await listed(`${scheme} ${key}`)).status, 200)
  })
})

function fromBase32(text: string): Uint8Array {
  const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
  let bits = 0n
  for (const character of text) bits = bits * 32n + BigInt(alphabet.indexOf(character))
  return Uint8Array.from({ length: 5 }, (_, index) => Number((bits >> BigInt(8 * (4 - index))) & 0xffn))
}

describe('an admin key', () => {
  test('is 403 where a route says so, and counts as a public one elsewhere', async () => {
    const admin = await service.mint({ owner: 'admin@example.com', scope: 'admin' })
    const refused = await service.post('/api/probe/ladder', { say: 'x' }, bearer(admin))
    assert.deepEqual([refused.status, refused.body.error], [403, 'key_scope'])
    assert.match(refused.body.fix.call, /keys mint/)
    assert.equal((await service.get('/api/probe/metered', bearer(admin))).status, 200)
    assert.equal((await listed(`Bearer ${admin}`)).status, 200)
  })
})

describe('at the quota', () => {
  const said = JSON.stringify({ said: 'hello' }).length

  test('every metered call is 402, with a way out that works at once', async () => {
    const key = await service.mint({ owner: 'full@example.com', quotaBytes: said })
    assert.equal((await service.get('/api/probe/metered', bearer(key))).status, 200)
    const refused = await service.get('/api/probe/metered', bearer(key))
    assert.equal(refused.status, 402)
    assert.equal(refused.body.error, 'quota_reached')
    assert.deepEqual(refused.body.detail, {
      used_bytes: said,
      quota_bytes: said,
      list: `${BASE}/api/account/storage`,
    })
    assert.match(refused.body.fix.do, /GET \/api\/account\/storage.*DELETE \/api\/account\/storage\/\{id\}/)
    const upload = await service.request('POST', '/api/world-model/media', { headers: bearer(key), body: 'x' })
    assert.equal(upload.status, 402)

    const { body } = await listed(`Bearer ${key}`)
    assert.deepEqual([body.used_bytes, body.quota_bytes, body.items.length], [said, said, 1])
    assert.deepEqual([body.items[0].kind, body.items[0].label], ['result', 'GET /api/probe/metered'])
    const freed = await service.request('DELETE', `/api/account/storage/${body.items[0].id}`, { headers: bearer(key) })
    assert.deepEqual(freed.body, { deleted: body.items[0].id, used_bytes: 0, quota_bytes: said })
    assert.equal((await service.get('/api/probe/metered', bearer(key))).status, 200)
  })

  test('a result that no longer fits is 402 too, and leaves nothing behind', async () => {
    const key = await service.mint({ owner: 'nearly@example.com', quotaBytes: said + 1 })
    assert.equal((await service.get('/api/probe/metered', bearer(key))).status, 200)
    assert.equal((await service.get('/api/probe/metered', bearer(key))).status, 402)
    assert.equal((await listed(`Bearer ${key}`)).body.used_bytes, said)
  })

  test('all keys of an owner share one quota, and nobody sees or deletes what is not theirs', async () => {
    const one = await service.mint({ owner: 'shared@example.com', quotaBytes: said })
    const two = await service.mint({ owner: 'Shared@Example.com' })
    const stranger = await service.mint({ owner: 'stranger@example.com' })
    await service.get('/api/probe/metered', bearer(one))
    assert.equal((await service.get('/api/probe/metered', bearer(two))).status, 402)
    const [{ id }] = (await listed(`Bearer ${two}`)).body.items
    assert.deepEqual((await listed(`Bearer ${stranger}`)).body.items, [])
    const stolen = await service.request('DELETE', `/api/account/storage/${id}`, { headers: bearer(stranger) })
    assert.deepEqual([stolen.status, stolen.body.error], [404, 'not_found'])
    assert.equal((await service.request('DELETE', `/api/account/storage/${id}`, { headers: bearer(two) })).status, 200)
  })
})

test('a list goes on over pages, newest first, each thing once', async () => {
  const key = await service.mint({ owner: 'many@example.com' })
  for (let call = 0; call < 230; call++) {
    if (call % 7 === 0) clock.advance(1)
    assert.equal((await service.get(`/api/probe/metered?say=${call}`, bearer(key))).status, 200)
  }
  const ids: string[] = []
  const times: string[] = []
  const pages: number[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await service.get(`/api/account/storage${cursor && `?cursor=${cursor}`}`, bearer(key))
    pages.push(body.items.length)
    ids.push(...body.items.map(({ id }: { id: string }) => id))
    times.push(...body.items.map(({ created_at }: { created_at: string }) => created_at))
    cursor = body.next
  }
  assert.deepEqual(pages, [100, 100, 30])
  assert.equal(new Set(ids).size, 230)
  assert.deepEqual(times, times.toSorted().reverse())
})

test('the last use of a key is recorded', async () => {
  const key = await service.mint({ owner: 'used@example.com' })
  await listed(`Bearer ${key}`)
  await service.context.accounts.flush()
  const { items } = await service.context.accounts.list({ owner: 'used@example.com' })
  assert.equal(items[0]!.lastUsedAt, clock().toISOString())
})
