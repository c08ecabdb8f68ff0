import assert from 'node:assert/strict'
import test from 'node:test'
import { decode } from '../../src/imaging/decode.ts'
import { type GivenImage, IMAGE_LIMITS, readImage } from '../../src/imaging/input.ts'
import { EXAMPLE_IMAGE_BASE64 } from '../../src/imaging/refusals.ts'
import { Refusal, type RefusalCode } from '../../src/kernel/refusal.ts'
import { encoded, picture } from './pictures.ts'

const jpeg = await encoded('jpeg', 40, 30)
const fetchImage = async () => jpeg

function given(image: Partial<GivenImage>): Promise<unknown> {
  return readImage({ fetchImage, ...image })
}

function refusal(code: RefusalCode, status: number, reason = /./) {
  return (error: unknown) => {
    assert.ok(error instanceof Refusal, String(error))
    assert.deepEqual([error.code, error.status], [code, status])
    assert.match(error.reason, reason)
    assert.ok(error.fix?.do)
    return true
  }
}

test('each way in gives the same picture: base64, data: URL, lines, address, raw body', async () => {
  const base64 = jpeg.toString('base64')
  const lines = base64.replace(/.{76}/g, '$&\r\n')
  for (const image of [
    { image_base64: base64 },
    { image_base64: lines },
    { image_base64: `data:image/jpeg;base64,${base64}` },
    { image_base64: `data:image/jpeg;charset=utf-8;base64,${lines}` },
    { image_url: 'https://example.com/a.jpg' },
    { raw: { bytes: jpeg, mediaType: 'image/jpeg' } },
  ]) {
    const { bytes, ...rest } = (await given(image)) as { bytes: Uint8Array }
    assert.deepEqual(Buffer.from(bytes), jpeg)
    assert.deepEqual(rest, { width: 40, height: 30, media_type: 'image/jpeg' })
  }
})

test('the size is that of the upright picture', async () => {
  const bytes = await picture(40, 30).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  const { width, height } = await readImage({ fetchImage, raw: { bytes, mediaType: 'image/jpeg' } })
  assert.deepEqual([width, height], [30, 40])
})

test('a wrong declared type is no refusal: the bytes decide', async () => {
  const png = await encoded('png')
  for (const image of [
    { image_base64: `data:image/jpeg;base64,${png.toString('base64')}` },
    { raw: { bytes: png, mediaType: 'image/jpeg' } },
  ])
    assert.equal(((await given(image)) as { media_type: string }).media_type, 'image/png')
})

test('no picture is refused with a body that works', async () => {
  await assert.rejects(given({}), refusal('image_missing', 400))
  await assert.rejects(
    given({ raw: { bytes: new Uint8Array(), mediaType: 'image/jpeg' } }),
    refusal('image_missing', 400),
  )
  const example = await readImage({ fetchImage, image_base64: EXAMPLE_IMAGE_BASE64 })
  assert.deepEqual([...(await decode(example)).data], [255, 255, 255])
})

test('two pictures are refused, and both ways are named', async () => {
  const image_base64 = jpeg.toString('base64')
  const image_url = 'https://example.com/a.jpg'
  const raw = { bytes: jpeg, mediaType: 'image/jpeg' }
  await assert.rejects(
    given({ image_base64, image_url }),
    refusal('image_ambiguous', 400, /image_base64 and by image_url/),
  )
  await assert.rejects(given({ image_url, raw }), refusal('image_ambiguous', 400, /image_url and by the body/))
  await assert.rejects(given({ image_base64, image_url, raw }), refusal('image_ambiguous', 400, /3 times/))
})

test('what is not base64, or a data: URL of something else, is refused with its place', async () => {
  const undecodable = (reason: RegExp) => refusal('image_undecodable', 400, reason)
  await assert.rejects(given({ image_base64: 'AAAA AAA' }), undecodable(/character 4/))
  await assert.rejects(given({ image_base64: '' }), undecodable(/no bytes/))
  await assert.rejects(given({ image_base64: 'data:image/png;base64,' }), undecodable(/no bytes/))
  for (const url of ['data:text/plain;base64,AAAA', 'data:image/png,AAAA', 'data:,x', 'data:image/png;base64AAAA'])
    await assert.rejects(given({ image_base64: url }), undecodable(/data: URL must begin/))
})

test('what is no picture that is read here is refused, and HEIC with the way out', async () => {
  const raw = (text: string) => ({ raw: { bytes: Buffer.from(text, 'latin1'), mediaType: 'image/jpeg' } })
  await assert.rejects(given(raw('hello')), refusal('image_undecodable', 400, /not JPEG/))
  await assert.rejects(given(raw('%PDF-1.4')), refusal('image_undecodable', 400, /is PDF/))
  await assert.rejects(given(raw('\xff\xd8\xff\xe0')), refusal('image_undecodable', 400, /ends inside/))
  await assert.rejects(given(raw('\xff\xd8\xff\xd9\0\0')), refusal('image_undecodable', 400, /contradicts/))
  await assert.rejects(given(raw('\0\0\0\x14ftypheic\0\0\0\0mif1')), (error) => {
    refusal('image_undecodable', 400, /HEIC/)(error)
    assert.match((error as Refusal).fix!.do, /JPEG/)
    return true
  })
})

test('too many bytes are refused whichever way they come, base64 before it is decoded', async () => {
  const limits = { ...IMAGE_LIMITS, maxBytes: jpeg.length - 1 }
  const tooLarge = refusal('image_too_large', 413)
  await assert.rejects(given({ limits, raw: { bytes: jpeg, mediaType: 'image/jpeg' } }), tooLarge)
  await assert.rejects(given({ limits, image_url: 'https://example.com/' }), tooLarge)
  await assert.rejects(given({ limits, image_base64: jpeg.toString('base64') }), tooLarge)
  await assert.rejects(given({ limits, image_base64: '!'.repeat(2 * jpeg.length) }), tooLarge)
  assert.ok(await given({ limits: { ...IMAGE_LIMITS, maxBytes: jpeg.length }, image_base64: jpeg.toString('base64') }))
})

test('too many pixels are refused from the header, with the size that would pass', async () => {
  const png = Buffer.from(EXAMPLE_IMAGE_BASE64, 'base64')
  png.writeUInt32BE(65500, 16)
  png.writeUInt32BE(65500, 20)
  await assert.rejects(given({ image_base64: png.toString('base64') }), (error) => {
    refusal('image_too_large', 413, /65500 x 65500/)(error)
    assert.match((error as Refusal).fix!.do, /8000 x 8000/)
    return true
  })
  png.writeUInt32BE(8000, 16)
  png.writeUInt32BE(8000, 20)
  assert.ok(await given({ image_base64: png.toString('base64') }))
})

test('a refusal of the fetcher comes through as it is', async () => {
  const refused = new Refusal('image_url_refused', 'Not there.')
  await assert.rejects(
    readImage({ image_url: 'https://example.com/', fetchImage: () => Promise.reject(refused) }),
    refused,
  )
})
