import { promisify } from 'node:util'
import { constants, inflate } from 'node:zlib'
import { Unreadable } from '../unreadable.ts'
import type { RasterHeader } from './header.ts'
import { unpackLzw } from './lzw.ts'

export type Samples = Uint8Array | Uint16Array

const inflateLater = promisify<Uint8Array, { chunkSize: number; maxOutputLength: number }, Buffer>(inflate)

export function blocksAcross({ width, blockWidth }: RasterHeader): number {
  return Math.ceil(width / blockWidth)
}

/** The last strip of a file may be shorter; tiles are always whole. */
export function rowsOfBlock(header: RasterHeader, index: number): number {
  const { tiled, blockHeight, height } = header
  if (tiled) return blockHeight
  return Math.min(blockHeight, height - index * blockHeight)
}

/** From the bytes as they lie in the file to its pixels, row by row. */
export async function unpackBlock(header: RasterHeader, index: number, packed: Uint8Array): Promise<Samples> {
  const rows = rowsOfBlock(header, index)
  const size = header.blockWidth * rows * header.bytesPerSample
  let plain: Uint8Array
  try {
    plain = await unpack(header, packed, size)
  } catch (error) {
    throw new Unreadable('malformed', `a block does not unpack: ${(error as Error).message}`, error)
  }
  if (plain.length < size)
    throw new Unreadable('malformed', `a block holds ${plain.length} bytes of pixels instead of ${size}`)
  const samples = header.bytesPerSample === 1 ? plain : wide(plain, size, header.littleEndian)
  if (header.horizontalPredictor) addUp(samples, header.blockWidth, rows)
  return samples
}

async function unpack({ compression }: RasterHeader, packed: Uint8Array, size: number): Promise<Uint8Array> {
  if (compression === 'lzw') return unpackLzw(packed, size)
  // In one piece: by default it comes in pieces of 16 KB, each a trip between threads.
  if (compression === 'deflate')
    return inflateLater(packed, { chunkSize: Math.max(size + 1, constants.Z_MIN_CHUNK), maxOutputLength: size + 1 })
  return new Uint8Array(packed.subarray(0, size))
}

function wide(plain: Uint8Array, size: number, littleEndian: boolean): Uint16Array {
  const view = new DataView(plain.buffer, plain.byteOffset, size)
  const samples = new Uint16Array(size / 2)
  for (let index = 0; index < samples.length; index++) samples[index] = view.getUint16(2 * index, littleEndian)
  return samples
}

/** Each sample was written as the difference to the one before it in its row; sums wrap as the type does. */
function addUp(samples: Samples, width: number, rows: number): void {
  for (let row = 0; row < rows; row++) {
    let sum = 0
    for (let index = row * width; index < (row + 1) * width; index++) {
      sum += samples[index]!
      samples[index] = sum
    }
  }
}
