import { blocksAcross } from '../raster/block.ts'
import type { Compression, RasterHeader } from '../raster/header.ts'

/** Rows and columns of blocks, first and last included. */
export interface BlockRect {
  top: number
  bottom: number
  left: number
  right: number
}

export interface ClipBlock {
  /** Where the block lies upstream, and in the clip; the same bytes, as they are packed. */
  source: number
  at: number
  size: number
}

/** A file of its own that holds some blocks of another, unchanged. */
export interface Clip {
  header: Uint8Array
  blocks: ClipBlock[]
  size: number
}

const COMPRESSION_CODES: Record<Compression, number> = { none: 1, lzw: 5, deflate: 8 }
const SHORT = 3
const LONG = 4
const ASCII = 2
const DOUBLE = 12
const BYTES: Record<number, number> = { [ASCII]: 1, [SHORT]: 2, [LONG]: 4, [DOUBLE]: 8 }
/** WGS 84 in degrees, pixels as areas. */
const GEO_KEYS = [1, 1, 0, 3, 1024, 0, 1, 2, 1025, 0, 1, 1, 2048, 0, 1, 4326]

/** What is written of a source follows from the source and the rectangle alone: a part of it can be continued. */
export function clipOf(source: RasterHeader, rect: BlockRect, description: string): Clip {
  const { blockWidth, blockHeight, pixelWidth, pixelHeight, tiled } = source
  const indices: number[] = []
  for (let row = rect.top; row <= rect.bottom; row++)
    for (let col = rect.left; col <= rect.right; col++) indices.push(row * blocksAcross(source) + col)
  const left = rect.left * blockWidth
  const top = rect.top * blockHeight
  const width = Math.min(source.width, (rect.right + 1) * blockWidth) - left
  const height = Math.min(source.height, (rect.bottom + 1) * blockHeight) - top
  const entries: [tag: number, type: number, values: number[] | string][] = [
    [256, LONG, [width]],
    [257, LONG, [height]],
    [258, SHORT, [8]],
    [259, SHORT, [COMPRESSION_CODES[source.compression]]],
    [262, SHORT, [1]],
    [270, ASCII, description],
    [tiled ? 324 : 273, LONG, indices.map(() => 0)],
    [277, SHORT, [1]],
    ...(tiled ? [] : ([[278, LONG, [blockHeight]]] as [number, number, number[]][])),
    [tiled ? 325 : 279, LONG, indices.map((index) => source.byteCounts[index]!)],
    [317, SHORT, [source.horizontalPredictor ? 2 : 1]],
    ...(tiled
      ? ([
          [322, LONG, [blockWidth]],
          [323, LONG, [blockHeight]],
        ] as [number, number, number[]][])
      : []),
    [33550, DOUBLE, [pixelWidth, pixelHeight, 0]],
    [33922, DOUBLE, [0, 0, 0, source.west + left * pixelWidth, source.north - top * pixelHeight, 0]],
    [34735, SHORT, GEO_KEYS],
    ...(source.noData === null ? [] : ([[42113, ASCII, String(source.noData)]] as [number, number, string][])),
  ]
  entries.sort(([one], [other]) => one - other)

  let end = 8 + 2 + entries.length * 12 + 4
  const places = entries.map(([, type, values]) => {
    const size = (typeof values === 'string' ? Buffer.byteLength(values) + 1 : values.length) * BYTES[type]!
    const at = end
    if (size > 4) end += size + (size % 2)
    return { at, size }
  })
  const headerSize = end
  const blocks = indices.map((index) => {
    const size = source.offsets[index] === 0 ? 0 : source.byteCounts[index]!
    const block = { source: source.offsets[index]!, at: size === 0 ? 0 : end, size }
    end += size
    return block
  })

  const header = Buffer.alloc(headerSize)
  header.write('II*\0', 0, 'latin1')
  header.writeUInt32LE(8, 4)
  header.writeUInt16LE(entries.length, 8)
  for (const [nth, [tag, type, values]] of entries.entries()) {
    const { at, size } = places[nth]!
    const entry = 10 + nth * 12
    header.writeUInt16LE(tag, entry)
    header.writeUInt16LE(type, entry + 2)
    header.writeUInt32LE(size / BYTES[type]!, entry + 4)
    if (size > 4) header.writeUInt32LE(at, entry + 8)
    const isOffsets = tag === 324 || tag === 273
    write(header, size > 4 ? at : entry + 8, type, isOffsets ? blocks.map((block) => block.at) : values)
  }
  return { header, blocks: blocks.filter(({ size }) => size > 0), size: end }
}

function write(header: Buffer, at: number, type: number, values: number[] | string): void {
  if (typeof values === 'string') {
    header.write(values, at, 'utf8')
    return
  }
  for (const [nth, value] of values.entries()) {
    if (type === DOUBLE) header.writeDoubleLE(value, at + 8 * nth)
    else header.writeUIntLE(value, at + BYTES[type]! * nth, BYTES[type]!)
  }
}
