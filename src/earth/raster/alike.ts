import { rowsOfBlock, type Samples, unpackBlock } from './block.ts'
import type { RasterHeader } from './header.ts'

const SMALL = 4_096
const MOST_KEPT = 64

/**
 * Unpacks what packs to almost nothing once: open sea, desert and masks are the same few bytes, block after block.
 * Their pixels are one array, which nobody may write to.
 */
export class AlikeBlocks {
  readonly #unpacked = new Map<string, Promise<Samples>>()

  unpack(header: RasterHeader, index: number, packed: Uint8Array): Promise<Samples> {
    if (packed.length > SMALL) return unpackBlock(header, index, packed)
    const key = `${formOf(header, index)} ${Buffer.from(packed).toString('latin1')}`
    const known = this.#unpacked.get(key)
    if (known !== undefined) return known
    const unpacking = unpackBlock(header, index, packed)
    unpacking.catch(() => this.#unpacked.delete(key))
    this.#unpacked.set(key, unpacking)
    const [oldest] = this.#unpacked.keys()
    if (this.#unpacked.size > MOST_KEPT) this.#unpacked.delete(oldest!)
    return unpacking
  }
}

function formOf(header: RasterHeader, index: number): string {
  const { compression, horizontalPredictor, bytesPerSample, littleEndian, blockWidth } = header
  return [compression, horizontalPredictor, bytesPerSample, littleEndian, blockWidth, rowsOfBlock(header, index)].join()
}
