import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { decodeBase64, decodePlainBase64 } from '../../src/imaging/base64.ts'
import { rounds } from '../support/rounds.ts'

test('any bytes come back, bare or in lines', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.constantFrom('', '\n', '\r\n'), (bytes, lineBreak) => {
      const text = Buffer.from(bytes).toString('base64').replace(/.{76}/g, `$&${lineBreak}`) + lineBreak
      assert.deepEqual(decodeBase64(text), { bytes: Buffer.from(bytes) })
    }),
    { numRuns: rounds(200, 20_000), seed: 2 },
  )
})

test('exactly that text passes which its own bytes would be written as', () => {
  const piece = fc.constantFrom(
    'A',
    'Q',
    '/',
    '+',
    '=',
    '-',
    '_',
    ' ',
    '\n',
    '\r',
    'é',
    'Ł',
    '\u0a41',
    '\0',
    'AAAA',
    'QUJD',
    'QQ==',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join('')
      const joined = text.replace(/[\r\n]/g, '')
      const canonical = Buffer.from(joined, 'base64').toString('base64') === joined
      assert.equal('bytes' in decodeBase64(text), canonical, JSON.stringify(text))
    }),
    { numRuns: rounds(5_000, 500_000), seed: 17 },
  )
})

for (const [text, wrong] of [
  ['AAA AAAA', /character 3 is " "/],
  ['AAAA\tAAA', /character 4 is "\\t"/],
  ['QUJD-_==', /character 4 is "-"/],
  ['AAA_', /character 3 is "_"/],
  ['QUŁD', /character 2 is "Ł"/],
  ['AAAA\r\nAA😀A', /character 8 is "😀"/],
  ['AAAA\0AAA', /character 4/],
  ['AA==AAAA', /character 2 is "="/],
  ['=AAA', /character 0 is "="/],
  ['QUI', /length without line breaks is 3/],
  ['QQ', /length without line breaks is 2/],
  ['A\n', /length without line breaks is 1/],
  ['QUJD=', /length without line breaks is 5/],
  ['QR==', /last group/],
  ['QUJ=', /last group/],
  ['A===', /last group/],
] as const)
  test(`${JSON.stringify(text)} is refused, and the place is named`, () => {
    const decoded = decodeBase64(text)
    assert.ok('wrong' in decoded)
    assert.match(decoded.wrong, wrong)
  })

test('the plain form is decoded from bytes just as from a string, and nothing else is', () => {
  for (const length of [1, 2, 3, 4, 48 * 768 - 1, 48 * 768, 48 * 768 + 1, 100_001]) {
    const bytes = Buffer.alloc(length, length % 251)
    const text = Buffer.from(bytes.toString('base64'))
    assert.deepEqual(Buffer.from(decodePlainBase64(text)!), bytes)
    for (const at of [0, text.length >> 1, text.length - 1])
      for (const wrong of ['-', '_', '\n', ' ', '=', '\0', 'Ł'[0]!, 'é']) {
        const spoilt = Buffer.from(text)
        spoilt[at] = wrong.charCodeAt(0)
        if (spoilt.equals(text)) continue
        const decoded = decodeBase64(spoilt.toString('latin1'))
        const plain = decodePlainBase64(spoilt)
        if (plain !== undefined) assert.deepEqual(decoded, { bytes: plain })
      }
  }
  assert.equal(decodePlainBase64(Buffer.from('QUJD\nQUJD')), undefined)
  assert.equal(decodePlainBase64(Buffer.from('QUI=QUI=')), undefined)
  assert.equal(decodePlainBase64(Buffer.from('QUJ=')), undefined, 'tail bits that no encoder writes')
  assert.equal(decodePlainBase64(Buffer.alloc(0)), undefined)
})
