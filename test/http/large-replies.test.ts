import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import test, { after, before, describe } from 'node:test'
import { z } from 'zod'
import { inBase64, jsonParts, lengthOf, written } from '../../src/kernel/in-base64.ts'
import { defineRoute } from '../../src/operation/route.ts'
import { startTestService, type TestService } from '../support/service.ts'

async function text(parts: readonly (string | Uint8Array)[]): Promise<string> {
  return Buffer.concat(await Array.fromAsync(written(parts))).toString()
}

test('bytes in base64 are the same JSON in pieces as at once', async () => {
  for (const size of [0, 1, 2, 1000, 49_152, 196_607, 196_608, 196_609, 1_000_001]) {
    const [picture, other] = [randomBytes(size), randomBytes(60_000)]
    const reply = { before: 'ä"', image: { picture: inBase64(picture), width: 1 }, other: inBase64(other), last: [1] }
    const plain = {
      ...reply,
      image: { picture: picture.toString('base64'), width: 1 },
      other: other.toString('base64'),
    }
    const parts = jsonParts(reply)
    assert.equal(await text(parts), JSON.stringify(plain), String(size))
    assert.equal(lengthOf(parts), Buffer.byteLength(JSON.stringify(plain)))
    assert.equal(JSON.stringify(reply), JSON.stringify(plain), 'whoever does not know of pieces gets the text')
  }
})

test('large bytes are never made text of at once', () => {
  const picture = randomBytes(60_000)
  assert.ok(jsonParts({ picture: inBase64(picture) }).includes(picture))
  assert.equal(jsonParts({ picture: inBase64(picture.subarray(0, 1000)) }).length, 1)
})

test('between two pieces everything else has its turn', async () => {
  let [turns, running] = [0, true]
  const count = () => {
    turns++
    if (running) setImmediate(count)
  }
  count()
  const pieces = await Array.fromAsync(written([randomBytes(5_000_000)]))
  running = false
  assert.ok(pieces.length > 20)
  assert.ok(turns >= pieces.length, `${turns} turns for ${pieces.length} pieces`)
})

describe('a large picture over the wire', () => {
  const picture = randomBytes(3_000_000)
  let service: TestService
  before(async () => {
    const large = defineRoute({
      method: 'POST',
      path: '/api/probe/large',
      group: 'measure',
      summary: 'Answers with a large picture.',
      auth: 'none',
      input: z.strictObject({}),
      output: z.object({ picture: z.string(), after: z.string() }),
      handle: () => ({ picture: inBase64(picture), after: 'ü' }),
    })
    service = await startTestService({}, { extraRoutes: [large] })
  })
  after(() => service.stop())

  test('arrives whole, with its length told before', async () => {
    const { status, headers, body } = await service.post('/api/probe/large', {})
    assert.equal(status, 200)
    assert.equal(headers.get('content-type'), 'application/json; charset=utf-8')
    assert.equal(Number(headers.get('content-length')), Buffer.byteLength(JSON.stringify(body)))
    assert.deepEqual(body, { picture: picture.toString('base64'), after: 'ü' })
  })

  test('whoever goes away in the middle leaves the service as it was', async () => {
    const leaving = new AbortController()
    const init = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' }, signal: leaving.signal }
    const reply = await fetch(`${service.url}/api/probe/large`, init)
    await reply.body!.getReader().read()
    leaving.abort()
    assert.equal((await service.post('/api/probe/large', {})).body.after, 'ü')
  })
})
