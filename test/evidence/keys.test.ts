import assert from 'node:assert/strict'
import { createPublicKey } from 'node:crypto'
import test from 'node:test'
import { BadKeyFile, findKey, type KeyFile, keyFile, parseKeyFile, pubkeyForms } from '../../src/evidence/keys.ts'
import { ours, published } from './witness.ts'

const file = keyFile(published)
const key = file.keys[0]!

test('a key file is read back as it was published', () => {
  assert.deepEqual(parseKeyFile(JSON.parse(JSON.stringify(file))), published)
  assert.deepEqual(parseKeyFile({ ...file, added_later: true }), published)
  assert.equal(findKey(published, ours.kid)?.publicKey, ours.publicKey)
  assert.equal(findKey(published, [ours.kid]), undefined)
  assert.equal(findKey(published, undefined), undefined)
})

const withKey = (change: object) => ({ ...file, keys: [{ ...key, ...change }] })
const BAD: [what: string, file: unknown][] = [
  ['no object', []],
  ['no keys', { ...file, keys: [] }],
  ['a key twice', { ...file, keys: [key, key] }],
  ['another algorithm', withKey({ alg: 'rsa' })],
  ['31 bytes', withKey({ pubkey_b64: Buffer.alloc(31, 9).toString('base64') })],
  ['33 bytes', withKey({ pubkey_b64: Buffer.alloc(33, 9).toString('base64') })],
  ['the identity as key', withKey({ pubkey_b64: Buffer.from('01'.padEnd(64, '0'), 'hex').toString('base64') })],
  ['an unpadded key', withKey({ pubkey_b64: key.pubkey_b64.replace('=', '') })],
  ['base32 in upper case', withKey({ pubkey_b32: key.pubkey_b32.toUpperCase() })],
  ['base32 with padding', withKey({ pubkey_b32: `${key.pubkey_b32}====` })],
  ['base32 of another key', withKey({ pubkey_b32: 'a'.repeat(52) })],
  ['a date without a zone', withKey({ from: '2026-10-01T00:00:00' })],
  ['a date that is none', withKey({ until: '2026-13-01T00:00:00Z' })],
  ['no log', { ...file, log: undefined }],
  ['no root of trust', { ...file, root_of_trust: '' }],
]

for (const [what, bad] of BAD) {
  test(`a key file with ${what} is refused`, () => {
    assert.throws(() => parseKeyFile(bad), BadKeyFile)
  })
}

test('every form of the public key is the same key to Node', () => {
  const { b64, b32, pem, jwk, kid } = pubkeyForms(ours.publicKey, ours.kid)
  const raw = Buffer.from(createPublicKey(pem).export({ format: 'jwk' }).x!, 'base64url')
  assert.deepEqual(new Uint8Array(raw), ours.publicKey)
  assert.equal(createPublicKey({ key: jwk, format: 'jwk' }).export({ type: 'spki', format: 'pem' }), pem)
  assert.deepEqual({ kid, pubkey_b64: b64, pubkey_b32: b32 } satisfies Partial<KeyFile['keys'][0]>, {
    kid: ours.kid,
    pubkey_b64: key.pubkey_b64,
    pubkey_b32: key.pubkey_b32,
  })
})
