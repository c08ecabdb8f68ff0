import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { after, test } from 'node:test'
import sharp from 'sharp'
import { readImage } from '../../src/imaging/input.ts'
import type { DecodedImage } from '../../src/work/jobs/decode-image.ts'
import { createPool } from '../../src/work/pool.ts'

const pool = createPool({ workers: 1, queueLimit: 4, perAddressFairness: true })
after(() => pool.close(1_000))

async function jpeg(): Promise<Buffer> {
  return sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
    .withMetadata({ orientation: 8 })
    .jpeg()
    .toBuffer()
}

function read(bytes: Uint8Array) {
  const fetchImage = () => Promise.reject(new Error('nothing is fetched here'))
  return readImage({ raw: { bytes, mediaType: 'image/jpeg' }, fetchImage })
}

test('a picture is decoded in a worker, upright', async () => {
  const image = await read(await jpeg())
  const sha256 = hash('sha256', image.bytes, 'hex')
  const decoded = await pool.run<DecodedImage>('decode-image', image, { transferList: [image.bytes] })
  assert.deepEqual(decoded, { width: 30, height: 40, sha256 })
})

test('a picture that is cut short is refused from within the worker', async () => {
  const whole = await jpeg()
  const image = await read(whole.subarray(0, whole.length - 20))
  await assert.rejects(pool.run('decode-image', image), { name: 'Refusal', code: 'image_undecodable' })
})
