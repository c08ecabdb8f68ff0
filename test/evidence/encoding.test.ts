import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import {
  decodeBase32,
  decodeBase64,
  decodeBase64url,
  decodeHex,
  encodeBase32,
  encodeBase64,
  encodeBase64url,
  encodeHex,
} from '../../src/evidence/encoding.ts'

const ENCODINGS = {
  hex: { encode: encodeHex, decode: decodeHex },
  base64: { encode: encodeBase64, decode: decodeBase64 },
  base64url: { encode: encodeBase64url, decode: decodeBase64url },
  base32: { encode: encodeBase32, decode: decodeBase32 },
}

test('the examples of RFC 4648 hold', () => {
  const foobar = new TextEncoder().encode('foobar')
  const written = Array.from({ length: 7 }, (_, n) => foobar.subarray(0, n)).map((bytes) => [
    encodeBase64(bytes),
    encodeBase32(bytes),
    encodeHex(bytes),
  ])
  assert.deepEqual(written, [
    ['', '', ''],
    ['Zg==', 'my', '66'],
    ['Zm8=', 'mzxq', '666f'],
    ['Zm9v', 'mzxw6', '666f6f'],
    ['Zm9vYg==', 'mzxw6yq', '666f6f62'],
    ['Zm9vYmE=', 'mzxw6ytb', '666f6f6261'],
    ['Zm9vYmFy', 'mzxw6ytboi', '666f6f626172'],
  ])
})

for (const [name, { encode, decode }] of Object.entries(ENCODINGS)) {
  test(`${name} gives back every byte string, as Node's own decoder reads it`, () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const text = encode(bytes)
        assert.deepEqual(decode(text), bytes)
        if (name !== 'base32') assert.equal(text, Buffer.from(bytes).toString(name as BufferEncoding))
      }),
      { seed: 1 },
    )
  })

  test(`${name} accepts exactly one text for each byte string`, () => {
    const letters = fc.constantFrom(...'abcxyzABCXYZ0123456789+/-_= \n\u00e4')
    fc.assert(
      fc.property(fc.array(letters, { maxLength: 12 }), (chosen) => {
        const text = chosen.join('')
        const bytes = decode(text)
        if (bytes) assert.equal(encode(bytes), text)
      }),
      { seed: 2, numRuns: 5_000 },
    )
  })
}

test('second spellings are refused', () => {
  assert.equal(decodeHex('AB'), undefined)
  assert.equal(decodeHex('abc'), undefined)
  assert.equal(decodeHex('0xab'), undefined)
  assert.equal(decodeBase64('Zg'), undefined, 'padding is required')
  assert.equal(decodeBase64('Zh=='), undefined, 'trailing bits are zero')
  assert.equal(decodeBase64('Zg==\n'), undefined)
  assert.equal(decodeBase64('===='), undefined)
  assert.equal(decodeBase64('-_-_'), undefined, 'the other alphabet')
  assert.equal(decodeBase64url('Zg=='), undefined, 'no padding')
  assert.equal(decodeBase64url('+/+/'), undefined, 'the other alphabet')
  assert.equal(decodeBase32('MY'), undefined, 'lower case')
  assert.equal(decodeBase32('my======'), undefined, 'no padding')
  assert.equal(decodeBase32('mz'), undefined, 'trailing bits are zero')
  assert.equal(decodeBase32('mzx'), undefined, 'no byte string has three digits')
})
