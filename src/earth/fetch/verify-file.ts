import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { checkLegend } from '../meaning.ts'
import { AlikeBlocks } from '../raster/alike.ts'
import type { unpackBlock } from '../raster/block.ts'
import { type RasterHeader, readHeader } from '../raster/header.ts'
import { readBlock } from '../raster/raster.ts'
import type { KnownFile } from '../registry/known-file.ts'
import { localBytes } from '../sources/local-bytes.ts'
import { checkPosition } from '../tile-file.ts'

export interface VerifiedFile {
  header: RasterHeader
  bytes: number
}

/** Reads every block of a file, and holds it against its tile and its legend; throws Unreadable with the first fault. */
export async function verifyFile(
  path: string,
  { layer, version, tile }: KnownFile,
  report: (done: number, of: number) => void = () => {},
): Promise<VerifiedFile> {
  const name = basename(path)
  const bytes = localBytes(path, name)
  const alike = new AlikeBlocks()
  const unpack: typeof unpackBlock = (...block) => alike.unpack(...block)
  const header = await readHeader(bytes)
  checkPosition(header, tile, name)
  const blocks = header.offsets.length
  for (let index = 0; index < blocks; index++) {
    checkLegend(await readBlock(header, index, bytes, unpack), layer, version, header, name)
    report(index + 1, blocks)
  }
  return { header, bytes: (await stat(path)).size }
}
