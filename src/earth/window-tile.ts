import { meaningOf, NO_DATA_HERE, noCode, OPEN_OCEAN, outsideFile } from './meaning.ts'
import { blocksAcross, type Samples } from './raster/block.ts'
import { pixelAt } from './raster/raster.ts'
import { isOpenOcean } from './read-tile.ts'
import type { Reasons } from './reasons.ts'
import { tileOfLayer } from './registry/index.ts'
import type { Layer } from './registry/layer.ts'
import type { Tile } from './registry/tiling.ts'
import type { Tally, TileFile, TileFiles } from './tile-file.ts'
import { type Grid, PIXEL, type WindowTile } from './types.ts'
import { Unreadable } from './unreadable.ts'

export interface Canvas extends Grid {
  values: Uint8Array
  outcomes: Uint8Array
  reasons: Reasons
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
    let file: TileFile
    try {
      file = await opening()
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      if (
        isOpenOcean(
          error,
          layer,
          found.some(({ outcome }) => outcome === 'read'),
        )
      ) {
        markNoData(canvas, share)
        return [...found, { ...sought, outcome: 'no_data', why: OPEN_OCEAN, cause: null }]
      }
      for (const at of unreadIn(canvas, share)) canvas.reasons.add(at, error.message)
      found.push({ ...sought, outcome: 'unread', why: error.message, cause: error.why })
      continue
    }
    const problem = await paint(canvas, share, file, layer)
    const left = unreadIn(canvas, share).reduce((count) => count + 1, 0)
    const at = tileOfLayer(layer, tile.name, file.version)
    if (problem !== null && left === sizeOf(share))
      found.push({ ...sought, outcome: 'unread', why: problem.message, cause: problem.why })
    else found.push({ ...at, outcome: 'read', why: null, cause: null, ...offsetOf(file, share) })
    if (left === 0) break
  }
  return found
}

function shareOf({ west, north, pixelWidthDeg, pixelHeightDeg, columns, rows }: Grid, tile: Tile): Share | null {
  const latOf = (row: number) => north - (row + 0.5) * pixelHeightDeg
  const lngOf = (col: number) => {
    const lng = west + (col + 0.5) * pixelWidthDeg
    return lng >= 180 ? lng - 360 : lng
  }
  const lies = (value: number, from: number) => value >= from && value < from + tile.size
  const cols = spanOf(columns, (col) => lies(lngOf(col), tile.west))
  const rowSpan = spanOf(rows, (row) => lies(latOf(row), tile.north - tile.size))
  return cols === null || rowSpan === null ? null : { cols, rows: rowSpan, lngOf, latOf }
}

function spanOf(count: number, holds: (index: number) => boolean): Span | null {
  let from = 0
  while (from < count && !holds(from)) from += 1
  let to = from
  while (to < count && holds(to)) to += 1
  return from === to ? null : { from, to }
}

/** Writes what the file holds of the share; answers with the first block that could not be read, where one could not. */
async function paint(canvas: Canvas, share: Share, file: TileFile, layer: Layer): Promise<Unreadable | null> {
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
          const block = { rows: within(share.rows, rows), cols: within(share.cols, cols) }
          for (const at of unreadIn(canvas, block)) canvas.reasons.add(at, error.message)
        }),
      )
    }
  await Promise.all(painting)
  for (const at of unreadIn(canvas, share)) {
    const [row, col] = [Math.floor(at / canvas.columns) - share.rows.from, (at % canvas.columns) - share.cols.from]
    if (rowOf[row]! < 0 || colOf[col]! < 0) canvas.reasons.add(at, outsideFile(file.name))
  }
  return problem
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
  const { values, outcomes, columns, reasons } = canvas
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
      if (outcome === PIXEL.unread) reasons.add(to + each, noCode(layer, value))
      else reasons.settle(to + each, outcome === PIXEL.value ? null : NO_DATA_HERE)
    }
  }
}

const OUTCOMES = { value: PIXEL.value, no_data: PIXEL.noData, no_code: PIXEL.unread }

/** A span of a span, counted from its beginning, as one of the whole. */
function within({ from }: Span, part: Span): Span {
  return { from: from + part.from, to: from + part.to }
}

function sizeOf({ rows, cols }: Pick<Share, 'rows' | 'cols'>): number {
  return (rows.to - rows.from) * (cols.to - cols.from)
}

function* unreadIn({ outcomes, columns }: Canvas, { rows, cols }: Pick<Share, 'rows' | 'cols'>): Generator<number> {
  for (let row = rows.from; row < rows.to; row++)
    for (let at = row * columns + cols.from; at < row * columns + cols.to; at++)
      if (outcomes[at] === PIXEL.unread) yield at
}

function offsetOf({ header }: TileFile, { rows, cols, lngOf, latOf }: Share) {
  const fileCol = Math.round((lngOf(cols.from) - header.west) / header.pixelWidth - 0.5)
  const fileRow = Math.round((header.north - latOf(rows.from)) / header.pixelHeight - 0.5)
  return { rowOffset: fileRow - rows.from, colOffset: fileCol - cols.from }
}

function markNoData(canvas: Canvas, share: Share): void {
  for (const at of unreadIn(canvas, share)) {
    canvas.outcomes[at] = PIXEL.noData
    canvas.reasons.settle(at, OPEN_OCEAN)
  }
}
