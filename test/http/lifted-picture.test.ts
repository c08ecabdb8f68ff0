import assert from 'node:assert/strict'
import test from 'node:test'
import { liftPicture } from '../../src/http/lifted-picture.ts'

const picture = 'QUJD'.repeat(5000)

function through(text: string): unknown {
  const body = Buffer.from(text)
  const lifted = liftPicture(body)
  if (lifted === undefined) return 'as it is'
  const others = lifted.others(JSON.parse(lifted.rest.toString()))
  return others === undefined ? 'as it is' : { ...others, image_base64: lifted.text.toString() }
}

test('a large picture comes back where it stood', () => {
  for (const body of [
    { image_base64: picture },
    { floor: 0.1, image_base64: picture, note: 'x' },
    { note: 'the word "image_base64" in a text', image_base64: picture },
  ]) {
    const result = through(JSON.stringify(body, null, 1))
    if (result !== 'as it is') assert.deepEqual(result, body)
  }
  assert.deepEqual(through(`{ "image_base64" :\n "${picture}" }`), { image_base64: picture })
})

test('what is not the plain form is parsed as it is', () => {
  assert.equal(through(JSON.stringify({ image_base64: 'QUJD' })), 'as it is', 'small')
  assert.equal(through(JSON.stringify({ inner: { image_base64: picture } })), 'as it is', 'nested')
  assert.equal(through(`{"image_base64":"${picture}\\u0041"}`), 'as it is', 'escaped')
  assert.equal(through(JSON.stringify({ '"image_base64': picture })), 'as it is', 'another name')
  assert.equal(through(`{"image_base64":["${picture}"]}`), 'as it is', 'no text')
  assert.equal(through(`{"image_base64":"${picture}`), 'as it is', 'unclosed')
})
