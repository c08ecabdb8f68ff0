import assert from 'node:assert/strict'
import { createPublicKey } from 'node:crypto'
import { after, before, test } from 'node:test'
import { parseKeyFile } from '../../src/evidence/keys.ts'
import { canonical, sha256, signatureHolds } from './plain-verifier.ts'
import { type Stand, startStand } from './stand.ts'

let stand: Stand
// biome-ignore lint/suspicious/noExplicitAny: what came over the wire has no type of ours
let [keyFile, key, forms]: any[] = []
before(async () => {
  stand = await startStand()
  const paths = ['/.well-known/svc.json', '/api/verify/key', '/api/verify/pubkey']
  ;[keyFile, key, forms] = await Promise.all(paths.map(async (path) => (await stand.get(path)).body))
})
after(() => stand.stop())

test('the key file, the key and its forms are one key', () => {
  const [published] = keyFile.keys
  assert.deepEqual([published.kid, key.kid, forms.kid, forms.jwk.kid], Array(4).fill(published.kid))
  assert.deepEqual([published.pubkey_b64, key.pubkey_b64], [forms.b64, forms.b64])
  assert.deepEqual([published.pubkey_b32, key.pubkey_b32], [forms.b32, forms.b32])
  assert.deepEqual([published.alg, key.alg], ['ed25519', 'ed25519'])
  assert.equal(published.until, null)
  assert.equal(key.root_of_trust, keyFile.root_of_trust)
})

test('PEM and JWK load elsewhere, and are the 32 bytes of the key file', () => {
  const raw = Buffer.from(forms.b64, 'base64')
  assert.equal(raw.length, 32)
  const fromPem = createPublicKey(forms.pem)
  const fromJwk = createPublicKey({ format: 'jwk', key: forms.jwk })
  for (const loaded of [fromPem, fromJwk]) {
    assert.equal(loaded.asymmetricKeyType, 'ed25519')
    assert.equal(loaded.export({ format: 'jwk' }).x, raw.toString('base64url'))
  }
})

test('every form of the key verifies a receipt that was just signed', async () => {
  const { receipt } = await stand.state()
  const signature = Buffer.from(receipt.signature_b64, 'base64')
  for (const loaded of [createPublicKey(forms.pem), createPublicKey({ format: 'jwk', key: forms.jwk })])
    assert.ok(signatureHolds(loaded, canonical(receipt.payload), signature))
})

test('base32 is RFC 4648 in lower case without padding', () => {
  const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'
  const bits = [...Buffer.from(forms.b64, 'base64')].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g)!.map((group) => alphabet[Number.parseInt(group.padEnd(5, '0'), 2)])
  assert.equal(forms.b32, groups.join(''))
})

test('the vkey of the log is name, key id and key, as C2SP signed-note lays down', () => {
  const { origin, vkey } = keyFile.log
  const typed = Buffer.concat([Buffer.from([1]), Buffer.from(forms.b64, 'base64')])
  const id = sha256(`${origin}\n`, typed).subarray(0, 4).toString('hex')
  assert.equal(vkey, `${origin}+${id}+${typed.toString('base64')}`)
})

test('the kid embeds the year and the month of its publication', () => {
  assert.match(forms.kid, /^svc-\d{4}-\d{2}-[0-9a-f]{8}$/)
  assert.equal(forms.kid.slice(4, 11), keyFile.keys[0].from.slice(0, 7))
})

test('what the key signs and what it does not is said', () => {
  assert.ok(key.signs.length >= 4)
  assert.match(key.what_is_signed_and_what_is_not, /Not signed: /)
  assert.match(keyFile.root_of_trust, /no independent witness/)
})

test('the examples of the document are keys that agree with themselves', async () => {
  const { body: document } = await stand.get('/api/public-docs/openapi')
  const example = (path: string) => {
    const { content } = document.paths[path].get.responses['200']
    // biome-ignore lint/suspicious/noExplicitAny: what came over the wire has no type of ours
    const [first] = Object.values(content['application/json'].examples) as { value: any }[]
    return first!.value
  }
  parseKeyFile(example('/.well-known/svc.json'))
  const { pem, jwk, b64 } = example('/api/verify/pubkey')
  const x = Buffer.from(b64, 'base64').toString('base64url')
  assert.equal(createPublicKey(pem).export({ format: 'jwk' }).x, x)
  assert.equal(createPublicKey({ format: 'jwk', key: jwk }).export({ format: 'jwk' }).x, x)
})
