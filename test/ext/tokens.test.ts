import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { sodiumPrimitives } from '../../src/evidence/signatures/sodium.ts'
import { cardToken, DERIVATION_STEPS, detectorId, lineageToken, momentToken } from '../../src/evidence/token-ids.ts'
import { parseToken, type TokenRefusalCode } from '../../src/evidence/tokens.ts'
import { rounds } from '../support/rounds.ts'

const { sha256 } = sodiumPrimitives
const CELL = 'defi.zb493.xuqA.zcb5f'
const FACT = 'yqbolgeoycqkvj3zkxukb4bjw4odhpwvfzqo3fbgwf4spk45zala'
const BUNDLE = 'mlxrdcys43hao7cz554s46bp7a'
const HEX = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
const MOMENT = `${HEX}.00000011.${HEX.slice(0, 32)}`

test('every shape of token is read into its parts', () => {
  const read = (text: string) => parseToken(text).token
  assert.deepEqual(read(`ext:fact:${CELL}:${FACT}`), {
    kind: 'ext_fact',
    text: `ext:fact:${CELL}:${FACT}`,
    cell: CELL,
    factCid: FACT,
  })
  assert.deepEqual(read(`ext:bundle:${BUNDLE}`), {
    kind: 'ext_bundle',
    text: `ext:bundle:${BUNDLE}`,
    bundleCid: BUNDLE,
  })
  assert.deepEqual(read(`moment:${MOMENT}`), {
    kind: 'moment',
    text: `moment:${MOMENT}`,
    clipReceiptCid: HEX,
    frameIndex: 17,
    detectorId: HEX.slice(0, 32),
  })
  assert.deepEqual(read(`card:${HEX}`), { kind: 'card', text: `card:${HEX}`, cid: HEX })
  for (const step of DERIVATION_STEPS) {
    const text = `lineage:${step}:${HEX}`
    assert.deepEqual(read(text), { kind: 'lineage', text, step, id: HEX })
  }
  assert.deepEqual(read(HEX), { kind: 'receipt_cid', text: HEX, cid: HEX })
  assert.deepEqual(read(FACT), { kind: 'ext_fact_cid', text: FACT, factCid: FACT })
})

test("the operator's own word is read, and answered with ext", () => {
  assert.equal(parseToken(`emem:fact:${CELL}:${FACT}`).token?.text, `ext:fact:${CELL}:${FACT}`)
  assert.equal(parseToken(`other:bundle:${BUNDLE}`, 'other').token?.text, `ext:bundle:${BUNDLE}`)
  assert.equal(parseToken(`emem:bundle:${BUNDLE}`, 'other').refusal?.code, 'unknown_prefix')
})

const refusals: [unknown, TokenRefusalCode][] = [
  [undefined, 'not_text'],
  [7, 'not_text'],
  [{ token: HEX }, 'not_text'],
  ['', 'empty'],
  ['x'.repeat(1_000_000), 'too_long'],
  [`ext:fact:${CELL}:${FACT}\n`, 'control_character'],
  [`${HEX}\n`, 'control_character'],
  [`${HEX}\0`, 'control_character'],
  [` ${HEX}`, 'control_character'],
  [`ext:fаct:${CELL}:${FACT}`, 'not_ascii'],
  [`mоment:${MOMENT}`, 'not_ascii'],
  [`ext:bundle:${BUNDLE.slice(1)}\u{1f680}`, 'not_ascii'],
  [`ext:fact:${CELL}:..%2F${FACT}`, 'escaped'],
  [`ext:fact:${CELL}:../${FACT}`, 'path'],
  [`card:..\\${HEX}`, 'path'],
  [`EXT:fact:${CELL}:${FACT}`, 'upper_case'],
  [`ext:fact:${CELL}:${FACT.toUpperCase()}`, 'upper_case'],
  [HEX.toUpperCase(), 'upper_case'],
  [`card:${HEX.toUpperCase()}`, 'upper_case'],
  [`moment:${MOMENT.toUpperCase()}`, 'upper_case'],
  [`fact:${CELL}:${FACT}`, 'unknown_prefix'],
  [`:${HEX}`, 'unknown_prefix'],
  [`ext:raster:${FACT}`, 'unknown_kind'],
  ['ext:', 'unknown_kind'],
  [`lineage:guess:${HEX}`, 'unknown_kind'],
  [`lineage:__proto__:${HEX}`, 'unknown_kind'],
  [`ext:fact:${CELL}:${FACT}:`, 'wrong_number_of_parts'],
  [`ext:fact:${CELL}:${FACT}:x`, 'wrong_number_of_parts'],
  [`ext:fact:${FACT}`, 'wrong_number_of_parts'],
  [`ext:bundle:${BUNDLE}:x`, 'wrong_number_of_parts'],
  [`moment:${MOMENT}:x`, 'wrong_number_of_parts'],
  [`card:${HEX}:x`, 'wrong_number_of_parts'],
  [`lineage:${HEX}`, 'wrong_number_of_parts'],
  [`ext:fact:dedi.zaf00.bafi.baba:${FACT}`, 'malformed_cell'],
  [`ext:fact::${FACT}`, 'malformed_cell'],
  [`ext:fact:${CELL}:${FACT.slice(1)}`, 'malformed_id'],
  [`ext:fact:${CELL}:${FACT.slice(0, -1)}b`, 'malformed_id'],
  [`ext:fact:${CELL}:${FACT}=`, 'malformed_id'],
  [`ext:bundle:${FACT}`, 'malformed_id'],
  [`ext:bundle:${BUNDLE.slice(0, -1)}b`, 'malformed_id'],
  [`moment:${HEX}`, 'malformed_id'],
  [`moment:${MOMENT}0`, 'malformed_id'],
  ['card:', 'malformed_id'],
  [`card:${HEX.slice(1)}`, 'malformed_id'],
  [`lineage:detect:${HEX.slice(1)}`, 'malformed_id'],
  [HEX.slice(1), 'malformed_id'],
  [`${HEX}0`, 'malformed_id'],
  ['hello', 'malformed_id'],
]

for (const [text, code] of refusals) {
  const shown = String(JSON.stringify(text)).slice(0, 60)
  test(`${shown} is refused as ${code}`, () => {
    const { token, refusal } = parseToken(text)
    assert.equal(token, null)
    assert.equal(refusal?.code, code)
    assert.ok(refusal!.reason.length > 10 && refusal!.reason.length < 200)
    assert.doesNotMatch(refusal!.reason, /emem/)
  })
}

test('the reason names the character that does not belong', () => {
  assert.match(parseToken(`ext:fаct:${CELL}:${FACT}`).refusal!.reason, /U\+0430 at position 6/)
  assert.match(parseToken(`${HEX}\n`).refusal!.reason, /U\+000A at position 65/)
})

test('no text crashes the reader, and an accepted one is its own canonical form', () => {
  const shaped = fc.stringMatching(/^(ext|emem|moment|card|lineage):[a-z0-9:.]{0,120}$/)
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), shaped), (text) => {
      const { token } = parseToken(text)
      if (token !== null) assert.deepEqual(parseToken(token.text).token, token)
    }),
    { numRuns: rounds(1000, 100_000), seed: 6 },
  )
})

test('our own ids are made from content, are of one length, and are read back offline', () => {
  const token = momentToken(HEX, 4_294_967_295, 'yolox_s@0b1c', sha256)
  assert.equal(token.length, 'moment:'.length + 106)
  const { token: read } = parseToken(token)
  assert.ok(read?.kind === 'moment')
  assert.equal(read.clipReceiptCid, HEX)
  assert.equal(read.frameIndex, 4_294_967_295)
  assert.equal(read.detectorId, detectorId('yolox_s@0b1c', sha256))
  assert.notEqual(read.detectorId, detectorId('yolox_s@0b1d', sha256))

  assert.equal(cardToken({ slug: 'a', total: 3 }, sha256), cardToken({ total: 3, slug: 'a' }, sha256))
  assert.notEqual(cardToken({ slug: 'a', total: 3 }, sha256), cardToken({ slug: 'a', total: 4 }, sha256))
  assert.equal(
    cardToken({}, sha256),
    'card:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a',
    'the SHA-256 of {}',
  )
  const item = { step: 'detect' as const, ran: true, produced: 'counts', from: [token] }
  const made = lineageToken(item, sha256)
  assert.equal(parseToken(made).token?.kind, 'lineage')
  assert.notEqual(made, lineageToken({ ...item, ran: false }, sha256))
})

test('a moment is made only of a receipt id and a frame that can be', () => {
  assert.throws(() => momentToken('x', 0, 'd', sha256), RangeError)
  for (const frame of [-1, 1.5, 2 ** 32, Number.NaN]) {
    assert.throws(() => momentToken(HEX, frame, 'd', sha256), RangeError)
  }
})
