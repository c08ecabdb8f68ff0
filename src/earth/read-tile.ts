import { meaningOf, NO_DATA_HERE, noCode, OPEN_OCEAN, outsideFile } from './meaning.ts'
import { blockOf, type Pixel, pixelAt, sampleIn } from './raster/raster.ts'
import { together } from './reasons.ts'
import { tileOfLayer } from './registry/index.ts'
import type { Layer } from './registry/layer.ts'
import { normal, type Tile } from './registry/tiling.ts'
import type { Tally, TileFile, TileFiles } from './tile-file.ts'
import type { Place, Read, TileOfLayer } from './types.ts'
import { Unreadable } from './unreadable.ts'

/** Reads places of one tile from the first file that can answer for each; what none could answer says why of the last. */
export async function readTile(
  files: TileFiles,
  layer: Layer,
  tile: Tile,
  places: Place[],
  tally: Tally,
): Promise<Read[]> {
  const sought = tileOfLayer(layer, tile.name, layer.versions[0])
  const reads: (Read | undefined)[] = places.map(() => undefined)
  let open = places.map((_, index) => index)
  let isKnown = false
  for await (const opening of files(layer, tile, tally)) {
    let answers: Read[]
    try {
      const file = await opening()
      isKnown = true
      answers = await readFile(
        file,
        layer,
        tile,
        open.map((index) => places[index]!),
      )
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      const answer = isOpenOcean(error, layer, isKnown)
        ? ({ outcome: 'no_data', why: OPEN_OCEAN, at: sought } as const)
        : unread(sought, error)
      answers = open.map(() => answer)
    }
    for (const [nth, index] of open.entries()) reads[index] = after(reads[index], answers[nth]!)
    open = open.filter((index) => reads[index]!.outcome === 'unread')
    if (open.length === 0) break
  }
  return reads as Read[]
}

/** Why the nearer file could not answer is said as well: an operator mends the one or the other. */
function after(earlier: Read | undefined, read: Read): Read {
  if (earlier?.outcome !== 'unread' || read.outcome !== 'unread') return read
  return { ...read, why: together(earlier.why, read.why) }
}

/** A tile of which a part lies in the layer folder exists, whatever upstream says. */
export function isOpenOcean({ why }: Unreadable, { absentTileIsNoData }: Layer, isKnown: boolean): boolean {
  return why === 'not_found' && absentTileIsNoData && !isKnown
}

function unread(at: TileOfLayer, { why, message }: Unreadable): Read {
  return { outcome: 'unread', why: message, cause: why, at }
}

/** Grouped by block: a block is loaded once, however many places lie in it. */
async function readFile(file: TileFile, layer: Layer, tile: Tile, places: Place[]): Promise<Read[]> {
  const { header } = file
  const at = tileOfLayer(layer, tile.name, file.version)
  const outside = unread(at, new Unreadable('outside_file', outsideFile(file.name)))
  const reads: Read[] = places.map(() => outside)
  const byBlock = new Map<number, [index: number, pixel: Pixel][]>()
  for (const [index, { lat, lng }] of places.entries()) {
    const pixel = pixelAt(header, normal(lng), lat)
    if (pixel === null) continue
    const block = blockOf(header, pixel)
    const members = byBlock.get(block)
    if (members === undefined) byBlock.set(block, [[index, pixel]])
    else members.push([index, pixel])
  }
  await Promise.all(
    [...byBlock].map(async ([block, members]) => {
      try {
        const samples = await file.block(block)
        for (const [index, pixel] of members)
          reads[index] = interpret(file, layer, at, pixel, sampleIn(header, samples, pixel))
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error
        const answer = unread(at, error)
        for (const [index] of members) reads[index] = answer
      }
    }),
  )
  return reads
}

function interpret(file: TileFile, layer: Layer, tile: TileOfLayer, { row, col }: Pixel, value: number): Read {
  const at = { ...tile, row, col }
  const meaning = meaningOf(layer, file.version, file.header, value)
  if (meaning === 'value') return { outcome: 'value', value, at }
  if (meaning === 'no_data') return { outcome: 'no_data', why: NO_DATA_HERE, at }
  return unread(tile, new Unreadable('malformed', noCode(layer, value)))
}
