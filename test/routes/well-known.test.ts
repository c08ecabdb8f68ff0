import assert from 'node:assert/strict'
import { createPublicKey } from 'node:crypto'
import { after, before, test } from 'node:test'
import { startTestService, type TestService } from '../support/service.ts'

const BASE = 'https://witness.example.org'
let service: TestService
before(async () => {
  service = await startTestService({ BASE_URL: BASE })
})
after(() => service.stop())

test('the key file, the key that signs now and its other forms are one key', async () => {
  const file = (await service.get('/.well-known/svc.json')).body
  const signs = (await service.get('/api/verify/key')).body
  const forms = (await service.get('/api/verify/pubkey')).body
  const [key] = file.keys
  assert.equal(file.keys.length, 1)
  assert.equal(key.until, null)
  assert.deepEqual([signs.kid, signs.pubkey_b64, signs.pubkey_b32], [key.kid, key.pubkey_b64, key.pubkey_b32])
  assert.deepEqual([forms.kid, forms.b64, forms.b32], [key.kid, key.pubkey_b64, key.pubkey_b32])
  const raw = Buffer.from(key.pubkey_b64, 'base64')
  assert.equal(raw.length, 32)
  assert.deepEqual(createPublicKey(forms.pem).export({ format: 'jwk' }).x, raw.toString('base64url'))
  assert.deepEqual(
    [forms.jwk.kty, forms.jwk.crv, forms.jwk.x, forms.jwk.kid],
    ['OKP', 'Ed25519', raw.toString('base64url'), key.kid],
  )
  assert.equal(signs.key_file, `${BASE}/.well-known/svc.json`)
  assert.equal(signs.alg, 'ed25519')
  assert.ok(signs.what_is_signed_and_what_is_not.length > 50)
})

test('the key file names the log and the root of trust', async () => {
  const { log, root_of_trust } = (await service.get('/.well-known/svc.json')).body
  assert.ok(log.vkey.startsWith(`${log.origin}+`))
  assert.ok(root_of_trust.length > 20)
})

test('the metadata of the metered routes says that keys travel in the header', async () => {
  const { body } = await service.get('/.well-known/oauth-protected-resource')
  assert.deepEqual(body, {
    resource: `${BASE}/api`,
    resource_name: 'Witnessmark metered tools',
    bearer_methods_supported: ['header'],
    resource_documentation: `${BASE}/docs#keys`,
  })
  assert.match((await service.get('/docs')).body, /id="keys"/)
})
