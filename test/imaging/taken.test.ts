import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { readTaken } from '../../src/imaging/taken.ts'
import { rounds } from '../support/rounds.ts'

function picture(exif: { IFD2?: Record<string, string>; IFD3?: Record<string, string> }) {
  return sharp({ create: { width: 16, height: 16, channels: 3, background: '#678' } }).withExif(exif)
}

const MANSO = {
  GPSLatitudeRef: 'S',
  GPSLatitude: '15/1 0/1 3195/100',
  GPSLongitudeRef: 'W',
  GPSLongitude: '55/1 43/1 3675/100',
}

test('where a file says it was taken is read from JPEG, PNG and WebP', async () => {
  const file = picture({ IFD3: MANSO })
  for (const bytes of [await file.jpeg().toBuffer(), await file.png().toBuffer(), await file.webp().toBuffer()]) {
    const { position } = readTaken(bytes)
    assert.ok(Math.abs(position!.lat + 15.008875) < 1e-9 && Math.abs(position!.lng + 55.726875) < 1e-9)
  }
})

test('when it says so, with its offset where it states one', async () => {
  const at = async (tags: Record<string, string>) => readTaken(await picture({ IFD2: tags }).jpeg().toBuffer()).at
  assert.deepEqual(await at({ DateTimeOriginal: '2026:06:20 12:30:00', OffsetTimeOriginal: '+02:00' }), {
    time: '2026-06-20T10:30:00.000Z',
    hasOffset: true,
  })
  assert.deepEqual(await at({ DateTimeOriginal: '2026:06:20 12:30:00' }), {
    time: '2026-06-20T12:30:00.000Z',
    hasOffset: false,
  })
  for (const text of ['2026:13:40 12:30:00', '    :  :     :  :  ', 'last summer'])
    assert.equal(await at({ DateTimeOriginal: text }), null)
})

test('a place that cannot be, or that a camera writes when it has none, is no place', async () => {
  const position = async (tags: Record<string, string>) =>
    readTaken(
      await picture({ IFD3: { ...MANSO, ...tags } })
        .jpeg()
        .toBuffer(),
    ).position
  assert.equal(await position({ GPSLatitude: '91/1 0/1 0/1' }), null)
  assert.equal(await position({ GPSLatitude: '0/0 0/0 0/0' }), null)
  assert.equal(await position({ GPSLatitude: '0/1 0/1 0/1', GPSLongitude: '0/1 0/1 0/1' }), null)
  assert.equal(await position({ GPSLatitudeRef: 'Q' }), null)
})

test('a file without EXIF, and bytes that are no file, say nothing', async () => {
  const plain = await sharp({ create: { width: 16, height: 16, channels: 3, background: '#678' } })
    .jpeg()
    .toBuffer()
  for (const bytes of [plain, new Uint8Array(), Uint8Array.of(0xff, 0xd8, 0xff), Buffer.from('II*\0')])
    assert.deepEqual(readTaken(bytes), { position: null, at: null })
})

test('damage never throws', async () => {
  const whole = await picture({ IFD2: { DateTimeOriginal: '2026:06:20 12:30:00' }, IFD3: MANSO })
    .jpeg()
    .toBuffer()
  let state = 1
  const next = (most: number) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    return (state >>> 8) % most
  }
  for (let round = 0; round < rounds(2_000, 100_000); round++) {
    const bytes = Buffer.from(whole.subarray(0, round % 3 === 0 ? next(whole.length) : whole.length))
    for (let change = 0; change < 1 + next(6) && bytes.length > 0; change++)
      bytes[next(Math.min(400, bytes.length))] = next(256)
    const { position } = readTaken(bytes)
    if (position !== null) assert.ok(Math.abs(position.lat) <= 90 && Math.abs(position.lng) <= 180)
  }
})
