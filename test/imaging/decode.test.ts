import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import sharp from 'sharp'
import { decode, type Pixels } from '../../src/imaging/decode.ts'
import { readImage } from '../../src/imaging/input.ts'
import { Refusal } from '../../src/kernel/refusal.ts'
import { needsShared, sharedData } from '../support/needs.ts'
import { encoded, FORMATS, picture, pixels } from './pictures.ts'

async function decoded(bytes: Uint8Array, options?: { maxDimension?: number }): Promise<Pixels> {
  const fetchImage = () => Promise.reject(new Error('nothing is fetched here'))
  return decode(await readImage({ raw: { bytes, mediaType: 'image/jpeg' }, fetchImage }), options)
}

function undecodable(error: unknown): boolean {
  assert.ok(error instanceof Refusal, String(error))
  assert.equal(error.code, 'image_undecodable')
  assert.ok(error.fix?.do)
  return true
}

test('a lossless picture decodes to the very pixels it was made of', async () => {
  for (const bytes of [
    await picture(64, 48).png().toBuffer(),
    await picture(64, 48).webp({ lossless: true }).toBuffer(),
  ]) {
    const { width, height, data } = await decoded(bytes)
    assert.deepEqual([width, height], [64, 48])
    assert.ok(Buffer.from(data).equals(pixels(64, 48)))
  }
})

test('the same bytes give the same pixels each time, scaled or not', async () => {
  for (const format of FORMATS) {
    const bytes = await encoded(format, 200, 150)
    for (const options of [{}, { maxDimension: 64 }]) {
      const [first, second] = [await decoded(bytes, options), await decoded(bytes, options)]
      assert.ok(Buffer.from(first.data).equals(second.data), format)
      assert.equal(first.data.length, first.width * first.height * 3)
    }
  }
})

test('grey, CMYK, 16 bits, palettes and transparency all become three bytes of sRGB', async () => {
  const grey = await sharp({ create: { width: 2, height: 2, channels: 3, background: '#808080' } })
    .greyscale()
    .png()
    .toBuffer()
  assert.deepEqual([...(await decoded(grey)).data], Array(12).fill(128))
  const deep = await picture(8, 8).toColourspace('rgb16').png().toBuffer()
  assert.equal((await decoded(deep)).data.length, 192)
  const cmyk = await picture(8, 8).toColourspace('cmyk').jpeg().toBuffer()
  assert.equal((await decoded(cmyk)).data.length, 192)
  const palette = await picture(8, 8).png({ palette: true }).toBuffer()
  assert.equal((await decoded(palette)).data.length, 192)
  const clear = await sharp({
    create: { width: 1, height: 1, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0 } },
  })
    .png()
    .toBuffer()
  assert.deepEqual([...(await decoded(clear)).data], [255, 255, 255])
})

test('a picture on its side comes upright', async () => {
  const bytes = await picture(40, 30).withMetadata({ orientation: 6 }).png().toBuffer()
  const { width, height, data } = await decoded(bytes)
  assert.deepEqual([width, height], [30, 40])
  // Turned by 90° clockwise, the top right corner is the first pixel that was stored.
  const stored = pixels(40, 30)
  assert.deepEqual([...data.subarray(3 * 29, 3 * 30)], [...stored.subarray(0, 3)])
})

test('of an animation, the first frame is decoded', async () => {
  const frames = ['#ff0000', '#0000ff'].map((background) =>
    sharp({ create: { width: 6, height: 4, channels: 3, background } })
      .png()
      .toBuffer(),
  )
  const animation = sharp(await Promise.all(frames), { join: { animated: true } })
  for (const bytes of [
    await animation.clone().gif().toBuffer(),
    await animation.clone().webp({ lossless: true }).toBuffer(),
  ]) {
    const { width, height, data } = await decoded(bytes)
    assert.deepEqual([width, height, ...data.subarray(0, 3)], [6, 4, 255, 0, 0])
  }
})

test('the longer edge is brought down to what is asked, never up', async () => {
  const bytes = await encoded('jpeg', 200, 100)
  const size = async (maxDimension: number) => {
    const { width, height } = await decoded(bytes, { maxDimension })
    return [width, height]
  }
  assert.deepEqual(await size(50), [50, 25])
  assert.deepEqual(await size(33), [33, 17])
  assert.deepEqual(await size(1), [1, 1])
  assert.deepEqual(await size(500), [200, 100])
})

for (const format of FORMATS)
  test(`${format}: cut at every tenth, and just before the end, it is refused and never half decoded`, async () => {
    const whole = await encoded(format, 256, 192)
    assert.equal((await decoded(whole)).width, 256)
    const lengths = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((tenth) => Math.floor((whole.length * tenth) / 10))
    for (const length of [...lengths, whole.length - 50])
      await assert.rejects(decoded(whole.subarray(0, length)), undecodable, `${format} at ${length}`)
  })

test('a JPEG whose scan was overwritten is refused', async () => {
  const bytes = await encoded('jpeg', 256, 192)
  bytes.fill(0xff, bytes.length >> 1, (bytes.length >> 1) + 40)
  await assert.rejects(decoded(bytes), undecodable)
})

test('a PNG with one bit changed in its pixels is refused', async () => {
  const bytes = await encoded('png', 64, 48)
  const at = bytes.indexOf('IDAT') + 200
  bytes[at] = bytes[at]! ^ 1
  await assert.rejects(decoded(bytes), undecodable)
})

test('pixels of another shape than the header announced are refused', async () => {
  const image = { bytes: await encoded('png', 40, 30), media_type: 'image/png' as const }
  for (const [width, height] of [
    [30, 40],
    [60, 20],
    [40, 31],
  ] as const) {
    await assert.rejects(decode({ ...image, width, height }), undecodable)
    if (height !== 31) await assert.rejects(decode({ ...image, width, height }, { maxDimension: 10 }), undecodable)
  }
})

test('a header that promises more than the decoder may take is refused by the decoder too', async () => {
  const image = { bytes: await encoded('png', 400, 300), media_type: 'image/png' as const }
  await assert.rejects(decode({ ...image, width: 10, height: 10 }), undecodable)
})

test('the photographs at hand all decode', needsShared('photos'), async () => {
  for (const folder of ['photos/bananas', 'photos/boxes', 'photos/coco', 'cameras'])
    for (const name of readdirSync(join(sharedData, folder))
      .filter((name) => /\.(jpg|png)$/.test(name))
      .slice(0, 4)) {
      const { width, height, data } = await decoded(readFileSync(join(sharedData, folder, name)))
      assert.equal(data.length, width * height * 3, name)
    }
})
