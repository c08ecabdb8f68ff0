import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import test from 'node:test'
import fc from 'fast-check'
import { canonicalBytes, canonicalize, NotCanonical, rfc8785 } from '../../src/evidence/canonical.ts'
import { needsShared, sharedData } from '../support/needs.ts'

const folder = `${sharedData}vectors/rfc8785/`
const DOCUMENTS = ['arrays', 'french', 'structures', 'unicode', 'values', 'weird']

test('the documents of RFC 8785 come out as published', needsShared('vectors/rfc8785'), () => {
  for (const name of DOCUMENTS) {
    const canonical = rfc8785(JSON.parse(readFileSync(`${folder}input/${name}.json`, 'utf8')))
    const expected = Buffer.from(readFileSync(`${folder}outhex/${name}.txt`, 'utf8').replaceAll(/\s/g, ''), 'hex')
    assert.deepEqual(Buffer.from(canonical), expected, name)
  }
})

function double(ieee754: string): number {
  const view = new DataView(new ArrayBuffer(8))
  view.setBigUint64(0, BigInt(`0x${ieee754}`))
  return view.getFloat64(0)
}

test('the numbers of RFC 8785 come out as published', needsShared('vectors/rfc8785'), () => {
  const { accept, reject_ieee754: reject } = JSON.parse(readFileSync(`${folder}numbers.json`, 'utf8'))
  assert.ok(accept.length > 20 && reject.length > 0)
  for (const [ieee754, json] of accept) assert.equal(rfc8785(double(ieee754)), json, ieee754)
  for (const ieee754 of reject.flat()) assert.throws(() => rfc8785(double(ieee754)), NotCanonical, ieee754)
})

test('the canonical text says the same and does not change again', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      const text = rfc8785(value)
      assert.deepEqual(JSON.parse(text), JSON.parse(JSON.stringify(value)))
      assert.equal(rfc8785(JSON.parse(text)), text)
    }),
    { seed: 3, numRuns: 2_000 },
  )
})

test('the order in which members were written leaves no trace', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string({ unit: 'grapheme' }), fc.double({ noNaN: true, noDefaultInfinity: true })),
      (members) => {
        const reversed = Object.fromEntries(Object.entries(members).reverse())
        assert.equal(rfc8785(reversed), rfc8785(members))
      },
    ),
    { seed: 4 },
  )
})

const nested = (depth: number) => JSON.parse('['.repeat(depth) + ']'.repeat(depth))

for (const [what, value, code] of [
  ['NaN', Number.NaN, 'not_finite'],
  ['Infinity', [Number.POSITIVE_INFINITY], 'not_finite'],
  ['a lone surrogate', '\ud800', 'lone_surrogate'],
  ['a lone surrogate in a name', { '\udc00': 1 }, 'lone_surrogate'],
  ['an integer beyond 2^53', 2 ** 53, 'unsafe_integer'],
  ['a negative integer beyond 2^53', -(2 ** 53), 'unsafe_integer'],
  ['1e21', 1e21, 'unsafe_integer'],
  ['an undefined member', { a: undefined }, 'not_json'],
  ['a hole in a list', new Array(2), 'not_json'],
  ['a bigint', 1n, 'not_json'],
  ['a date', new Date(0), 'not_json'],
  ['bytes', new Uint8Array(2), 'not_json'],
  ['depth 65', nested(65), 'too_deep'],
  ['depth 100,000', nested(100_000), 'too_deep'],
] as const) {
  test(`${what} has no canonical form`, () => {
    assert.throws(
      () => canonicalize(value),
      (error) => error instanceof NotCanonical && error.code === code,
    )
  })
}

test('what looks like half a surrogate and is none is written', () => {
  assert.equal(canonicalize(['\\ud800', '😀']), '["\\\\ud800","😀"]')
})

test('what lies within the limits is written', () => {
  assert.equal(canonicalize(nested(64)), '['.repeat(64) + ']'.repeat(64))
  assert.equal(canonicalize([-0, 2 ** 53 - 1, 1e-7]), '[0,9007199254740991,1e-7]')
  assert.equal(canonicalize(JSON.parse('{"b":1,"__proto__":{"x":1},"a":2}')), '{"__proto__":{"x":1},"a":2,"b":1}')
  assert.equal(canonicalize(Object.assign(Object.create(null), { b: 1, a: '\u2028"' })), '{"a":"\u2028\\"","b":1}')
  assert.deepEqual(canonicalBytes({ ä: '😀' }), new TextEncoder().encode('{"ä":"😀"}'))
})
