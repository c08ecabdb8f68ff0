import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createLayers } from '../src/earth/layers.ts'
import type { Layers, Place } from '../src/earth/types.ts'
import { systemClock } from '../src/kernel/clock.ts'
import { openBlockCache } from '../src/store/block-cache.ts'
import { drawGeoTiff } from '../test/support/geotiff.ts'
import { type RangeServer, startRangeServer } from '../test/support/range-server.ts'
import { median } from './support/numbers.ts'
import type { Bench } from './support/table.ts'

const NAME = 'ESA_WorldCover_10m_2021_v200_N00E006_Map.tif'
const REAL = fileURLToPath(new URL(`../../shared/data/earth/worldcover/${NAME}`, import.meta.url))
const ROUNDS = 15
const SIDE = 20

interface Box {
  name: string
  south: number
  west: number
  size: number
}

/** Around São Tomé, where the tile has land; the whole tile touches 400 blocks with its 400 points. */
const BOXES: Box[] = [
  { name: '0.1°', south: 0.2, west: 6.6, size: 0.1 },
  { name: '0.5°', south: 0, west: 6.4, size: 0.5 },
  { name: '3°, the whole tile', south: 0, west: 6, size: 3 },
]

/** Our reader beside one gdallocationinfo that reads the same points from its input; then what a cold read asks of upstream. */
export async function bench(): Promise<Bench> {
  const scratch = await mkdtemp(join(tmpdir(), 'witnessmark-earth-reads-'))
  const folder = join(scratch, 'tiles')
  await mkdir(folder)
  const tile = join(folder, NAME)
  if (existsSync(REAL)) await symlink(REAL, tile)
  else await writeFile(tile, drawnTile())
  const server = await startRangeServer(folder)
  try {
    const rows = []
    for (const box of BOXES) rows.push(...(await local(box, folder, tile, scratch, server)))
    for (const box of BOXES.slice(0, 2)) rows.push(...(await cold(box, scratch, server)))
    return { name: `400 points of a bbox (${existsSync(REAL) ? basename(REAL) : 'a drawn tile'})`, rows }
  } finally {
    await server.stop()
    await rm(scratch, { recursive: true, force: true })
  }
}

async function local(box: Box, folder: string, tile: string, scratch: string, server: RangeServer) {
  const places = grid(box)
  const kept = await open(folder, join(scratch, 'kept'), server)
  await kept.read('worldcover', places)
  const warm: Cost[] = []
  const unpacked: Cost[] = []
  const gdal: Cost[] = []
  for (let round = 0; round < ROUNDS; round++) {
    warm.push(await cost(() => kept.read('worldcover', places)))
    const fresh = await open(folder, join(scratch, 'fresh'), server)
    unpacked.push(await cost(() => fresh.read('worldcover', places)))
    gdal.push(gdalCost(tile, places))
  }
  return [
    { bbox: box.name, reader: 'ours, blocks in memory', ...medians(warm) },
    { bbox: box.name, reader: 'ours, nothing opened yet', ...medians(unpacked) },
    { bbox: box.name, reader: 'gdallocationinfo, one process', ...medians(gdal) },
  ]
}

async function cold(box: Box, scratch: string, server: RangeServer) {
  const places = grid(box)
  const empty = join(scratch, 'empty')
  await mkdir(empty, { recursive: true })
  const rows = []
  for (const atOnce of [1, 32]) {
    const layers = await open(empty, await mkdtemp(join(scratch, 'cold-')), server)
    server.forget()
    const { wall, cpu } = await cost(() =>
      Promise.all(Array.from({ length: atOnce }, () => layers.read('worldcover', places))),
    )
    const reader = `ours, cold over HTTP, ${atOnce} at once: ${server.served.length} requests`
    rows.push({ bbox: box.name, reader, 'wall ms': round(wall), 'cpu ms': round(cpu) })
  }
  return rows
}

async function open(folder: string, cache: string, { url }: RangeServer): Promise<Layers> {
  return createLayers({
    folder,
    urls: { worldcover: url, gsw: url, hansen: url, gfc2020: url },
    clock: systemClock,
    cache: await openBlockCache(cache, 64 * 1024 * 1024),
  })
}

function grid({ south, west, size }: Box): Place[] {
  return Array.from({ length: SIDE * SIDE }, (_, index) => ({
    lat: south + ((Math.floor(index / SIDE) + 0.5) * size) / SIDE,
    lng: west + (((index % SIDE) + 0.5) * size) / SIDE,
  }))
}

interface Cost {
  wall: number
  cpu: number
}

async function cost(work: () => Promise<unknown>): Promise<Cost> {
  const used = process.cpuUsage()
  const began = performance.now()
  await work()
  const wall = performance.now() - began
  const { user, system } = process.cpuUsage(used)
  return { wall, cpu: (user + system) / 1000 }
}

/** `times` of the shell tells what its child used. */
function gdalCost(tile: string, places: Place[]): Cost {
  const input = places.map(({ lat, lng }) => `${lng} ${lat}\n`).join('')
  const script = `gdallocationinfo -valonly -geoloc '${tile}' >/dev/null; times`
  const began = performance.now()
  const said = execFileSync('bash', ['-c', script], { input }).toString().trim().split('\n')[1]!
  const wall = performance.now() - began
  const [user, system] = [...said.matchAll(/(\d+)m([\d.]+)s/g)].map(([, m, s]) => 60 * Number(m) + Number(s))
  return { wall, cpu: 1000 * (user! + system!) }
}

function medians(costs: Cost[]) {
  return {
    'wall ms': round(median(costs.map(({ wall }) => wall))),
    'cpu ms': round(median(costs.map(({ cpu }) => cpu))),
  }
}

function round(value: number): number {
  return Number(value.toFixed(1))
}

function drawnTile(): Uint8Array {
  const classes = [10, 20, 30, 40, 50, 80]
  const value = (row: number, col: number) => classes[((row >> 6) * 5 + (col >> 5) * 3) % classes.length]!
  return drawGeoTiff({ west: 6, north: 3, pixel: 3 / 6000, width: 6000, height: 6000, block: 1024, value, noData: 0 })
}
