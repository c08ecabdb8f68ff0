import { relative } from 'node:path'
import { NO_CACHE } from '../earth/block-cache.ts'
import { fetchLayers } from '../earth/fetch/fetch-layers.ts'
import { planFetch } from '../earth/fetch/plan.ts'
import { verifyFile } from '../earth/fetch/verify-file.ts'
import type { RasterHeader } from '../earth/raster/header.ts'
import { LAYER_IDS } from '../earth/registry/index.ts'
import { type KnownFile, knownFile } from '../earth/registry/known-file.ts'
import { openSources, type Sources } from '../earth/sources/sources.ts'
import type { LayerId, WindowAround } from '../earth/types.ts'
import { Unreadable } from '../earth/unreadable.ts'
import { systemClock } from '../kernel/clock.ts'
import { bar } from './bar.ts'
import { type Arguments, defineCommand, type Io, UsageError } from './command.ts'
import { table } from './table.ts'

const FETCH_TIMEOUT_MS = 60_000
/** What the routes read. */
const USUAL: LayerId[] = [
  'worldcover',
  'gsw_recurrence',
  'gsw_transitions',
  'hansen_lossyear',
  'hansen_datamask',
  'gfc2020',
]

export const fetch = defineCommand({
  name: 'layers fetch',
  summary:
    'Download what is needed of the layers around a place or in a box into LAYERS_DIR, so that it is read without the network. Goes on where it was broken off. Exits 1 if something could not be fetched.',
  options: {
    around: { type: 'string', value: 'LAT,LNG', help: 'the place in the middle; with --km' },
    km: { type: 'string', value: 'N', help: 'how far around it, up to 500' },
    bbox: { type: 'string', value: 'W,S,E,N', help: 'a box instead: two longitudes and two latitudes in this order' },
    layer: { type: 'string', value: 'ID,ID', help: `which layers; ${USUAL.join(',')} unless told; all for every one` },
  },
  run: (args, io) => {
    const around = aroundOf(args)
    const ids = layersOf(args)
    return withSources(io, async (sources) => {
      io.progress?.('looking at what is upstream')
      const plans = await planFetch(sources, ids, around)
      const fetched = await fetchLayers(sources, plans, ({ written, total, name }) =>
        io.progress?.(bar(written, total, `  ${name}`)),
      )
      io.progress?.('')
      const rows = fetched.map(({ layer, tile, state, says, bytes }) => [layer, tile, state, String(bytes), says])
      for (const line of table(['LAYER', 'TILE', 'STATE', 'BYTES', 'FILE OR REASON'], rows)) io.out(line)
      return fetched.some(({ state }) => state === 'failed') ? 1 : 0
    })
  },
})

export const list = defineCommand({
  name: 'layers list',
  summary: 'List the tiles and clips in LAYERS_DIR: layer, version, tile and what they cover.',
  run: (_args, io) =>
    withSources(io, async (sources) => {
      const rows: string[][] = []
      for (const { path, known } of await filesOf(sources)) {
        const { layer, version, tile } = known
        const file = await sources.local.open(path, version, tile).catch(() => null)
        const covers = file === null ? 'cannot be read: layers verify says why' : extentInWords(file.header)
        rows.push([layer.id, version.version, tile.name, covers, relative(sources.folder.root, path)])
      }
      for (const line of table(['LAYER', 'VERSION', 'TILE', 'WEST SOUTH EAST NORTH', 'FILE'], rows)) io.out(line)
      io.out(`${rows.length} files in ${sources.folder.root}`)
      return 0
    }),
})

export const verify = defineCommand({
  name: 'layers verify',
  summary:
    'Read every block of every file in LAYERS_DIR and hold it against its tile and its legend. Exits 1 if one is damaged.',
  run: (_args, io) =>
    withSources(io, async (sources) => {
      let damaged = 0
      const files = await filesOf(sources)
      for (const { path, known } of files) {
        const name = relative(sources.folder.root, path)
        try {
          const { header } = await verifyFile(path, known, (done, of) => io.progress?.(bar(done, of, `  ${name}`)))
          io.progress?.('')
          io.out(`${name}: right, ${header.offsets.length} blocks`)
        } catch (error) {
          if (!(error instanceof Unreadable)) throw error
          damaged += 1
          io.progress?.('')
          io.out(`${name}: damaged: ${error.message}`)
        }
      }
      io.out(`${files.length} files, ${damaged} damaged`)
      return damaged > 0 ? 1 : 0
    }),
})

async function withSources(io: Io, work: (sources: Sources) => Promise<number>): Promise<number> {
  const { layersDir, layerUrls } = io.config()
  const sources = openSources({
    folder: layersDir,
    urls: layerUrls,
    clock: systemClock,
    cache: NO_CACHE,
    timeoutMs: FETCH_TIMEOUT_MS,
  })
  try {
    return await work(sources)
  } finally {
    sources.close()
  }
}

async function filesOf({ folder }: Sources): Promise<{ path: string; known: KnownFile }[]> {
  return (await folder.list()).flatMap((path) => {
    const known = knownFile(path)
    return known === null ? [] : [{ path, known }]
  })
}

function aroundOf(args: Arguments): WindowAround {
  const [around, km, bbox] = [args.text('around'), args.text('km'), args.text('bbox')]
  if ((around === undefined) === (bbox === undefined))
    throw new UsageError('either --around LAT,LNG with --km N, or --bbox W,S,E,N')
  if (bbox !== undefined) {
    const [west, south, east, north] = numbers('bbox', bbox, 4) as [number, number, number, number]
    const fits = Math.abs(west) <= 180 && Math.abs(east) <= 180 && south >= -90 && north <= 90 && south < north
    if (!fits || west === east) throw new UsageError('--bbox is W,S,E,N in degrees: south below north')
    return { bbox: { west, south, east, north } }
  }
  const [lat, lng] = numbers('around', around!, 2) as [number, number]
  const distance = Number(km)
  if (Math.abs(lat) > 90 || Math.abs(lng) > 180) throw new UsageError('--around is LAT,LNG in degrees')
  if (!(distance > 0 && distance <= 500)) throw new UsageError('--km is a number above 0, up to 500')
  return { centre: { lat, lng }, radiusM: distance * 1_000 }
}

function numbers(name: string, text: string, count: number): number[] {
  const values = text.split(',').map((each) => (each.trim() === '' ? Number.NaN : Number(each)))
  if (values.length !== count || !values.every(Number.isFinite))
    throw new UsageError(`--${name} is ${JSON.stringify(text)}: ${count} numbers with commas were expected`)
  return values
}

function layersOf(args: Arguments): LayerId[] {
  const text = args.text('layer')
  if (text === undefined) return USUAL
  if (text === 'all') return LAYER_IDS
  return text.split(',').map((name) => {
    const id = LAYER_IDS.find((each) => each === name.trim())
    if (id === undefined)
      throw new UsageError(`--layer: there is no ${JSON.stringify(name)}, but ${LAYER_IDS.join(', ')}`)
    return id
  })
}

function extentInWords({ west, north, width, height, pixelWidth, pixelHeight }: RasterHeader): string {
  return [west, north - height * pixelHeight, west + width * pixelWidth, north]
    .map((edge) => Number(edge.toFixed(6)))
    .join(' ')
}
