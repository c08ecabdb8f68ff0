import { meaningOf, NO_DATA_HERE, noCode, OPEN_OCEAN } from './meaning.ts'
import { blocksAcross } from './raster/block.ts'
import { pixelAt, sampleIn } from './raster/raster.ts'
import { tileOfLayer } from './registry/index.ts'
import type { Layer } from './registry/layer.ts'
import type { Tile } from './registry/tiling.ts'
import type { Tally, TileFile, TileFiles } from './tile-file.ts'
import { PIXEL, type WindowTile } from './types.ts'
import { Unreadable } from './unreadable.ts'
import type { Grid } from './window-grid.ts'

export interface Canvas extends Grid {
  values: Uint8Array
  outcomes: Uint8Array
  whys: Set<string>
}

/** Where the tile's share of the grid lies, by pixel centres: each pixel of the grid is of one tile. */
interface Share {
  cols: number[]
  rows: number[]
  lngOf(col: number): number
  latOf(row: number): number
}

export async function fillFromTile(
  canvas: Canvas,
  files: TileFiles,
  layer: Layer,
  tile: Tile,
  tally: Tally,
): Promise<WindowTile[]> {
  const share = shareOf(canvas, tile)
  if (share.cols.length === 0 || share.rows.length === 0) return []
  const sought = tileOfLayer(layer, tile.name, layer.versions[0])
  const nowhere = { rowOffset: 0, colOffset: 0 }
  const found: WindowTile[] = []
  for await (const opening of files(layer, tile, tally)) {
    try {
      const file = await opening()
      const left = await paint(canvas, share, file, layer)
      const at = tileOfLayer(layer, tile.name, file.version)
      const first = pixelOffset(file, share)
      found.push({ ...at, outcome: 'read', why: null, cause: null, ...first })
      if (left === 0) return found
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      const { why: cause, message } = error
      if (cause === 'not_found' && layer.absentTileIsNoData) {
        markNoData(canvas, share)
        return [...found, { ...sought, outcome: 'no_data', why: OPEN_OCEAN, cause: null, ...nowhere }]
      }
      canvas.whys.add(message)
      found.push({ ...sought, outcome: 'unread', why: message, cause, ...nowhere })
    }
  }
  return found
}

function shareOf({ west, north, pixelWidthDeg, pixelHeightDeg, columns, rows }: Grid, tile: Tile): Share {
  const latOf = (row: number) => north - (row + 0.5) * pixelHeightDeg
  const lngOf = (col: number) => {
    const lng = west + (col + 0.5) * pixelWidthDeg
    return lng >= 180 ? lng - 360 : lng
  }
  const within = (value: number, from: number) => value >= from && value < from + tile.size
  return {
    cols: Array.from({ length: columns }, (_, col) => col).filter((col) => within(lngOf(col), tile.west)),
    rows: Array.from({ length: rows }, (_, row) => row).filter((row) => within(latOf(row), tile.north - tile.size)),
    lngOf,
    latOf,
  }
}

/** Writes what the file holds of the share; answers how many pixels of the share are still unread. */
async function paint(canvas: Canvas, share: Share, file: TileFile, layer: Layer): Promise<number> {
  const { header } = file
  const colOf = share.cols.map((col) => pixelAt(header, share.lngOf(col), header.north)?.col ?? -1)
  const rowOf = share.rows.map((row) => pixelAt(header, header.west, share.latOf(row))?.row ?? -1)
  const meanings = Array.from({ length: 256 }, (_, value) => meaningOf(layer, file.version, header, value))
  const across = blocksAcross(header)
  const blockCols = new Set(colOf.filter((col) => col >= 0).map((col) => Math.floor(col / header.blockWidth)))
  const blockRows = new Set(rowOf.filter((row) => row >= 0).map((row) => Math.floor(row / header.blockHeight)))
  let problem: Unreadable | null = null

  async function paintBlock(blockRow: number, blockCol: number): Promise<void> {
    const samples = await file.block(blockRow * across + blockCol)
    for (const [nth, row] of share.rows.entries()) {
      const fileRow = rowOf[nth]!
      if (fileRow < 0 || Math.floor(fileRow / header.blockHeight) !== blockRow) continue
      for (const [each, col] of share.cols.entries()) {
        const fileCol = colOf[each]!
        if (fileCol < 0 || Math.floor(fileCol / header.blockWidth) !== blockCol) continue
        const index = row * canvas.columns + col
        if (canvas.outcomes[index] !== PIXEL.unread) continue
        const value = sampleIn(header, samples, { row: fileRow, col: fileCol })
        const meaning = meanings[value]
        if (meaning === 'value') {
          canvas.values[index] = value
          canvas.outcomes[index] = PIXEL.value
        } else if (meaning === 'no_data') canvas.outcomes[index] = PIXEL.noData
        else canvas.whys.add(noCode(layer, value))
      }
    }
  }

  await Promise.all(
    [...blockRows].flatMap((blockRow) =>
      [...blockCols].map((blockCol) =>
        paintBlock(blockRow, blockCol).catch((error: unknown) => {
          if (!(error instanceof Unreadable)) throw error
          problem ??= error
          canvas.whys.add(error.message)
        }),
      ),
    ),
  )
  let unread = 0
  let noData = false
  for (const row of share.rows)
    for (const col of share.cols) {
      const outcome = canvas.outcomes[row * canvas.columns + col]
      if (outcome === PIXEL.unread) unread += 1
      noData ||= outcome === PIXEL.noData
    }
  if (noData) canvas.whys.add(NO_DATA_HERE)
  if (unread > 0 && (colOf.includes(-1) || rowOf.includes(-1)))
    canvas.whys.add(`a part lies outside ${file.name}, which is only a part of its tile`)
  if (problem !== null && unread === share.rows.length * share.cols.length) throw problem
  return unread
}

function pixelOffset({ header }: TileFile, share: Share) {
  const [row, col] = [share.rows[0]!, share.cols[0]!]
  const fileCol = Math.round((share.lngOf(col) - header.west) / header.pixelWidth - 0.5)
  const fileRow = Math.round((header.north - share.latOf(row)) / header.pixelHeight - 0.5)
  return { rowOffset: fileRow - row, colOffset: fileCol - col }
}

function markNoData(canvas: Canvas, share: Share): void {
  canvas.whys.add(OPEN_OCEAN)
  for (const row of share.rows)
    for (const col of share.cols) {
      const index = row * canvas.columns + col
      if (canvas.outcomes[index] === PIXEL.unread) canvas.outcomes[index] = PIXEL.noData
    }
}
