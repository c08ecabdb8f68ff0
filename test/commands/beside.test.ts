import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { PROBES } from '../http/probe-routes.ts'
import { cli } from '../support/process.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let env: { DATA_DIR: string; METRICS_TOKEN: string }
before(async () => {
  service = await startTestService({}, { extraRoutes: [PROBES.metered] })
  env = { DATA_DIR: service.dataDir, METRICS_TOKEN: 'SEKRET' }
})
after(() => service.stop())

const called = (key: string, path = '/api/account/storage', method = 'GET') =>
  service.request(method, path, { headers: { authorization: `Bearer ${key}` } })

describe('beside a running service', () => {
  test('a minted key stands alone on the last line, counts at the next request, and no longer once revoked', async () => {
    const minted = await cli(env, 'keys', 'mint', '--owner', 'Shed@Example.com', '--name', 'packing shed')
    assert.deepEqual([minted.code, minted.err], [0, ''])
    const key = minted.out.trimEnd().split('\n').at(-1)!
    assert.match(key, /^on_[0-9a-z]{46}$/)
    assert.equal((await called(key)).status, 200)

    await service.context.accounts.flush()
    const listed = await cli(env, 'keys', 'list', '--owner', 'shed@example.com')
    const [header, row] = listed.out.trimEnd().split('\n')
    assert.match(header!, /^ID +OWNER +NAME +SCOPE +STATE +LAST USED$/)
    assert.match(row!, /shed@example\.com +packing shed +public +in force +20\d\d-/)
    assert.ok(!listed.out.includes(key.slice(11)), 'no secret in a list')

    const id = row!.split(' ')[0]!
    const revoked = await cli(env, 'keys', 'revoke', id)
    assert.equal(revoked.code, 0)
    const refused = await called(key)
    assert.equal(refused.status, 401)
    assert.match(refused.body.reason, /revoked/)
  })

  test('--scope, --quota and --expires are kept', async () => {
    const words = ['keys', 'mint', '--owner', 'q@example.com', '--name', 'q', '--scope', 'admin', '--quota', '12']
    const { out } = await cli(env, ...words, '--expires', '2099-01-31')
    assert.match(out, /an? admin key of q@example\.com, until 2099-01-31T00:00:00\.000Z/)
    const { body } = await called(out.trimEnd().split('\n').at(-1)!)
    assert.equal(body.quota_bytes, 12)
  })

  test('what a key cannot be is refused, and nothing is minted', async () => {
    for (const words of [
      ['--owner', 'nobody', '--name', 'x'],
      ['--owner', 'a@example.com', '--name', 'x', '--expires', 'soon'],
      ['--owner', 'a@example.com', '--name', 'x', '--expires', '2001-01-01'],
    ]) {
      const { code, out, err } = await cli(env, 'keys', 'mint', ...words)
      assert.deepEqual([code, out], [1, ''])
      assert.equal(err.trim().split('\n').length, 1, err)
    }
    assert.equal((await cli(env, 'keys', 'revoke', 'nothing')).code, 1)
  })

  test('storage is listed and deleted, and frees at once', async () => {
    const key = await service.mint({ owner: 'store@example.com', quotaBytes: 16 })
    assert.equal((await called(key, '/api/probe/metered')).status, 200)
    assert.equal((await called(key, '/api/probe/metered')).status, 402)
    const listed = await cli(env, 'storage', 'list', '--owner', 'store@example.com')
    assert.match(listed.out, /16 of 16 bytes used/)
    const id = /^st_\S+/m.exec(listed.out)![0]
    const other = await cli(env, 'storage', 'delete', id, '--owner', 'other@example.com')
    assert.equal(other.code, 1)
    assert.match(other.err, /storage list/)
    assert.equal((await cli(env, 'storage', 'delete', id, '--owner', 'store@example.com')).code, 0)
    assert.equal((await called(key, '/api/probe/metered')).status, 200)
  })

  test('the address of an owner is one however it is written', async () => {
    await service.mint({ owner: 'case@example.com', quotaBytes: 77 })
    const { out } = await cli(env, 'storage', 'list', '--owner', ' Case@Example.com ')
    assert.match(out, /0 of 77 bytes used/)
  })

  test('config prints the settings in force as JSON, without secrets', async () => {
    const { code, out } = await cli({ ...env, DATABASE_URL: 'postgresql://w:hunter2@localhost/w' }, 'config')
    assert.equal(code, 0)
    const settings = JSON.parse(out)
    assert.equal(settings.dataDir, service.dataDir)
    assert.equal(settings.port, 8080)
    assert.doesNotMatch(out, /SEKRET|hunter2/)
  })

  test('a rotated signing key is taken up by the running service, and the old one stays published', async () => {
    const before = (await service.get('/api/verify/key')).body.kid
    const rotated = await cli(env, 'signing-key', 'rotate')
    assert.equal(rotated.code, 0, rotated.err)
    const kid = rotated.out.split(' ')[0]!
    assert.notEqual(kid, before)
    for (let tries = 0; (await service.get('/api/verify/key')).body.kid !== kid && tries < 100; tries++)
      await new Promise((resolve) => setTimeout(resolve, 100))
    assert.equal((await service.get('/api/verify/key')).body.kid, kid)
    const listed = await cli(env, 'signing-key', 'list')
    for (const shown of [before, kid]) assert.ok(listed.out.includes(shown))
    assert.match(listed.out, /in force/)
  })
})
