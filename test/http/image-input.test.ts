import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { encoded, FORMATS } from '../imaging/pictures.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { PROBES } from './probe-routes.ts'
import { send } from './wire.ts'

const PATH = '/api/probe/image'
let service: TestService
let jpeg: Buffer
before(async () => {
  service = await startTestService({}, { extraRoutes: [PROBES.image] })
  jpeg = await encoded('jpeg')
})
after(() => service.stop())

const raw = (body: Uint8Array, type = 'image/jpeg', query = '') =>
  send(service.url, { method: 'POST', path: PATH + query, headers: [['Content-Type', type]], body })
const given = (body: Record<string, unknown>, query = '') => service.post(PATH + query, body)

describe('a picture comes in', () => {
  for (const format of FORMATS)
    test(`as a raw ${format} body`, async () => {
      const bytes = await encoded(format)
      const { status, body } = await raw(bytes, `image/${format}`)
      assert.equal(status, 200, JSON.stringify(body))
      assert.deepEqual(body, {
        width: 64,
        height: 48,
        sha256: hash('sha256', bytes, 'hex'),
        media_type: `image/${format}`,
        overlay: false,
        floor: 0.5,
      })
    })

  test('as base64, bare or after data:, and is the same picture', async () => {
    const base64 = jpeg.toString('base64')
    for (const image_base64 of [base64, `data:image/jpeg;base64,${base64}`]) {
      const { status, body } = await given({ image_base64 })
      assert.equal(status, 200)
      assert.equal(body.sha256, hash('sha256', jpeg, 'hex'))
    }
  })

  test('under a wrong image type: the bytes decide what it is', async () => {
    assert.equal((await raw(jpeg, 'image/png')).body.media_type, 'image/jpeg')
    assert.equal(
      (await given({ image_base64: `data:image/gif;base64,${jpeg.toString('base64')}` })).body.media_type,
      'image/jpeg',
    )
  })
})

describe('options', () => {
  test('stand in the query beside a raw body', async () => {
    const { body } = await raw(jpeg, 'image/jpeg', '?overlay=1&floor=0.25')
    assert.deepEqual([body.overlay, body.floor], [true, 0.25])
  })

  test('stand in the body or in the query beside base64', async () => {
    const image_base64 = jpeg.toString('base64')
    assert.equal((await given({ image_base64, overlay: true })).body.overlay, true)
    assert.equal((await given({ image_base64 }, '?overlay=true')).body.overlay, true)
  })

  const faulty: [string, string, RegExp][] = [
    ['an unknown one', '?overlays=1', /overlays: no such query member/],
    ['one out of range', '?floor=2', /floor/],
    ['one of another kind', '?overlay=yes', /overlay/],
  ]
  for (const [name, query, reason] of faulty)
    test(`${name} in the query is 400`, async () => {
      const { status, body } = await raw(jpeg, 'image/jpeg', query)
      assert.equal(status, 400)
      assert.match(body.reason, reason)
    })

  test('given in the query and in the body are 400', async () => {
    const { status, body } = await given({ image_base64: jpeg.toString('base64'), overlay: true }, '?overlay=true')
    assert.equal(status, 400)
    assert.match(body.reason, /overlay: given both in the query and in the body/)
  })
})

describe('a picture is refused', () => {
  const refused = async (
    reply: { status: number; body: { error: string; reason: string; fix: { do: string } } },
    error: string,
  ) => {
    assert.equal(reply.body.error, error, reply.body.reason)
    assert.equal(reply.status, error === 'image_too_large' || error === 'too_large' ? 413 : 400)
    assert.ok(reply.body.fix.do.length > 10)
    return reply.body
  }

  test('when there is none, with a body that works', async () => {
    const { fix } = (await refused(await given({ overlay: true }), 'image_missing')) as { fix: { body?: object } }
    assert.equal((await given(fix.body as Record<string, unknown>)).status, 200)
  })

  test('when there are two', async () => {
    await refused(await given({ image_base64: 'AAAA', image_url: 'https://example.com/a.jpg' }), 'image_ambiguous')
    await refused(await raw(jpeg, 'image/jpeg', `?image_base64=AAAA`), 'image_ambiguous')
  })

  test('when it is empty', async () => {
    await refused(await raw(Buffer.alloc(0)), 'empty_body')
    await refused(await given({ image_base64: '' }), 'image_undecodable')
  })

  test('when it is HEIC, with the way to JPEG', async () => {
    const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0mif1heic'), Buffer.alloc(64)])
    assert.match((await refused(await raw(heic, 'image/heic'), 'image_undecodable')).fix.do, /JPEG/)
  })

  test('when it is cut short, in the header or in the pixels', async () => {
    await refused(await raw(jpeg.subarray(0, 40)), 'image_undecodable')
    await refused(await raw(jpeg.subarray(0, jpeg.length - 200)), 'image_undecodable')
    await refused(
      await given({ image_base64: jpeg.subarray(0, jpeg.length >> 1).toString('base64') }),
      'image_undecodable',
    )
  })

  test('when it is no picture at all', async () => {
    await refused(await raw(Buffer.from('<html></html>')), 'image_undecodable')
    await refused(
      await raw(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml'),
      'image_undecodable',
    )
  })

  test('when its base64 is none', async () => {
    for (const image_base64 of ['????', 'AAA', 'data:text/plain;base64,AAAA', 'data:image/png,AAAA', 'AA-_'])
      await refused(await given({ image_base64 }), 'image_undecodable')
  })

  test('when its header claims more pixels than are read, before one is decoded', async () => {
    const png = await encoded('png')
    png.writeUInt32BE(65_500, 16)
    png.writeUInt32BE(65_500, 20)
    await refused(await raw(png, 'image/png'), 'image_too_large')
  })

  test('when it has more than 20 MB', async () => {
    await refused(await raw(Buffer.concat([jpeg, Buffer.alloc(20_000_001 - jpeg.length)])), 'image_too_large')
    await refused(await raw(Buffer.alloc(28 * 1024 ** 2 + 1)), 'too_large')
  })

  test('when its type is no image and no JSON', async () => {
    const { status, body } = await raw(jpeg, 'application/octet-stream')
    assert.equal(status, 415)
    assert.match(body.fix.do, /image\/jpeg/)
  })

  for (const url of [
    'http://example.com/a.jpg',
    'file:///etc/passwd',
    'https://127.0.0.1/a.jpg',
    'https://localhost/a.jpg',
    'https://[::1]/a.jpg',
    'https://169.254.169.254/latest/meta-data',
    'https://2130706433/a.jpg',
    'https://user@example.com/a.jpg',
    'https://example.com:8443/a.jpg',
    'not an address',
    '',
  ])
    test(`when its address is ${JSON.stringify(url)}`, async () => {
      await refused(await given({ image_url: url }), 'image_url_refused')
    })
})
