import { GeoTIFF, type ImageFileDirectory } from 'geotiff'
import { Unreadable } from '../unreadable.ts'
import type { Bytes } from './bytes.ts'
import { HeaderSource } from './header-source.ts'

export type Compression = 'none' | 'lzw' | 'deflate'

/** What has to be known of a file before one of its blocks can be read. Its blocks are tiles or strips. */
export interface RasterHeader {
  width: number
  height: number
  blockWidth: number
  blockHeight: number
  bytesPerSample: 1 | 2
  compression: Compression
  horizontalPredictor: boolean
  littleEndian: boolean
  /** The outer corner of the north-west pixel, and the size of a pixel, in the units of the file's projection. */
  west: number
  north: number
  pixelWidth: number
  pixelHeight: number
  /** EPSG code of a projected file; null where the units are degrees. */
  projection: number | null
  noData: number | null
  tiled: boolean
  offsets: ArrayLike<number>
  byteCounts: ArrayLike<number>
}

const COMPRESSIONS: Record<number, Compression> = { 1: 'none', 5: 'lzw', 8: 'deflate', 32946: 'deflate' }
const LARGEST_BLOCK = 64 * 1024 * 1024
const MOST_BLOCKS = 4_000_000
const USER_DEFINED = 32767

export async function readHeader(bytes: Bytes): Promise<RasterHeader> {
  try {
    return await parse(bytes)
  } catch (error) {
    if (error instanceof Unreadable) throw error
    throw new Unreadable(
      'malformed',
      `${bytes.name} is no GeoTIFF that can be read: ${(error as Error).message}`,
      error,
    )
  }
}

async function parse(bytes: Bytes): Promise<RasterHeader> {
  const source = new HeaderSource(bytes)
  const tiff = await GeoTIFF.fromSource(source as never)
  const image = await tiff.getImage()
  const directory = image.fileDirectory
  const tiled = directory.hasTag('TileOffsets')
  const width = image.getWidth()
  const height = image.getHeight()
  const blockWidth = tiled ? number(directory, 'TileWidth') : width
  const blockHeight = tiled ? number(directory, 'TileLength') : Math.min(height, rowsPerStrip(directory, height))
  const blocks = Math.ceil(width / blockWidth) * Math.ceil(height / blockHeight)
  const bytesPerSample = sampleBytes(directory)
  check(width > 0 && height > 0 && blockWidth > 0 && blockHeight > 0, 'it has no pixels')
  check(blocks <= MOST_BLOCKS, 'it has too many blocks')
  check(blockWidth * blockHeight * bytesPerSample <= LARGEST_BLOCK, 'its blocks are too large')
  const { offsets, byteCounts } = await tables(directory, source, tiled, tiff.littleEndian)
  check(offsets.length === blocks && byteCounts.length === blocks, 'its blocks do not cover its pixels')
  return {
    width,
    height,
    blockWidth,
    blockHeight,
    bytesPerSample,
    compression: compression(directory),
    horizontalPredictor: predictor(directory),
    littleEndian: tiff.littleEndian,
    ...georeference(directory),
    projection: projection(directory),
    noData: await noData(directory),
    tiled,
    offsets,
    byteCounts,
  }
}

function check(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise)
}

function number(directory: ImageFileDirectory, tag: string, otherwise = 0): number {
  return Number(directory.getValue(tag as never) ?? otherwise)
}

function rowsPerStrip(directory: ImageFileDirectory, height: number): number {
  const rows = number(directory, 'RowsPerStrip', height)
  return rows > 0 ? rows : height
}

function sampleBytes(directory: ImageFileDirectory): 1 | 2 {
  const samples = number(directory, 'SamplesPerPixel', 1)
  const bits = numbers(directory.getValue('BitsPerSample') ?? 1)[0]
  const format = numbers(directory.getValue('SampleFormat') ?? 1)[0]
  check(samples === 1, `it has ${samples} bands instead of one`)
  check((bits === 8 || bits === 16) && format === 1, `its samples are ${bits} bits of format ${format}`)
  return bits === 8 ? 1 : 2
}

function compression(directory: ImageFileDirectory): Compression {
  const code = number(directory, 'Compression', 1)
  const known = COMPRESSIONS[code]
  if (known === undefined) throw new Error(`its compression ${code} is not read here`)
  return known
}

function predictor(directory: ImageFileDirectory): boolean {
  const code = number(directory, 'Predictor', 1)
  check(code === 1 || code === 2, `its predictor ${code} is not read here`)
  return code === 2
}

/** Upstream tables lie side by side: one request brings both. */
async function tables(directory: ImageFileDirectory, source: HeaderSource, tiled: boolean, littleEndian: boolean) {
  const tags = tiled ? ['TileOffsets', 'TileByteCounts'] : ['StripOffsets', 'StripByteCounts']
  const deferred = tags.flatMap((tag) => {
    const found = [...directory.deferredArrays].find(([code]) => code === CODES[tag])
    return found === undefined ? [] : [found[1]]
  })
  // geotiff reads a deferred table as little-endian, whatever the file is.
  check(littleEndian || deferred.length === 0, 'its tables are too large for a big-endian file')
  await source.hold(deferred.map(({ arrayOffset, itemSize, length }) => [arrayOffset, arrayOffset + itemSize * length]))
  const [offsets, byteCounts] = await Promise.all(tags.map((tag) => directory.loadValue(tag as never)))
  check(offsets !== undefined && byteCounts !== undefined, 'it does not say where its blocks lie')
  return { offsets: numbers(offsets), byteCounts: numbers(byteCounts) }
}

function numbers(value: unknown): Float64Array {
  return Float64Array.from(typeof value === 'number' ? [value] : (value as ArrayLike<number>))
}

const CODES: Record<string, number> = { TileOffsets: 324, TileByteCounts: 325, StripOffsets: 273, StripByteCounts: 279 }

function georeference(directory: ImageFileDirectory) {
  const scale = directory.getValue('ModelPixelScale')
  const tie = directory.getValue('ModelTiepoint')
  if (scale === undefined || tie === undefined || tie.length < 6) throw new Error('it does not say where it lies')
  const [pixelWidth, pixelHeight] = [Number(scale[0]), Number(scale[1])]
  check(pixelWidth > 0 && pixelHeight > 0, 'its pixels have no size')
  // A raster of points names the centre of its first pixel, not the corner.
  const half = directory.parseGeoKeyDirectory()?.GTRasterTypeGeoKey === 2 ? 0.5 : 0
  const west = Number(tie[3]) - (Number(tie[0]) + half) * pixelWidth
  const north = Number(tie[4]) + (Number(tie[1]) + half) * pixelHeight
  check(Number.isFinite(west) && Number.isFinite(north), 'it does not say where it lies')
  return { west, north, pixelWidth, pixelHeight }
}

function projection(directory: ImageFileDirectory): number | null {
  const keys = directory.parseGeoKeyDirectory()
  if (keys?.GTModelTypeGeoKey !== 1) return null
  return Number(keys.ProjectedCSTypeGeoKey ?? USER_DEFINED)
}

async function noData(directory: ImageFileDirectory): Promise<number | null> {
  const text = await directory.loadValue('GDAL_NODATA')
  const value = text === undefined ? Number.NaN : Number.parseFloat(String(text))
  return Number.isFinite(value) ? value : null
}
