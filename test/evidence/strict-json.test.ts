import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import test from 'node:test'
import fc from 'fast-check'
import { canonicalize, rfc8785 } from '../../src/evidence/canonical.ts'
import { type JsonProblemCode, parseStrict, SIGNING_RULES, scanJson } from '../../src/evidence/strict-json.ts'
import { needsShared, sharedData } from '../support/needs.ts'

const BODY_RULES = { maxDepth: 64, forSigning: false }
const bytes = (...values: number[]) => Uint8Array.from(values)

const REFUSED: [what: string, text: string | Uint8Array, code: JsonProblemCode, path?: string][] = [
  ['a repeated name', '{"a":1,"a":2}', 'duplicate_key', '/a'],
  ['a name repeated in other letters', '{"a":1,"\\u0061":2}', 'duplicate_key', '/a'],
  ['a name repeated deep inside', '{"x":[{"b/c":{"~":1,"~":1}}]}', 'duplicate_key', '/x/0/b~1c/~0'],
  [
    'a name repeated after many others',
    `{${Array.from({ length: 40 }, (_, n) => `"k${n % 39}":0`)}}`,
    'duplicate_key',
    '/k0',
  ],
  ['__proto__ twice', '{"__proto__":1,"__proto__":2}', 'duplicate_key', '/__proto__'],
  ['depth 65', '['.repeat(65) + ']'.repeat(65), 'too_deep'],
  ['depth 100,000, never closed', '[{"a":'.repeat(50_000), 'too_deep'],
  ['a byte order mark', '\ufeff{}', 'bom'],
  ['a byte order mark in bytes', bytes(0xef, 0xbb, 0xbf, 0x7b, 0x7d), 'bom'],
  ['UTF-16', bytes(0xff, 0xfe, 0x7b, 0, 0x7d, 0), 'invalid_utf8'],
  ['an overlong encoding', bytes(0x22, 0xc0, 0xaf, 0x22), 'invalid_utf8'],
  ['a surrogate in UTF-8', bytes(0x22, 0xed, 0xa0, 0x80, 0x22), 'invalid_utf8'],
  ['a string left open', '{"a": "b\\"}', 'malformed'],
  ['a trailing comma', '[1,]', 'malformed'],
  ['nothing', '', 'malformed'],
  ['a bad escape in a name', '{"\\x": 1}', 'malformed'],
  ['two documents', '{} {}', 'malformed'],
]

const REFUSED_FOR_SIGNING: typeof REFUSED = [
  ['2^53 + 1', '[9007199254740993]', 'unsafe_integer', '/0'],
  ['2^53 + 1 with a point', '{"n":9007199254740993.0}', 'unsafe_integer', '/n'],
  ['-2^53', '{"a":{"n":-9007199254740992}}', 'unsafe_integer', '/a/n'],
  ['1e21', '1e21', 'unsafe_integer', ''],
  ['1e400', '[0, 1e400]', 'number_overflow', '/1'],
  ['half a pair, escaped', '["\\ud83d"]', 'lone_surrogate', '/0'],
  ['half a pair in a name', '{"\\ude00": 1}', 'lone_surrogate', '/\ude00'],
  ['a pair in the wrong order', '["\\ude00\\ud83d"]', 'lone_surrogate', '/0'],
  ['half a pair, unescaped', '["\ud83d"]', 'lone_surrogate'],
]

for (const [what, text, code, path] of REFUSED) {
  test(`${what} is refused`, () => {
    for (const rules of [BODY_RULES, SIGNING_RULES]) {
      const problem = scanJson(text, rules)
      assert.equal(problem?.code, code)
      if (path !== undefined) assert.equal(problem?.path, path)
    }
  })
}

for (const [what, text, code, path] of REFUSED_FOR_SIGNING) {
  test(`${what} is refused where it would be signed, and only there`, () => {
    assert.equal(scanJson(text, BODY_RULES), undefined)
    const problem = scanJson(text, SIGNING_RULES)
    assert.equal(problem?.code, code)
    if (path !== undefined) assert.equal(problem?.path, path)
  })
}

test('equal names in different objects, and names equal to values, are not duplicates', () => {
  const text = '{"a":{"a":["a","a",{"a":1}]},"b":"a","c":{"a":1}}'
  assert.deepEqual(parseStrict(text, SIGNING_RULES).value, JSON.parse(text))
})

test('escaped quotes and backslashes do not hide the end of a string', () => {
  for (const value of ['\\', '\\"', '"', '\\\\"', '{"a":1,"a":2}', '[[[', '\\u0022']) {
    const text = JSON.stringify({ [value]: value, z: [value] })
    assert.deepEqual(parseStrict(text, SIGNING_RULES).value, JSON.parse(text))
  }
})

test('a __proto__ member is a member and changes no other object', () => {
  const { value } = parseStrict('{"__proto__":{"admin":true}}', SIGNING_RULES)
  assert.equal(Object.getPrototypeOf(value), Object.prototype)
  assert.equal((value as { admin?: unknown }).admin, undefined)
  assert.equal(({} as { admin?: unknown }).admin, undefined)
  assert.equal(canonicalize(value), '{"__proto__":{"admin":true}}')
})

test('whatever JSON.stringify writes is read, unless a rule names it', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 8, stringUnit: 'binary' }), fc.nat(3), (value, indent) => {
      const text = JSON.stringify(value, null, indent)
      const { value: read, problem } = parseStrict(text, SIGNING_RULES)
      if (problem) assert.ok(['unsafe_integer', 'lone_surrogate'].includes(problem.code), problem.reason)
      else assert.deepEqual(read, JSON.parse(text))
    }),
    { seed: 5, numRuns: 2_000 },
  )
})

const RULES_THAT_NAME = new Map<string, JsonProblemCode>([
  ['y_object_duplicated_key.json', 'duplicate_key'],
  ['y_object_duplicated_key_and_value.json', 'duplicate_key'],
  ['y_number.json', 'unsafe_integer'],
  ['y_number_real_capital_e.json', 'unsafe_integer'],
  ['y_number_real_exponent.json', 'unsafe_integer'],
  ['y_number_real_fraction_exponent.json', 'unsafe_integer'],
  ['y_object_extreme_numbers.json', 'unsafe_integer'],
])

test('every document of the JSON test suite has one meaning or none', needsShared('vectors/json-parsing'), () => {
  const documents: { name: string; b64: string }[] = JSON.parse(
    readFileSync(`${sharedData}vectors/json-parsing/jsontestsuite.json`, 'utf8'),
  )
  assert.ok(documents.length > 300)
  for (const { name, b64 } of documents) {
    const { value, problem } = parseStrict(Buffer.from(b64, 'base64'), SIGNING_RULES)
    if (name.startsWith('n_')) assert.ok(problem, name)
    if (name.startsWith('y_')) assert.equal(problem?.code, RULES_THAT_NAME.get(name), name)
    if (!problem)
      assert.deepEqual(parseStrict(rfc8785(value), SIGNING_RULES).value, JSON.parse(canonicalize(value)), name)
  }
})

test('a long string costs one search, not one step a letter', () => {
  const body = `{"image_base64":"${'QUJD'.repeat(1 << 20)}"}`
  const elapsed = (run: () => unknown) => {
    const times = Array.from({ length: 5 }, () => {
      const start = performance.now()
      run()
      return performance.now() - start
    })
    return Math.min(...times)
  }
  const alone = elapsed(() => JSON.parse(body))
  const scanned = elapsed(() => parseStrict(body, BODY_RULES))
  assert.ok(scanned < alone * 3 + 2, `parse ${alone.toFixed(2)} ms, strict ${scanned.toFixed(2)} ms`)
})
