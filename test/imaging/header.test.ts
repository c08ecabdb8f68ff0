import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import fc from 'fast-check'
import sharp from 'sharp'
import { readHeader } from '../../src/imaging/header.ts'
import { needsShared, sharedData } from '../support/needs.ts'
import { rounds } from '../support/rounds.ts'
import { encoded, FORMATS, picture } from './pictures.ts'

const MEDIA_TYPES = { jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp', avif: 'image/avif', gif: 'image/gif' }

async function assertAgrees(bytes: Buffer, what: string): Promise<void> {
  const header = readHeader(bytes)
  const { autoOrient } = await sharp(bytes).metadata()
  assert.ok(header.kind === 'image', `${what}: ${JSON.stringify(header)}`)
  assert.deepEqual([header.width, header.height], [autoOrient.width, autoOrient.height], what)
}

for (const format of FORMATS)
  test(`${format}: type and size agree with the decoder's, from one pixel to thousands`, async () => {
    for (const [width, height] of [
      [1, 1],
      [17, 300],
      [300, 17],
      [2049, 3],
    ] as const) {
      const bytes = await encoded(format, width, height)
      const header = readHeader(bytes)
      assert.deepEqual(header, { kind: 'image', media_type: MEDIA_TYPES[format], width, height, orientation: 1 })
      await assertAgrees(bytes, `${format} ${width} x ${height}`)
    }
  })

for (const format of ['jpeg', 'png', 'webp', 'avif'] as const)
  test(`${format}: all eight orientations turn the size as the decoder turns the picture`, async () => {
    for (let orientation = 1; orientation <= 8; orientation++) {
      const bytes = await picture(40, 30).withMetadata({ orientation }).toFormat(format).toBuffer()
      await assertAgrees(bytes, `${format} orientation ${orientation}`)
    }
  })

test('every way JPEG and WebP are written is read: progressive, grey, CMYK, lossless, with alpha, animated', async () => {
  const variants = {
    progressive: picture(50, 20).jpeg({ progressive: true }),
    grey: picture(50, 20).greyscale().jpeg(),
    cmyk: picture(50, 20).toColourspace('cmyk').jpeg(),
    'with a profile': picture(50, 20).withIccProfile('p3').jpeg(),
    lossless: picture(50, 20).webp({ lossless: true }),
    'with alpha': picture(50, 20).ensureAlpha(0.5).webp(),
    'interlaced png': picture(50, 20).png({ progressive: true }),
    'palette png': picture(50, 20).png({ palette: true }),
    '16 bit png': picture(50, 20).toColourspace('rgb16').png(),
  }
  for (const [what, variant] of Object.entries(variants)) {
    const bytes = await variant.toBuffer()
    const header = readHeader(bytes)
    assert.deepEqual(header.kind === 'image' && [header.width, header.height], [50, 20], what)
    await assertAgrees(bytes, what)
  }
  const frames = [picture(30, 20), picture(30, 20).negate()].map((frame) => frame.png().toBuffer())
  const animation = sharp(await Promise.all(frames), { join: { animated: true } })
  await assertAgrees(await animation.clone().webp().toBuffer(), 'animated webp')
  await assertAgrees(await animation.clone().gif().toBuffer(), 'animated gif')
})

test('the photographs at hand have the sizes the decoder finds', needsShared('photos'), async () => {
  let compared = 0
  for (const folder of ['photos/bananas', 'photos/boxes', 'photos/coco', 'cameras'])
    for (const name of readdirSync(join(sharedData, folder)).filter((name) => /\.(jpg|png)$/.test(name))) {
      await assertAgrees(readFileSync(join(sharedData, folder, name)), name)
      compared++
    }
  assert.ok(compared >= 30)
})

/** A JPEG of a start, the given segments and the head of a scan. */
function jpeg(...segments: [marker: number, ...content: number[]][]): Uint8Array {
  const parts = [...segments, [0xda, 1, 2, 3] as [number, ...number[]]].flatMap(([marker, ...content]) => [
    0xff,
    marker,
    (content.length + 2) >> 8,
    (content.length + 2) & 255,
    ...content,
  ])
  return Uint8Array.from([0xff, 0xd8, ...parts])
}

const frame = (marker: number): [number, ...number[]] => [marker, 8, 0, 3, 0, 5, 1, 1, 0x11, 0]

test('all kinds of JPEG frame give the size, tables that look like frames do not', () => {
  for (const marker of [0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf]) {
    const header = readHeader(jpeg([0xc4, 0, 9, 0, 9, 0, 9, 9], frame(marker)))
    assert.deepEqual(header.kind === 'image' && [header.width, header.height], [5, 3], marker.toString(16))
  }
  for (const marker of [0xc4, 0xc8, 0xcc]) assert.equal(readHeader(jpeg(frame(marker))).kind, 'unreadable')
})

test('a header of 29 bytes may claim 65500 x 65500, and is told as such without a decoder', () => {
  const claim = jpeg([0xc0, 8, 0xff, 0xdc, 0xff, 0xdc, 3, 1, 0x11, 0, 2, 0x11, 1, 3, 0x11, 1])
  const header = readHeader(claim)
  assert.deepEqual(header.kind === 'image' && [header.width, header.height], [65500, 65500])
})

const text = (value: string) => Buffer.from(value, 'latin1')
const fileOf = (brand: string, ...others: string[]) =>
  Buffer.concat([Buffer.from([0, 0, 0, 16 + 4 * others.length]), text(`ftyp${brand}\0\0\0\0${others.join('')}`)])

test('known formats that are not read are told by name', () => {
  const cases: [Uint8Array, string][] = [
    [fileOf('heic', 'mif1'), 'HEIC'],
    [fileOf('mif1', 'heic'), 'HEIC'],
    [fileOf('heix'), 'HEIC'],
    [fileOf('isom', 'mp41'), 'MP4 or QuickTime video'],
    [text('II*\0\x08\0\0\0'), 'TIFF'],
    [text('MM\0*\0\0\0\x08'), 'TIFF'],
    [text('BM\x3a\0\0\0\0\0'), 'BMP'],
    [text('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'SVG'],
    [text('\xef\xbb\xbf<?xml version="1.0"?>\n<svg/>'), 'SVG'],
    [text('<?xml version="1.0"?><feed/>'), 'XML'],
    [text('\n<!DOCTYPE html><html></html>'), 'HTML'],
    [text('%PDF-1.7\n'), 'PDF'],
    [text('8BPS\0\x01'), 'Photoshop'],
    [text('\xff\x0a\0\0'), 'JPEG XL'],
    [text('\0\0\0\x0cJXL \r\n\x87\n'), 'JPEG XL'],
    [text('\0\0\0\x0cjP  \r\n\x87\n'), 'JPEG 2000'],
    [text('\0\0\x01\0\x01\0'), 'ICO'],
    [text('\x1f\x8b\x08'), 'gzip'],
    [text('PK\x03\x04'), 'ZIP'],
    [text('RIFF\0\0\0\0AVI '), 'AVI video'],
    [text('\x1a\x45\xdf\xa3'), 'Matroska or WebM video'],
  ]
  for (const [bytes, format] of cases) assert.deepEqual(readHeader(bytes), { kind: 'unsupported', format })
})

test('what is empty, unknown, cut or contradictory is unreadable, each by its name', () => {
  const why = (bytes: Uint8Array) => {
    const header = readHeader(bytes)
    return header.kind === 'unreadable' ? header.why : header.kind
  }
  assert.equal(why(new Uint8Array()), 'empty')
  assert.equal(why(text('hello, world')), 'unknown_format')
  assert.equal(why(text('\xff\xd8\xff')), 'truncated')
  assert.equal(why(text('\x89PNG\r\n\x1a\n')), 'truncated')
  assert.equal(why(text('GIF89a')), 'truncated')
  assert.equal(why(text('RIFF\0\0\0\0WEBP')), 'truncated')
  assert.equal(why(fileOf('avif')), 'malformed')
  assert.equal(why(jpeg()), 'malformed')
  assert.equal(why(jpeg([0xc0, 8, 0, 0, 0, 5, 1, 1, 0x11, 0])), 'malformed')
  assert.equal(why(jpeg(frame(0xc0), frame(0xc0))), 'malformed')
  assert.equal(why(text('\xff\xd8\xff\xe0\0\0')), 'malformed')
  assert.equal(why(text('\xff\xd8\xff\xd9\0\0')), 'malformed')
  assert.equal(why(text(`\x89PNG\r\n\x1a\n\0\0\0\x0dIDAT${'\0'.repeat(40)}`)), 'malformed')
  assert.equal(why(text(`RIFF\0\0\0\0WEBPVP8 \0\0\0\0${'\x01'.repeat(20)}`)), 'malformed')
  assert.equal(why(text(`GIF89a\x05\0\x05\0\0\0\0\x3b`)), 'malformed')
})

test('a GIF whose screen is smaller than its frame, or only a monitor, has the size it decodes to', async () => {
  const gif = await encoded('gif', 40, 30)
  for (const [width, height] of [
    [640, 480],
    [100, 90],
    [1, 1],
    [0, 0],
    [3000, 10],
    [65500, 65500],
  ] as const) {
    gif.writeUInt16LE(width, 6)
    gif.writeUInt16LE(height, 8)
    await assertAgrees(gif, `screen ${width} x ${height}`)
  }
})

test('an AVIF that prescribes a crop has the size of what is left', async () => {
  const cropped = withCrop(await encoded('avif', 64, 48), 40, 30)
  const header = readHeader(cropped)
  assert.deepEqual(header.kind === 'image' && [header.width, header.height], [40, 30])
  const { info } = await sharp(cropped).raw().toBuffer({ resolveWithObject: true })
  assert.deepEqual([info.width, info.height], [40, 30])
})

/** Adds a centred clean aperture to the one item of an AVIF: a property, its association, and all sizes around them. */
function withCrop(avif: Buffer, width: number, height: number): Buffer {
  const crop = Buffer.alloc(40)
  crop.writeUInt32BE(40, 0)
  crop.write('clap', 4)
  for (const [i, value] of [width, 1, height, 1, 0, 1, 0, 1].entries()) crop.writeUInt32BE(value, 8 + 4 * i)
  const grown = Buffer.from(avif)
  const box = (kind: string) => grown.indexOf(kind) - 4
  const grow = (at: number, by: number) => grown.writeUInt32BE(grown.readUInt32BE(at) + by, at)
  const [ipco, ipma] = [box('ipco'), box('ipma')]
  const end = ipma + grown.readUInt32BE(ipma)
  for (const kind of ['meta', 'iprp']) grow(box(kind), crop.length + 1)
  grow(ipco, crop.length)
  grow(ipma, 1)
  grow(box('iloc') + 20, crop.length + 1)
  const associations = ipma + 18
  const fourth = grown[associations]! + 1
  grown[associations] = fourth
  const property = Buffer.from([0x80 | fourth])
  return Buffer.concat([grown.subarray(0, ipma), crop, grown.subarray(ipma, end), property, grown.subarray(end)])
}

test('random bytes, with and without a true beginning, never throw and never hang', () => {
  const openings = [
    '',
    '\xff\xd8\xff',
    '\xff\xd8\xff\xe1\0\x40Exif\0\0II*\0\x08\0\0\0',
    '\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR',
    'GIF89a',
    'RIFF\0\0\0\0WEBPVP8X',
    'RIFF\0\0\0\0WEBPVP8 ',
    'RIFF\0\0\0\0WEBPVP8L',
    '\0\0\0\x10ftypavif\0\0\0\0',
    '\0\0\0\x10ftypavif\0\0\0\0\0\0\0\0meta\0\0\0\0',
    '\0\0\0\x10ftypavif\0\0\0\0\0\0\0\x01meta',
  ]
  fc.assert(
    fc.property(fc.constantFrom(...openings), fc.uint8Array({ maxLength: 200 }), (opening, rest) => {
      const header = readHeader(Buffer.concat([text(opening), rest]))
      assert.ok(['image', 'unsupported', 'unreadable'].includes(header.kind))
    }),
    { numRuns: rounds(3_000, 300_000), seed: 5 },
  )
})

test('true headers cut anywhere or with any byte changed never throw, and a cut one never gains pixels', async () => {
  for (const format of FORMATS) {
    const whole = await picture(40, 30).withMetadata({ orientation: 6 }).toFormat(format).toBuffer()
    const full = readHeader(whole)
    const end = Math.min(whole.length, 3_000)
    for (let length = 0; length < end; length++) {
      const cut = readHeader(whole.subarray(0, length))
      if (cut.kind === 'image') assert.deepEqual(cut, full, `${format} cut at ${length}`)
    }
    fc.assert(
      fc.property(fc.nat(end - 1), fc.nat(255), fc.nat(end - 1), fc.nat(255), (at, value, at2, value2) => {
        const changed = Buffer.from(whole)
        changed[at] = value
        changed[at2] = value2
        readHeader(changed)
      }),
      { numRuns: rounds(500, 50_000), seed: 13 },
    )
  }
})

test('a header is read from where the bytes begin, not from where their buffer does', async () => {
  const png = await encoded('png', 7, 9)
  const shifted = Buffer.concat([Buffer.alloc(3), png, Buffer.alloc(3)]).subarray(3, 3 + png.length)
  assert.deepEqual(readHeader(shifted), readHeader(png))
})
