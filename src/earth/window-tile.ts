import { meaningOf, NO_DATA_HERE, noCode, OPEN_OCEAN } from './meaning.ts'
import { blocksAcross, type Samples } from './raster/block.ts'
import { pixelAt } from './raster/raster.ts'
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

/** The tile's share of the grid, by pixel centres: each pixel of the grid is of one tile. */
interface Share {
  cols: Span
  rows: Span
  lngOf(col: number): number
  latOf(row: number): number
}

/** From the first up to, but without, the end. */
interface Span {
  from: number
  to: number
}

export async function fillFromTile(
  canvas: Canvas,
  files: TileFiles,
  layer: Layer,
  tile: Tile,
  tally: Tally,
): Promise<WindowTile[]> {
  const share = shareOf(canvas, tile)
  if (share === null) return []
  const sought = { ...tileOfLayer(layer, tile.name, layer.versions[0]), rowOffset: 0, colOffset: 0 }
  const found: WindowTile[] = []
  for await (const opening of files(layer, tile, tally)) {
    try {
      const file = await opening()
      const left = await paint(canvas, share, file, layer)
      const at = tileOfLayer(layer, tile.name, file.version)
      found.push({ ...at, outcome: 'read', why: null, cause: null, ...offsetOf(file, share) })
      if (left === 0) return found
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      const { why: cause, message } = error
      if (cause === 'not_found' && layer.absentTileIsNoData) {
        markNoData(canvas, share)
        return [...found, { ...sought, outcome: 'no_data', why: OPEN_OCEAN, cause: null }]
      }
      canvas.whys.add(message)
      found.push({ ...sought, outcome: 'unread', why: message, cause })
    }
  }
  return found
}

function shareOf({ west, north, pixelWidthDeg, pixelHeightDeg, columns, rows }: Grid, tile: Tile): Share | null {
  const latOf = (row: number) => north - (row + 0.5) * pixelHeightDeg
  const lngOf = (col: number) => {
    const lng = west + (col + 0.5) * pixelWidthDeg
    return lng >= 180 ? lng - 360 : lng
  }
  const within = (value: number, from: number) => value >= from && value < from + tile.size
  const cols = spanOf(columns, (col) => within(lngOf(col), tile.west))
  const rowSpan = spanOf(rows, (row) => within(latOf(row), tile.north - tile.size))
  return cols === null || rowSpan === null ? null : { cols, rows: rowSpan, lngOf, latOf }
}

function spanOf(count: number, holds: (index: number) => boolean): Span | null {
  let from = 0
  while (from < count && !holds(from)) from += 1
  let to = from
  while (to < count && holds(to)) to += 1
  return from === to ? null : { from, to }
}

/** Writes what the file holds of the share; answers how many pixels of the share are still unread. */
async function paint(canvas: Canvas, share: Share, file: TileFile, layer: Layer): Promise<number> {
  const { header } = file
  const colOf = positions(share.cols, (col) => pixelAt(header, share.lngOf(col), header.north)?.col)
  const rowOf = positions(share.rows, (row) => pixelAt(header, header.west, share.latOf(row))?.row)
  const across = blocksAcross(header)
  let problem: Unreadable | null = null
  const painting: Promise<void>[] = []
  for (const [blockRow, rows] of byBlock(rowOf, header.blockHeight))
    for (const [blockCol, cols] of byBlock(colOf, header.blockWidth)) {
      const paintOne = async () => {
        const samples = await file.block(blockRow * across + blockCol)
        copy(canvas, share, { rows, cols, rowOf, colOf }, samples, file, layer)
      }
      painting.push(
        paintOne().catch((error: unknown) => {
          if (!(error instanceof Unreadable)) throw error
          problem ??= error
          canvas.whys.add(error.message)
        }),
      )
    }
  await Promise.all(painting)
  const { unread, noData } = countIn(canvas, share)
  if (noData > 0) canvas.whys.add(NO_DATA_HERE)
  if (unread > 0 && (colOf.includes(-1) || rowOf.includes(-1)))
    canvas.whys.add(`a part lies outside ${file.name}, which is only a part of its tile`)
  if (problem !== null && unread === colOf.length * rowOf.length) throw problem
  return unread
}

function positions({ from, to }: Span, at: (index: number) => number | undefined): Int32Array {
  return Int32Array.from({ length: to - from }, (_, nth) => at(from + nth) ?? -1)
}

/** Which positions lie in which block: they rise, so each block has a span of them. */
function byBlock(positions: Int32Array, size: number): Map<number, Span> {
  const spans = new Map<number, Span>()
  for (const [nth, position] of positions.entries()) {
    if (position < 0) continue
    const block = Math.floor(position / size)
    const span = spans.get(block)
    if (span === undefined) spans.set(block, { from: nth, to: nth + 1 })
    else span.to = nth + 1
  }
  return spans
}

interface Part {
  rows: Span
  cols: Span
  rowOf: Int32Array
  colOf: Int32Array
}

function copy(canvas: Canvas, share: Share, part: Part, samples: Samples, file: TileFile, layer: Layer): void {
  const { values, outcomes, columns } = canvas
  const { rows, cols, rowOf, colOf } = part
  const { header, version } = file
  const { blockWidth, blockHeight } = header
  const outcomeOf = Uint8Array.from({ length: 256 }, (_, value) => OUTCOMES[meaningOf(layer, version, header, value)])
  for (let nth = rows.from; nth < rows.to; nth++) {
    const from = (rowOf[nth]! % blockHeight) * blockWidth
    const to = (share.rows.from + nth) * columns + share.cols.from
    for (let each = cols.from; each < cols.to; each++) {
      if (outcomes[to + each] !== PIXEL.unread) continue
      const value = samples[from + (colOf[each]! % blockWidth)]!
      const outcome = outcomeOf[value]!
      outcomes[to + each] = outcome
      if (outcome === PIXEL.value) values[to + each] = value
      else if (outcome === PIXEL.unread) canvas.whys.add(noCode(layer, value))
    }
  }
}

const OUTCOMES = { value: PIXEL.value, no_data: PIXEL.noData, no_code: PIXEL.unread }

function countIn({ outcomes, columns }: Canvas, { rows, cols }: Share): { unread: number; noData: number } {
  let unread = 0
  let noData = 0
  for (let row = rows.from; row < rows.to; row++)
    for (let index = row * columns + cols.from; index < row * columns + cols.to; index++) {
      if (outcomes[index] === PIXEL.unread) unread += 1
      else if (outcomes[index] === PIXEL.noData) noData += 1
    }
  return { unread, noData }
}

function offsetOf({ header }: TileFile, { rows, cols, lngOf, latOf }: Share) {
  const fileCol = Math.round((lngOf(cols.from) - header.west) / header.pixelWidth - 0.5)
  const fileRow = Math.round((header.north - latOf(rows.from)) / header.pixelHeight - 0.5)
  return { rowOffset: fileRow - rows.from, colOffset: fileCol - cols.from }
}

function markNoData({ outcomes, columns, whys }: Canvas, { rows, cols }: Share): void {
  whys.add(OPEN_OCEAN)
  for (let row = rows.from; row < rows.to; row++)
    for (let index = row * columns + cols.from; index < row * columns + cols.to; index++)
      if (outcomes[index] === PIXEL.unread) outcomes[index] = PIXEL.noData
}
