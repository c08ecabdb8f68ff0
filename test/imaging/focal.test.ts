import assert from 'node:assert/strict'
import test from 'node:test'
import sharp from 'sharp'
import { readFocalPx } from '../../src/imaging/focal.ts'

type Ifd = Record<string, string>

function picture(format: 'jpeg' | 'png' | 'webp', exif: Ifd, width = 400, height = 300): Promise<Uint8Array> {
  return sharp({ create: { width, height, channels: 3, background: '#888' } })
    .withExif({ IFD2: exif })
    .toFormat(format)
    .toBuffer()
}

const MAIN_CAMERA: Ifd = { FocalLengthIn35mmFilm: '26' }

for (const format of ['jpeg', 'png', 'webp'] as const) {
  test(`a ${format} that states 26 mm of small-image film has its focal length by the diagonal`, async () => {
    const px = readFocalPx(await picture(format, MAIN_CAMERA), 4000, 3000)
    assert.ok(Math.abs(px! - (26 / Math.hypot(36, 24)) * 5000) < 1e-9)
  })
}

test('a picture on its side, or made smaller, keeps its focal length in proportion', async () => {
  const bytes = await picture('jpeg', MAIN_CAMERA)
  assert.equal(readFocalPx(bytes, 3000, 4000), readFocalPx(bytes, 4000, 3000))
  assert.ok(Math.abs(readFocalPx(bytes, 2000, 1500)! / readFocalPx(bytes, 4000, 3000)! - 0.5) < 1e-9)
})

/** EXIF by hand, in either byte order, since a library writes the picture's size over the one given. */
function statedByCamera(tags: [tag: number, value: number | [number, number]][], little: boolean): Uint8Array {
  const entries = 38 + 12 * tags.length
  const block = new DataView(new ArrayBuffer(entries + 8 * tags.length))
  const letters = little ? [0x49, 0x49, 0x2a, 0] : [0x4d, 0x4d, 0, 0x2a]
  for (const [index, letter] of letters.entries()) block.setUint8(index, letter)
  block.setUint32(4, 8, little)
  block.setUint16(8, 1, little)
  writeEntry(10, 0x8769, 4, 26)
  block.setUint16(26, tags.length, little)
  for (const [index, [tag, value]] of tags.entries()) {
    if (typeof value === 'number') {
      writeEntry(28 + 12 * index, tag, 4, value)
      continue
    }
    writeEntry(28 + 12 * index, tag, 5, entries + 8 * index)
    block.setUint32(entries + 8 * index, value[0], little)
    block.setUint32(entries + 8 * index + 4, value[1], little)
  }
  const length = 8 + block.byteLength
  const head = [0xff, 0xd8, 0xff, 0xe1, length >> 8, length & 0xff, ...Buffer.from('Exif\0\0')]
  return new Uint8Array([...head, ...new Uint8Array(block.buffer), 0xff, 0xda])

  function writeEntry(at: number, tag: number, kind: number, value: number): void {
    block.setUint16(at, tag, little)
    block.setUint16(at + 2, kind, little)
    block.setUint32(at + 4, 1, little)
    block.setUint32(at + 8, value, little)
  }
}

test('a sensor that states its own pixels is believed where the film figure is missing', () => {
  for (const little of [true, false]) {
    const bytes = statedByCamera(
      [
        [0x920a, [50, 1]],
        [0xa20e, [2000, 1]],
        [0xa210, 3],
        [0xa002, 6000],
        [0xa003, 4000],
      ],
      little,
    )
    assert.equal(readFocalPx(bytes, 3000, 2000), 5000)
    assert.equal(readFocalPx(bytes, 2000, 2000), null)
  }
})

test('a picture that was cut out of a larger one has no focal length', async () => {
  const cropped = { ...MAIN_CAMERA, PixelXDimension: '4000', PixelYDimension: '3000' }
  assert.equal(readFocalPx(await picture('jpeg', cropped), 4000, 2000), null)
  assert.equal(readFocalPx(await picture('jpeg', MAIN_CAMERA), 4000, 2250), null)
  const zoomed = { ...MAIN_CAMERA, DigitalZoomRatio: '2/1' }
  assert.equal(readFocalPx(await picture('jpeg', zoomed), 4000, 3000), null)
})

test('a file that says nothing, or nonsense, has no focal length', async () => {
  const plain = await sharp({ create: { width: 4, height: 3, channels: 3, background: '#888' } })
    .jpeg()
    .toBuffer()
  assert.equal(readFocalPx(plain, 4, 3), null)
  assert.equal(readFocalPx(await picture('jpeg', { FocalLengthIn35mmFilm: '0' }), 4000, 3000), null)
  assert.equal(readFocalPx(new Uint8Array(0), 4, 3), null)
  assert.equal(readFocalPx(new TextEncoder().encode('GIF89a and no more'), 4, 3), null)
})

test('damage anywhere in the block never throws', async () => {
  const bytes = await picture('jpeg', { ...MAIN_CAMERA, FocalLength: '5/1' })
  for (let at = 0; at < Math.min(bytes.length, 400); at++) {
    for (const value of [0x00, 0xff]) {
      const damaged = bytes.slice()
      damaged[at] = value
      const px = readFocalPx(damaged, 4000, 3000)
      assert.ok(px === null || px > 0)
    }
    const cut = readFocalPx(bytes.slice(0, at), 4000, 3000)
    assert.ok(cut === null || cut > 0)
  }
})
