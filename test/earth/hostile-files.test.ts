import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { describe } from 'node:test'
import type { Bytes } from '../../src/earth/raster/bytes.ts'
import { readHeader } from '../../src/earth/raster/header.ts'
import { unpackLzw } from '../../src/earth/raster/lzw.ts'
import { readBlock } from '../../src/earth/raster/raster.ts'
import { Unreadable } from '../../src/earth/unreadable.ts'
import { freshFolder } from '../store/fresh.ts'
import { drawGeoTiff } from '../support/geotiff.ts'
import { needsCommand } from '../support/needs.ts'
import { rounds } from '../support/rounds.ts'
import { random } from './random.ts'

function bytesOf(file: Uint8Array): Bytes & { ranges: number } {
  const bytes = {
    name: 'file.tif',
    ranges: 0,
    async range(offset: number, length: number, orLess = false) {
      bytes.ranges += 1
      const piece = file.subarray(offset, offset + length)
      if (piece.length < length && !orLess) throw new Unreadable('cut_short', 'too short')
      return piece
    },
  }
  return bytes
}

const drawn = (changes = {}) =>
  drawGeoTiff({
    west: 0,
    north: 10,
    pixel: 0.1,
    width: 50,
    height: 50,
    value: (row, col) => (row * col) % 101,
    ...changes,
  })

describe('a file that is not what it should be', () => {
  test('is read or is Unreadable, whatever bytes of it were changed, and costs few requests', async () => {
    const next = random(11)
    const files = [drawn(), drawn({ block: -3, compression: 'none', predictor: true }), drawn({ tablesLast: true })]
    for (let round = 0; round < rounds(600, 20_000); round++) {
      const file = Uint8Array.from(files[round % files.length]!)
      // Half of the changes hit the header, where they do most.
      const changes = 1 + Math.floor(next() * 4)
      for (let n = 0; n < changes; n++)
        file[Math.floor(next() * (next() < 0.5 ? 400 : file.length))] = Math.floor(next() * 256)
      const cut = next() < 0.2 ? file.subarray(0, Math.floor(next() * file.length)) : file
      const bytes = bytesOf(cut)
      try {
        const header = await readHeader(bytes)
        assert.ok(bytes.ranges <= 9)
        for (let index = 0; index < Math.min(4, header.offsets.length); index++) await readBlock(header, index, bytes)
      } catch (error) {
        assert.ok(error instanceof Unreadable, String((error as Error).stack))
      }
    }
  })

  test('says what is wrong with it', async () => {
    const cases: [Uint8Array, RegExp][] = [
      [Buffer.from('<html>not found</html>'), /no GeoTIFF/],
      [new Uint8Array(), /no GeoTIFF/],
      [drawn({ pixel: 0 }), /no size/],
      [withTag(drawn(), 277, 3), /3 bands/],
      [withTag(drawn(), 259, 7), /compression 7/],
      [withTag(drawn(), 317, 3), /predictor 3/],
      [withTag(drawn(), 258, 32), /32 bits/],
      [withTag(drawn(), 256, 5_000), /do not cover/],
      [withTag(drawn(), 322, 0), /no pixels|do not cover|too many/],
    ]
    for (const [file, message] of cases)
      await assert.rejects(readHeader(bytesOf(file)), { name: 'Unreadable', message })
  })
})

function withTag(tiff: Uint8Array, tag: number, value: number): Uint8Array {
  const file = Buffer.from(tiff)
  for (let entry = 10; entry < 10 + file.readUInt16LE(8) * 12; entry += 12)
    if (file.readUInt16LE(entry) === tag) file.writeUInt32LE(value, entry + 8)
  return file
}

describe('files that gdal writes', needsCommand('gdal_translate'), () => {
  for (const options of [
    ['COMPRESS=LZW'],
    ['COMPRESS=LZW', 'PREDICTOR=2', 'TILED=YES', 'BLOCKXSIZE=32', 'BLOCKYSIZE=48'],
    ['COMPRESS=DEFLATE', 'PREDICTOR=2'],
    ['COMPRESS=DEFLATE', 'BIGTIFF=YES', 'TILED=YES', 'BLOCKXSIZE=64', 'BLOCKYSIZE=64'],
    ['ENDIANNESS=BIG'],
    ['COMPRESS=LZW', 'BLOCKYSIZE=1'],
  ])
    test(`${options.join(', ')}`, (t) => comparesWith(t, options, 8))

  test('of 16 bits, in either order of bytes', async (t) => {
    for (const options of [
      ['COMPRESS=DEFLATE', 'PREDICTOR=2'],
      ['COMPRESS=LZW', 'PREDICTOR=2', 'ENDIANNESS=BIG'],
    ])
      await comparesWith(t, options, 16)
  })

  async function comparesWith(t: { after(end: () => void): void }, options: string[], bits: 8 | 16) {
    const folder = freshFolder(t as never)
    const next = random(5)
    const [width, height] = [130, 97]
    const values = Array.from({ length: width * height }, (_, index) =>
      index % 7 === 0 ? Math.floor(next() * 2 ** bits) : 40,
    )
    const raw = bits === 8 ? Buffer.from(values) : Buffer.from(Uint16Array.from(values).buffer)
    writeFileSync(join(folder, 'plain.raw'), raw)
    writeFileSync(
      join(folder, 'plain.vrt'),
      `<VRTDataset rasterXSize="${width}" rasterYSize="${height}"><SRS>EPSG:4326</SRS><GeoTransform>5,0.01,0,50,0,-0.01</GeoTransform><VRTRasterBand dataType="${bits === 8 ? 'Byte' : 'UInt16'}" band="1" subClass="VRTRawRasterBand"><SourceFilename relativetoVRT="1">plain.raw</SourceFilename><ByteOrder>LSB</ByteOrder></VRTRasterBand></VRTDataset>`,
    )
    const out = join(folder, 'out.tif')
    const words = options.flatMap((option) => ['-co', option])
    execFileSync('gdal_translate', ['-q', '-of', 'GTiff', ...words, join(folder, 'plain.vrt'), out])
    const bytes = bytesOf(readFileSync(out))
    const header = await readHeader(bytes)
    const { blockWidth, blockHeight } = header
    assert.deepEqual([header.width, header.height, header.west, header.north], [width, height, 5, 50])
    const across = Math.ceil(width / blockWidth)
    const blocks = await Promise.all(Array.from(header.offsets, (_, index) => readBlock(header, index, bytes)))
    for (let row = 0; row < height; row++)
      for (let col = 0; col < width; col++) {
        const block = blocks[Math.floor(row / blockHeight) * across + Math.floor(col / blockWidth)]!
        assert.equal(block[(row % blockHeight) * blockWidth + (col % blockWidth)], values[row * width + col])
      }
  }
})

test('LZW that is no LZW is refused, whatever it is', () => {
  const next = random(23)
  for (let round = 0; round < rounds(2_000, 100_000); round++) {
    const packed = Uint8Array.from({ length: Math.floor(next() * 300) }, () => Math.floor(next() * 256))
    try {
      assert.equal(unpackLzw(packed, 500).length, 500)
    } catch (error) {
      assert.ok(error instanceof RangeError)
    }
  }
})
