import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { BlockMemory } from '../block-memory.ts'
import { AlikeBlocks } from '../raster/alike.ts'
import type { unpackBlock } from '../raster/block.ts'
import { type RasterHeader, readHeader } from '../raster/header.ts'
import { readBlock } from '../raster/raster.ts'
import type { Layer, Version } from '../registry/layer.ts'
import type { Tile } from '../registry/tiling.ts'
import { checkPosition, type TileFile } from '../tile-file.ts'
import { Unreadable } from '../unreadable.ts'
import type { LayerFolder } from './layer-folder.ts'
import { localBytes } from './local-bytes.ts'

interface Opened {
  stamp: string
  header: Promise<RasterHeader>
}

const MOST_OPENED = 256

/** Tiles and clips in the layer folder: several clips of one tile may lie in different folders of it. */
export class LocalFiles {
  readonly #folder: LayerFolder
  readonly #memory: BlockMemory
  readonly #opened = new Map<string, Opened>()
  readonly #alike = new AlikeBlocks()
  readonly #unpack: typeof unpackBlock = (...block) => this.#alike.unpack(...block)

  constructor(folder: LayerFolder, memory: BlockMemory) {
    this.#folder = folder
    this.#memory = memory
  }

  async *of(layer: Layer, tile: Tile): AsyncIterable<() => Promise<TileFile>> {
    const found = await this.#folder.find(layer.versions.map((version) => basename(version.path(tile.name))))
    for (const [nth, version] of layer.versions.entries())
      for (const path of found[nth]!) yield () => this.open(path, version, tile)
  }

  /** A file that was replaced is another file: size and time are part of its name here. */
  async open(path: string, version: Version, tile: Tile): Promise<TileFile> {
    const name = basename(path)
    const bytes = localBytes(path, name)
    const { size, mtimeMs, ino } = await stat(path).catch((error: NodeJS.ErrnoException) => {
      throw new Unreadable('unreachable', `${name} in the layer folder cannot be opened (${error.code})`, error)
    })
    const stamp = `${ino}:${size}:${mtimeMs}`
    let opened = this.#opened.get(path)
    if (opened?.stamp !== stamp) {
      opened = { stamp, header: readHeader(bytes) }
      this.#remember(path, opened)
    }
    const header = await opened.header
    checkPosition(header, tile, name)
    return {
      name,
      version,
      header,
      block: (index) =>
        this.#memory.get(`${path}:${stamp}:${index}`, () => readBlock(header, index, bytes, this.#unpack)),
    }
  }

  #remember(path: string, opened: Opened): void {
    this.#opened.delete(path)
    this.#opened.set(path, opened)
    opened.header.catch(() => this.#opened.get(path) === opened && this.#opened.delete(path))
    const [oldest] = this.#opened.keys()
    if (this.#opened.size > MOST_OPENED) this.#opened.delete(oldest!)
  }
}
