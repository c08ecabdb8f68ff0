import { Unreadable } from '../unreadable.ts'
import { blocksAcross, rowsOfBlock, type Samples, unpackBlock } from './block.ts'
import type { Bytes } from './bytes.ts'
import type { RasterHeader } from './header.ts'

const EDGE_TOLERANCE = 1e-6
const LARGEST_PACKED = 128 * 1024 * 1024

export interface Pixel {
  row: number
  col: number
}

/**
 * The pixel that a point of the file's own plane falls on, or null beside the file. Floored, with a millionth of a
 * pixel added: 6.60 degrees is column 7200 of its tile, and comes out as 7199.999999999996. A point on the south or
 * east edge belongs to the last row or column.
 */
export function pixelAt(header: RasterHeader, x: number, y: number): Pixel | null {
  const col = indexAt((x - header.west) / header.pixelWidth, header.width)
  const row = indexAt((header.north - y) / header.pixelHeight, header.height)
  return col === null || row === null ? null : { row, col }
}

function indexAt(position: number, count: number): number | null {
  const index = Math.floor(position + EDGE_TOLERANCE)
  if (index >= 0 && index < count) return index
  return index === count && position <= count + EDGE_TOLERANCE ? count - 1 : null
}

export function blockOf(header: RasterHeader, { row, col }: Pixel): number {
  return Math.floor(row / header.blockHeight) * blocksAcross(header) + Math.floor(col / header.blockWidth)
}

export function sampleIn(header: RasterHeader, samples: Samples, { row, col }: Pixel): number {
  return samples[(row % header.blockHeight) * header.blockWidth + (col % header.blockWidth)]!
}

/** A block that was never written stands for pixels without data. */
export async function readBlock(
  header: RasterHeader,
  index: number,
  bytes: Bytes,
  unpack = unpackBlock,
): Promise<Samples> {
  const size = header.byteCounts[index]!
  if (header.offsets[index] === 0 || size === 0) {
    const count = header.blockWidth * rowsOfBlock(header, index)
    return (header.bytesPerSample === 1 ? new Uint8Array(count) : new Uint16Array(count)).fill(header.noData ?? 0)
  }
  if (size > LARGEST_PACKED) throw new Unreadable('malformed', `a block of ${bytes.name} claims ${size} bytes`)
  return unpack(header, index, await bytes.range(header.offsets[index]!, size))
}
