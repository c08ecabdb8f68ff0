import assert from 'node:assert/strict'
import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
before(async () => {
  service = await startTestService()
})
after(() => service.stop())

const DOCUMENT = '/api/public-docs/openapi'

/** The compressed bytes as they came; fetch would unpack them. */
async function untouched(path: string) {
  const { promise, resolve } = Promise.withResolvers<IncomingMessage>()
  get(service.url + path, { headers: { 'accept-encoding': 'gzip' } }, resolve)
  const reply = await promise
  return { headers: reply.headers, bytes: await buffer(reply) }
}

describe('a reply that can be kept', () => {
  test('says for how long, and is 304 without a body while it is the same', async () => {
    const first = await service.get(DOCUMENT)
    const etag = first.headers.get('etag')!
    assert.match(etag, /^W\/"[\w-]+"$/)
    assert.equal(first.headers.get('cache-control'), 'public, max-age=300')
    const again = await service.get(DOCUMENT, { 'if-none-match': etag })
    assert.equal(again.status, 304)
    assert.equal(again.body, '')
    assert.equal(again.headers.get('etag'), etag)
    assert.equal(again.headers.get('cache-control'), 'public, max-age=300')
    assert.equal(again.headers.get('access-control-allow-origin'), '*')
  })

  test('is recognised in a list, as a strong tag and by a star', async () => {
    const etag = (await service.get(DOCUMENT)).headers.get('etag')!
    for (const tags of [`"other", ${etag}`, etag.slice(2), '*'])
      assert.equal((await service.get(DOCUMENT, { 'if-none-match': tags })).status, 304, tags)
    assert.equal((await service.get(DOCUMENT, { 'if-none-match': '"other"' })).status, 200)
  })

  test('may be a page or a key file', async () => {
    assert.match((await service.get('/docs')).headers.get('etag')!, /^W\//)
    assert.equal((await service.get('/.well-known/svc.json')).headers.get('cache-control'), 'public, max-age=60')
  })
})

describe('a reply that must not be kept', () => {
  test('is anything that changes, and every refusal', async () => {
    for (const reply of [
      await service.get('/api/health'),
      await service.post('/api/decide', {}),
      await service.get('/nowhere'),
      await service.get(`${DOCUMENT}?x=1`),
    ]) {
      assert.equal(reply.headers.get('cache-control'), 'no-store')
      assert.equal(reply.headers.get('etag'), null)
    }
  })
})

describe('compression', () => {
  const raw = async (path: string, acceptEncoding?: string) => {
    const reply = await fetch(service.url + path, {
      headers: { 'accept-encoding': acceptEncoding ?? 'identity' },
    })
    return {
      encoding: reply.headers.get('content-encoding'),
      vary: reply.headers.get('vary'),
      text: await reply.text(),
    }
  }

  test('a large reply is compressed for those who ask, and is the same reply', async () => {
    const plain = await raw(DOCUMENT)
    const packed = await raw(DOCUMENT, 'gzip')
    assert.equal(plain.encoding, null)
    assert.equal(packed.encoding, 'gzip')
    assert.equal(packed.text, plain.text)
    assert.equal(plain.vary, 'accept-encoding')
    assert.equal(packed.vary, 'accept-encoding')
  })

  test('gzip;q=0 and other encodings are not gzip', async () => {
    for (const accept of ['gzip;q=0', 'br', 'gzip; q=0.000', 'identity', 'xgzip'])
      assert.equal((await raw(DOCUMENT, accept)).encoding, null, accept)
    for (const accept of ['br, gzip', 'GZIP', '*', 'gzip;q=0.5'])
      assert.equal((await raw(DOCUMENT, accept)).encoding, 'gzip')
  })

  test('a reply of a few bytes is not worth it', async () => {
    assert.equal((await raw('/api/ready', 'gzip')).encoding, null)
  })

  test('the length in the headers is that of the bytes that travel', async () => {
    const { body } = await service.get(DOCUMENT)
    const { headers, bytes } = await untouched(DOCUMENT)
    assert.equal(headers['content-length'], String(bytes.length))
    assert.deepEqual(JSON.parse(gunzipSync(bytes).toString()), body)
  })
})
