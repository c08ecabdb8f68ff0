import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { describe, type TestContext } from 'node:test'
import { type RasterHeader, readHeader } from '../../src/earth/raster/header.ts'
import { localBytes } from '../../src/earth/sources/local-bytes.ts'
import type { LayerId, Layers, Place, Read } from '../../src/earth/types.ts'
import { needsCommand, needsShared, sharedData } from '../support/needs.ts'
import { rounds } from '../support/rounds.ts'
import { openLayers } from './open-layers.ts'
import { random } from './random.ts'

interface Sample {
  layer: LayerId
  /** Below the shared data. */
  file: string
  /** Under which name it is read; its own unless told. */
  as?: string
  noData: number[]
}

const gsw = (
  folder: string,
  product: 'recurrence' | 'transitions' | 'occurrence' | 'seasonality',
  as?: string,
): Sample => ({
  layer: `gsw_${product}`,
  file: `earth/${folder}`,
  as,
  noData: [255],
})

const SAMPLES: Sample[] = [
  { layer: 'worldcover', file: 'earth/worldcover/ESA_WorldCover_10m_2021_v200_N00E006_Map.tif', noData: [0] },
  ...(['lossyear', 'treecover2000'] as const).map((product) => ({
    layer: `hansen_${product}` as const,
    file: `earth/dominican-republic/Hansen_GFC-2023-v1.11_${product}_20N_080W.tif`,
    noData: [255],
  })),
  ...(['recurrence', 'transitions', 'occurrence', 'seasonality'] as const).flatMap((product) => [
    gsw(`guyana/${product}_60W_10Nv1_4_2021.tif`, product),
    gsw(`manso/${product}.tif`, product, `${product}_60W_10S_v1_5_2024.tif`),
  ]),
]

const nameOf = ({ file, as }: Sample) => as ?? file.slice(file.lastIndexOf('/') + 1)
const missing = needsShared('earth').skip || needsCommand('gdallocationinfo').skip
const needs = { skip: missing }

/** All files under the names they are read by, one folder deep. */
async function tiles(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'witnessmark-tiles-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'some', 'depth'), { recursive: true })
  for (const sample of SAMPLES) await copyFile(sharedData + sample.file, join(folder, 'some', 'depth', nameOf(sample)))
  return folder
}

function gdal(file: string, places: Place[]): (number | null)[] {
  const input = places.map(({ lat, lng }) => `${lng} ${lat}\n`).join('')
  const lines = execFileSync('gdallocationinfo', ['-valonly', '-geoloc', file], { input, maxBuffer: 1 << 26 })
    .toString()
    .split('\n')
  return places.map((_, index) => (lines[index]!.trim() === '' ? null : Number(lines[index])))
}

async function equal(layers: Layers, sample: Sample, places: Place[], expected: (number | null)[]): Promise<void> {
  const reads = await layers.read(sample.layer, places)
  assert.equal(reads.length, places.length)
  for (const [index, read] of reads.entries())
    assert.ok(
      agrees(read, expected[index]!, sample.noData),
      `${nameOf(sample)} at ${JSON.stringify(places[index])}: ${JSON.stringify(read)}, but gdallocationinfo says ${expected[index]}`,
    )
}

function agrees(read: Read, value: number | null, noData: number[]): boolean {
  if (value === null) return read.outcome === 'unread'
  if (noData.includes(value)) return read.outcome === 'no_data'
  return read.outcome === 'value' && read.value === value
}

function randomPlaces(header: RasterHeader, count: number, seed: number): Place[] {
  const next = random(seed)
  return Array.from({ length: count }, () => ({
    lng: header.west + next() * header.width * header.pixelWidth,
    lat: header.north - next() * header.height * header.pixelHeight,
  }))
}

/** Centres of the pixels along all four edges, corners among them, every `step`th. */
function edgeCentres(header: RasterHeader, step: number): Place[] {
  const { width, height } = header
  const along = (count: number) => [...Array(Math.ceil(count / step)).keys()].map((n) => n * step).concat(count - 1)
  const cols = along(width).flatMap((col) => [[0, col] as const, [height - 1, col] as const])
  const rows = along(height).flatMap((row) => [[row, 0] as const, [row, width - 1] as const])
  return [...cols, ...rows].map(([row, col]) => centre(header, row, col))
}

function centre(header: RasterHeader, row: number, col: number): Place {
  return {
    lat: header.north - (row + 0.5) * header.pixelHeight,
    lng: header.west + (col + 0.5) * header.pixelWidth,
  }
}

/** On the exact lines that the first row and the first column own. */
function onNorthAndWest(header: RasterHeader, step: number): Place[] {
  const north = edgeCentres(header, step).map(({ lng }) => ({ lat: header.north, lng }))
  const west = edgeCentres(header, step).map(({ lat }) => ({ lat, lng: header.west }))
  return [...north, ...west, { lat: header.north, lng: header.west }]
}

for (const way of ['from a folder', 'over HTTP'] as const)
  describe(`pixel for pixel as gdallocationinfo reads it, ${way}`, needs, () => {
    const open = async (t: TestContext) => {
      const folder = await tiles(t)
      const served = join(folder, 'some', 'depth')
      const { layers } = await openLayers(t, way === 'over HTTP' ? { upstream: served } : { folder })
      return { layers, path: (sample: Sample) => join(served, nameOf(sample)) }
    }
    const headerOf = (path: string) => readHeader(localBytes(path, path))

    test('2,000 random points', async (t) => {
      const { layers, path } = await open(t)
      const share = Math.ceil(2_000 / SAMPLES.length)
      for (const [index, sample] of SAMPLES.entries()) {
        const places = randomPlaces(await headerOf(path(sample)), rounds(share, 2_000), index + 1)
        await equal(layers, sample, places, gdal(path(sample), places))
      }
    })

    test('pixel centres along all edges and corners', async (t) => {
      const { layers, path } = await open(t)
      for (const sample of SAMPLES) {
        const header = await headerOf(path(sample))
        const places = edgeCentres(header, header.width > 1_000 ? rounds(499, 1) : 1)
        await equal(layers, sample, places, gdal(path(sample), places))
      }
    })

    test('the exact north and west lines, and on the south edge the last row', async (t) => {
      const { layers, path } = await open(t)
      for (const sample of SAMPLES) {
        const header = await headerOf(path(sample))
        const step = header.width > 1_000 ? rounds(1_999, 10) : 1
        const lines = onNorthAndWest(header, step)
        await equal(layers, sample, lines, gdal(path(sample), lines))
        const lastRow = edgeCentres(header, step).map(({ lng }) => ({ ...centre(header, header.height - 1, 0), lng }))
        const southEdge = lastRow.map(({ lng }) => ({ lat: header.north - header.height * header.pixelHeight, lng }))
        await equal(layers, sample, southEdge, gdal(path(sample), lastRow))
      }
    })

    test('beside a clip nothing is read', async (t) => {
      const { layers, path } = await open(t)
      for (const sample of SAMPLES.slice(1)) {
        const { west, north, pixelWidth, pixelHeight } = await headerOf(path(sample))
        const places = [
          { lat: north + pixelHeight, lng: west + pixelWidth },
          { lat: north - pixelHeight, lng: west - pixelWidth },
        ]
        for (const read of await layers.read(sample.layer, places))
          assert.deepEqual(
            [read.outcome, read.outcome === 'unread' && read.cause],
            ['unread', way === 'over HTTP' ? 'outside_file' : 'not_found'],
          )
      }
    })
  })

test('open ocean is no data, never a class', needs, async (t) => {
  const { layers } = await openLayers(t, { folder: join(sharedData, 'earth') })
  const ocean = [
    { lat: 0.01, lng: 8.99 },
    { lat: -30.5, lng: -20.5 },
  ]
  for (const read of await layers.read('worldcover', ocean)) assert.equal(read.outcome, 'no_data')
})
