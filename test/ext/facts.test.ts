import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { decodeHex, encodeHex } from '../../src/evidence/encoding.ts'
import { bundleCid, readBundle } from '../../src/evidence/ext/bundle.ts'
import { cborArray, cborMap, cborText, cborUint } from '../../src/evidence/ext/cbor.ts'
import { readCbor } from '../../src/evidence/ext/cbor-read.ts'
import { factCid, isBundleCid } from '../../src/evidence/ext/content-id.ts'
import { readFact } from '../../src/evidence/ext/fact.ts'
import { rounds } from '../support/rounds.ts'
import { type FactVectors, needsVectors, vectors } from './vectors.ts'

const facts = () => vectors<FactVectors>('facts').facts

test('a fact is named by its committed bytes, and read from them', needsVectors, () => {
  for (const { fact_cid, canonical_cbor_hex, json } of facts()) {
    const bytes = decodeHex(canonical_cbor_hex)!
    assert.equal(factCid(bytes), fact_cid)
    const fact = readFact(bytes)
    assert.ok(fact.ok)
    assert.equal(fact.value.cid, fact_cid)
    assert.equal(fact.value.cell, json.cell)
    assert.equal(fact.value.band, json.band)
    assert.equal(fact.value.value, json.value)
    assert.equal(fact.value.unit, 'm')
    assert.equal(fact.value.signedAt, json.signed_at)
  }
  assert.deepEqual(
    facts().map(({ canonical_cbor_hex }) => {
      const fact = readFact(decodeHex(canonical_cbor_hex)!)
      return fact.ok && fact.value.valueVerbatim
    }),
    ['918.0', '915.0712280273438'],
  )
})

test('one changed bit is another content id', needsVectors, () => {
  const bytes = decodeHex(facts()[0]!.canonical_cbor_hex)!
  bytes[60]! ^= 1
  assert.notEqual(factCid(bytes), facts()[0]!.fact_cid)
})

test('bytes that are no fact are refused with the reason, and nothing crashes', needsVectors, () => {
  const whole = decodeHex(facts()[0]!.canonical_cbor_hex)!
  for (let end = 0; end < whole.length; end++) assert.equal(readFact(whole.subarray(0, end)).ok, false)
  assert.equal(readFact(Uint8Array.of(...whole, 0)).ok, false)
  for (const hex of [
    '5f41ff',
    '9f01ff',
    'c074',
    'a1617801',
    '9b00ffffffffffffff',
    'a2617801617802',
    'f97e',
    '61ff',
    'a10102',
    'ff',
    'f8ff',
  ]) {
    assert.equal(readFact(decodeHex(hex)!).ok, false, hex)
  }
  assert.equal(readCbor(new Uint8Array(100_000).fill(0x81)).ok, false)
  assert.deepEqual(readCbor(decodeHex('a2617801617802')!), { ok: false, reason: 'a member stands twice' })
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
      assert.equal(typeof readFact(bytes).ok, 'boolean')
    }),
    { numRuns: rounds(500, 50_000), seed: 8949 },
  )
})

test('CBOR heads are the shortest (RFC 8949, appendix A)', () => {
  const uints: [number, string][] = [
    [0, '00'],
    [10, '0a'],
    [23, '17'],
    [24, '1818'],
    [100, '1864'],
    [1000, '1903e8'],
    [1_000_000, '1a000f4240'],
    [1_000_000_000_000, '1b000000e8d4a51000'],
  ]
  for (const [value, hex] of uints) assert.equal(encodeHex(cborUint(value)), hex)
  assert.equal(encodeHex(cborText('ü')), '62c3bc')
  assert.equal(encodeHex(cborArray([cborUint(1), cborUint(2), cborUint(3)])), '83010203')
  assert.equal(encodeHex(cborMap([['a', cborUint(1)]])), 'a1616101')
})

test('a reader tells floats from integers, and reads what RFC 8949 prints', () => {
  const read = (hex: string) => {
    const value = readCbor(decodeHex(hex)!)
    assert.ok(value.ok, hex)
    return value.value
  }
  assert.deepEqual(read('f93c00'), { type: 'float', value: 1 })
  assert.deepEqual(read('fb3ff199999999999a'), { type: 'float', value: 1.1 })
  assert.deepEqual(read('fa47c35000'), { type: 'float', value: 100_000 })
  assert.deepEqual(read('3903e7'), { type: 'integer', value: -1000 })
  assert.deepEqual(read('1bffffffffffffffff'), { type: 'integer', value: 18446744073709551615n })
  assert.deepEqual(read('f6'), { type: 'simple', value: null })
  assert.deepEqual(read('4401020304'), { type: 'bytes', value: Uint8Array.of(1, 2, 3, 4) })
})

test('a bundle is named by its purpose and citations, and a bar or line break cannot fake one', () => {
  const cell = 'defi.zb493.xuqA.zcb5f'
  const citations = [{ cell, band: 'copdem30m.elevation_mean', resolved_tslot: 0 }]
  const bundle = readBundle({ citations, purpose: 'site visit' })
  assert.ok(bundle.ok)
  const cid = bundleCid(bundle.value, 'emem')
  assert.ok(isBundleCid(cid))
  assert.notEqual(cid, bundleCid({ ...bundle.value, purpose: 'site visits' }, 'emem'))
  assert.notEqual(cid, bundleCid(bundle.value, 'other'))
  for (const bad of [
    null,
    {},
    { citations: [null] },
    { citations, purpose: `x\n${cell}|b|0|` },
    { citations: [{ ...citations[0], band: 'a|b' }] },
    { citations: [{ ...citations[0], cell: 'x' }] },
    { citations: [{ ...citations[0], fact_cid: 'x' }] },
    { citations: [{ ...citations[0], resolved_tslot: '0' }] },
  ]) {
    assert.equal(readBundle(bad).ok, false)
  }
})
