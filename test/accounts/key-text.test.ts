import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import test from 'node:test'
import fc from 'fast-check'
import { composeKey, hashOf, readKey } from '../../src/accounts/key-text.ts'

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

test('a key is on_, its name, 160 random bits and a check, in letters that cannot be misread', () => {
  const { id, key } = composeKey(randomBytes)
  assert.match(key, new RegExp(`^on_[${ALPHABET}]{46}$`))
  assert.equal(key.slice(3, 11), id)
  assert.deepEqual(readKey(key), { ok: true, id })
})

test('the text is a function of the random bytes, all of which it carries', () => {
  assert.equal(composeKey((bytes) => new Uint8Array(bytes)).key.slice(0, -6), `on_${'0'.repeat(40)}`)
  assert.equal(composeKey((bytes) => new Uint8Array(bytes).fill(255)).key.slice(0, -6), `on_${'z'.repeat(40)}`)
  const counting = composeKey((bytes) => new Uint8Array(bytes).map((_, index) => index))
  assert.equal(counting.key.slice(0, -6), 'on_000g40r4000g40r40m30e209185gr38e1w8124gk')
})

test('every single wrong character and every swap of neighbours is told as a typing error', () => {
  const { key } = composeKey(randomBytes)
  for (let at = 3; at < key.length; at += 1) {
    for (const wrong of ALPHABET) {
      if (wrong === key[at]) continue
      assert.deepEqual(readKey(key.slice(0, at) + wrong + key.slice(at + 1)), { ok: false, why: 'checksum' })
    }
    const [here, next] = [key[at]!, key[at + 1]]
    if (next === undefined || here === next) continue
    assert.deepEqual(readKey(key.slice(0, at) + next + here + key.slice(at + 2)), { ok: false, why: 'checksum' })
  }
})

test('what does not have the shape of a key is malformed', () => {
  const { key } = composeKey(randomBytes)
  for (const text of ['', 'on_', key.slice(0, -1), `${key}0`, ` ${key}`, `${key}\n`, key.slice(3), key.toUpperCase()]) {
    assert.deepEqual(readKey(text), { ok: false, why: 'malformed' }, JSON.stringify(text))
  }
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => !readKey(text).ok))
})

test('hashes are 32 bytes and differ', () => {
  const [one, other] = [composeKey(randomBytes).key, composeKey(randomBytes).key]
  assert.equal(hashOf(one).length, 32)
  assert.notDeepEqual(hashOf(one), hashOf(other))
})
