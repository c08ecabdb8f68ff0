import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { ndvi, reflectance } from '../../src/earth/vegetation/ndvi.ts'
import { sceneOf } from '../../src/earth/vegetation/scene.ts'
import type { Vegetation, VegetationRead } from '../../src/earth/vegetation/types.ts'
import { toUtm } from '../../src/earth/vegetation/utm.ts'
import { createVegetation } from '../../src/earth/vegetation/vegetation.ts'
import { fixedClock } from '../../src/kernel/clock.ts'
import { openBlockCache } from '../../src/store/block-cache.ts'
import { freshFolder } from '../store/fresh.ts'
import { drawGeoTiff } from '../support/geotiff.ts'
import { needsCommand } from '../support/needs.ts'
import { random } from './random.ts'
import { type DrawnScene, type StandInStac, startStandInStac } from './stand-in-stac.ts'

const NOW = new Date('2026-07-01T00:00:00Z')
const DAY = 86_400_000
const LAST_60_DAYS = { since: new Date(NOW.getTime() - 60 * DAY), until: NOW, nearest: NOW }

/** Near Ljubljana: the middle of pixel (row, col) of a scene drawn at WEST, NORTH in zone 33. */
const UTM = 32633
const [WEST, NORTH] = [465_180, 5_080_260]
const BOX: DrawnScene['bbox'] = [14.5, 45.8, 14.6, 45.9]
const PIN = { lat: 45.8731, lng: 14.5575 }

const GREEN = { red: 1400, nir: 5000, scl: 4 }

function sceneAt(day: string, pixel: { red: number; nir: number; scl: number } = GREEN): DrawnScene {
  const datetime = `${day}T10:00:00.000Z`
  return {
    id: `S2A_T33TVL_${day.replaceAll('-', '')}_L2A`,
    datetime,
    utm: UTM,
    west: WEST,
    north: NORTH,
    width: 100,
    height: 100,
    at: () => pixel,
    bbox: BOX,
  }
}

interface Opened {
  stac: StandInStac
  vegetation: Vegetation
  clock: ReturnType<typeof fixedClock>
}

async function open(t: TestContext, allow: string[] = []): Promise<Opened> {
  const stac = await startStandInStac()
  const folder = await mkdtemp(join(tmpdir(), 'witnessmark-scenes-'))
  const cache = await openBlockCache(folder, 16 * 1024 ** 2)
  const clock = fixedClock(NOW)
  const vegetation = createVegetation({ stacUrl: stac.url, allow, clock, cache })
  t.after(async () => {
    vegetation.close()
    await stac.stop()
    await rm(folder, { recursive: true, force: true })
  })
  return { stac, vegetation, clock }
}

async function readPin(vegetation: Vegetation): Promise<VegetationRead> {
  return (await vegetation.read([PIN], LAST_60_DAYS))[0]!
}

test('UTM agrees with gdaltransform in each half of the earth', () => {
  // gdaltransform -s_srs EPSG:4326 -t_srs EPSG:32633 and EPSG:32721
  const slovenia = toUtm(PIN, 32633)
  assert.ok(Math.hypot(slovenia.x - 465657.965883556, slovenia.y - 5080043.37965172) < 1e-4, JSON.stringify(slovenia))
  const manso = toUtm({ lat: -15.008875, lng: -55.726875 }, 32721)
  assert.ok(Math.hypot(manso.x - 636874.617847073, manso.y - 8340298.53292375) < 1e-4, JSON.stringify(manso))
})

test('stored numbers become reflectances by scale and offset, and nothing recorded is no reflectance', () => {
  const band = { href: '', scale: 0.0001, offset: -0.1, nodata: 0 }
  assert.ok(Math.abs(reflectance(5000, band)! - 0.4) < 1e-9)
  assert.equal(reflectance(0, band), null)
  assert.equal(reflectance(900, band), 0)
  assert.ok(Math.abs(ndvi(0.1, 0.3)! - 0.5) < 1e-12)
  assert.equal(ndvi(0, 0), null)
  assert.equal(ndvi(null, 0.3), null)
})

test('the newest usable scene is read, with its date, its place and its numbers', async (t) => {
  const { stac, vegetation } = await open(t)
  stac.put(sceneAt('2026-06-01'))
  stac.put(sceneAt('2026-06-25', { red: 2000, nir: 3000, scl: 5 }))
  const read = await readPin(vegetation)
  assert.equal(read.outcome, 'value')
  if (read.outcome !== 'value') return
  // (0.2 - 0.1) / (0.2 + 0.1)
  assert.ok(Math.abs(read.ndvi - 1 / 3) < 1e-6)
  assert.equal(read.at.scene, 'S2A_T33TVL_20260625_L2A')
  assert.equal(read.at.date, '2026-06-25T10:00:00.000Z')
  assert.deepEqual([read.at.row, read.at.col], [21, 47])
  assert.equal(read.at.version, 'sentinel-2-c1-l2a')
  assert.match(read.at.attribution, /Copernicus Sentinel data 2026/)
  const [search] = stac.searches
  assert.deepEqual(search!.collections, ['sentinel-2-c1-l2a'])
  assert.deepEqual(search!.intersects, { type: 'Point', coordinates: [PIN.lng, PIN.lat] })
  assert.equal(search!.datetime, '2026-05-02T00:00:00.000Z/2026-07-01T00:00:00.000Z')
})

test('cloud, shadow, snow and gaps are passed over, and said to have been', async (t) => {
  const { stac, vegetation } = await open(t)
  stac.put(sceneAt('2026-06-05'))
  for (const [index, scl] of [0, 1, 2, 3, 7, 8, 9, 10, 11].entries())
    stac.put(sceneAt(`2026-06-${10 + index}`, { ...GREEN, scl }))
  const read = await readPin(vegetation)
  assert.equal(read.outcome, 'value')
  if (read.outcome !== 'value') return
  assert.equal(read.at.scene, 'S2A_T33TVL_20260605_L2A')
  assert.equal(read.at.passed_over.scenes, 9)
  assert.match(read.at.passed_over.first[0]!.why, /snow/)
  assert.ok(stac.searches.length > 1, 'the search has pages')
})

test('each class that can be looked through is used', async (t) => {
  const { stac, vegetation } = await open(t)
  for (const scl of [4, 5, 6]) {
    stac.clear()
    stac.put(sceneAt(`2026-06-0${scl}`, { ...GREEN, scl }))
    assert.equal((await readPin(vegetation)).outcome, 'value')
  }
})

test('no usable scene and no scene at all are no data, not zero', async (t) => {
  const { stac, vegetation } = await open(t)
  const none = await readPin(vegetation)
  assert.equal(none.outcome, 'no_data')
  stac.put(sceneAt('2026-06-05', { ...GREEN, scl: 9 }))
  stac.put(sceneAt('2026-06-06', { red: 0, nir: 0, scl: 4 }))
  stac.put(sceneAt('2026-04-30'))
  const cloudy = await readPin(vegetation)
  assert.equal(cloudy.outcome, 'no_data')
  if (cloudy.outcome === 'no_data') assert.equal(cloudy.passed_over.scenes, 2, 'a scene of day 61 is none')
})

test('a dead search, a refusing one and garbage are unread with the cause', async (t) => {
  const { stac, vegetation } = await open(t)
  stac.put(sceneAt('2026-06-05'))
  for (const [fault, cause] of [
    [500, 'upstream_error'],
    [403, 'forbidden'],
    [404, 'not_found'],
    ['garbage', 'malformed'],
  ] as const) {
    stac.failSearch(fault)
    const read = await readPin(vegetation)
    assert.equal(read.outcome, 'unread')
    if (read.outcome === 'unread') assert.equal(read.cause, cause)
  }
  stac.failSearch(null)
  assert.equal((await readPin(vegetation)).outcome, 'value', 'and it recovers')
})

test('a search that keeps failing is left alone for a while, and asked again later', async (t) => {
  const { stac, vegetation, clock } = await open(t)
  stac.put(sceneAt('2026-06-05'))
  stac.failSearch(503)
  const causes: string[] = []
  for (let round = 0; round < 6; round++) {
    const read = await readPin(vegetation)
    if (read.outcome === 'unread') causes.push(read.cause)
  }
  assert.deepEqual(causes, [...Array(3).fill('upstream_error'), ...Array(3).fill('paused')])
  assert.equal(stac.searches.length, 3)
  stac.failSearch(null)
  clock.advance(20_000)
  assert.equal((await readPin(vegetation)).outcome, 'value')
})

test('a scene whose files fail leaves the place to an older one, or unread where there is none', async (t) => {
  const { stac, vegetation } = await open(t)
  stac.put(sceneAt('2026-06-20'))
  stac.failFiles(/20260620/, 404)
  const alone = await readPin(vegetation)
  assert.equal(alone.outcome, 'unread')
  if (alone.outcome === 'unread') assert.equal(alone.cause, 'not_found')
  stac.put(sceneAt('2026-06-10'))
  const older = await readPin(vegetation)
  assert.equal(older.outcome, 'value')
  if (older.outcome === 'value') assert.match(older.at.passed_over.first[0]!.why, /404/)
})

test('a damaged block costs the places in it the scene, and no others', async (t) => {
  const { stac, vegetation } = await open(t)
  const scene = sceneAt('2026-06-20')
  stac.put(scene)
  stac.put(sceneAt('2026-06-10'))
  const { utm, west, north, width, height } = scene
  const red = drawGeoTiff({
    ...{ utm, west, north, width, height, pixel: 10, bits: 16, block: 32, predictor: true },
    value: () => GREEN.red,
  })
  stac.putFile(`${scene.id}/red.tif`, red.fill(0, red.length - 12))
  const inLastBlock = { lat: PIN.lat - 0.00687, lng: PIN.lng + 0.00653 }
  const reads = await vegetation.read([PIN, inLastBlock, PIN], LAST_60_DAYS)
  assert.deepEqual(
    reads.map((read) => read.outcome === 'value' && [read.at.date.slice(0, 10), read.at.passed_over.scenes]),
    [
      ['2026-06-20', 0],
      ['2026-06-10', 1],
      ['2026-06-20', 0],
    ],
  )
})

test('a file that was replaced is read anew', async (t) => {
  const { stac, vegetation } = await open(t)
  const scene = sceneAt('2026-06-20')
  stac.put(scene)
  assert.equal((await readPin(vegetation)).outcome, 'value')
  // Other blocks than those in memory: the old header meets the new file.
  stac.put({ ...scene, at: (row, col) => ({ red: 1000 + row + col, nir: 4000 + row * col, scl: 4 }) })
  const south = { lat: PIN.lat - 0.004, lng: PIN.lng + 0.003 }
  const [broken] = await vegetation.read([south], LAST_60_DAYS)
  assert.equal(broken!.outcome, 'unread')
  const [mended] = await vegetation.read([south], LAST_60_DAYS)
  assert.equal(mended!.outcome, 'value')
})

test('an item that does not say its scale, zone or files is not guessed at', async (t) => {
  const { stac, vegetation } = await open(t)
  stac.put(sceneAt('2026-06-20'), (item) => delete item.assets.red['raster:bands'])
  const read = await readPin(vegetation)
  assert.equal(read.outcome, 'unread')
  if (read.outcome === 'unread') assert.match(read.why, /scale/)
  for (const item of [
    null,
    7,
    {},
    { id: 'x' },
    { id: 'x', properties: {}, assets: {} },
    { id: 'x', properties: { datetime: 'soon' }, assets: {} },
  ])
    assert.ok('missing' in sceneOf(item))
})

test('a time without a zone is UTC, and an item without a box is read where its files lie', async (t) => {
  const { stac, vegetation } = await open(t)
  stac.put(sceneAt('2026-06-20'), (item) => {
    item.bbox = BOX
    item.properties = { datetime: '2026-06-20T10:00:00' }
  })
  const read = await readPin(vegetation)
  assert.equal(read.outcome, 'value')
  if (read.outcome === 'value') assert.equal(read.at.date, '2026-06-20T10:00:00.000Z')
  const item = { id: 'x', properties: { datetime: '2026-06-20T10:00:00' }, assets: { red: {}, nir: {}, scl: {} } }
  const band = { href: 'https://a.example/b.tif', 'raster:bands': [{ scale: 0.0001 }] }
  const scene = sceneOf({ ...item, assets: { red: band, nir: band, scl: band } })
  assert.ok(!('missing' in scene) && scene.bbox === null)
})

test('further pages are followed by POST and by GET, and never to another host', async (t) => {
  const { stac, vegetation } = await open(t)
  for (let day = 10; day < 16; day++) stac.put(sceneAt(`2026-06-${day}`, { ...GREEN, scl: 9 }))
  stac.put(sceneAt('2026-06-01'))
  for (const way of ['POST', 'GET'] as const) {
    stac.pageBy(way)
    assert.equal((await readPin(vegetation)).outcome, 'value', way)
  }
  const other = await startStandInStac()
  t.after(() => other.stop())
  stac.pageBy('POST', other.url)
  const half = await readPin(vegetation)
  assert.equal(half.outcome, 'unread')
  if (half.outcome === 'unread') assert.match(half.why, /another host/)
  assert.deepEqual(other.searches, [])
})

test('scale and offset are found wherever the raster extension has them, and an offset once applied is not taken again', () => {
  const item = (asset: object, properties = {}) => ({
    id: 'x',
    bbox: [0, 0, 1, 1],
    properties: { datetime: '2026-01-01T00:00:00Z', 'proj:epsg': 32631, ...properties },
    assets: { red: asset, nir: asset, scl: { href: 'https://a.example/scl.tif' } },
  })
  const href = 'https://a.example/b.tif'
  const offsets = [
    item({ href, 'raster:bands': [{ scale: 0.0001, offset: -0.1 }] }),
    item({ href, bands: [{ 'raster:scale': 0.0001, 'raster:offset': -0.1 }] }),
    item({ href, 'raster:scale': 0.0001, 'raster:offset': -0.1 }),
    item({ href, 'raster:bands': [{ scale: 0.0001, offset: -0.1 }] }, { 'earthsearch:boa_offset_applied': true }),
    item({ href, 'raster:bands': [{ scale: 0.0001 }] }),
  ].map((each) => {
    const scene = sceneOf(each)
    assert.ok(!('missing' in scene))
    return scene.red.offset
  })
  assert.deepEqual(offsets, [-0.1, -0.1, -0.1, 0, 0])
})

/** Files of the scene lie on another server, under another name of this machine or another port of the same. */
async function putElsewhere(stac: StandInStac, other: StandInStac, href: (path: string) => string): Promise<void> {
  const scene = sceneAt('2026-06-20')
  other.put(scene)
  stac.put(scene, (item) => {
    for (const name of ['red', 'nir', 'scl']) item.assets[name].href = href(`${scene.id}/${name}.tif`)
  })
}

test('a file at a stranger’s private address is not visited, though the search names it', async (t) => {
  const { stac, vegetation } = await open(t)
  const other = await startStandInStac()
  t.after(() => other.stop())
  const { port } = new URL(other.url)
  for (const origin of [
    `http://localhost:${port}`,
    `https://localhost:${port}`,
    `http://[::1]:${port}`,
    `https://127.0.0.2:${port}`,
    'https://169.254.169.254',
    'file:///etc',
    'ftp://example.org',
  ]) {
    stac.clear()
    await putElsewhere(stac, other, (path) => `${origin}/${path}`)
    const read = await readPin(vegetation)
    assert.equal(read.outcome, 'unread', origin)
  }
  assert.deepEqual(other.reads, [])
})

test('a file on the search’s own host is visited at whatever port, and elsewhere where the operator vouches for it', async (t) => {
  const other = await startStandInStac()
  t.after(() => other.stop())
  const { port } = new URL(other.url)
  const same = await open(t)
  await putElsewhere(same.stac, other, (path) => `http://127.0.0.1:${port}/${path}`)
  assert.equal((await readPin(same.vegetation)).outcome, 'value')
  const vouched = await open(t, [`localhost:${port}`])
  await putElsewhere(vouched.stac, other, (path) => `http://localhost:${port}/${path}`)
  assert.equal((await readPin(vouched.vegetation)).outcome, 'value')
})

test('five hundred pins in one scene are one search and a handful of ranges', async (t) => {
  const { stac, vegetation } = await open(t)
  stac.put(sceneAt('2026-06-20'))
  const places = Array.from({ length: 500 }, (_, index) => ({
    lat: PIN.lat + (index % 20) * 1e-4 - 1e-3,
    lng: PIN.lng + Math.floor(index / 20) * 1e-4 - 1e-3,
  }))
  const reads = await vegetation.read(places, LAST_60_DAYS)
  assert.ok(reads.every(({ outcome }) => outcome === 'value'))
  assert.equal(stac.searches.length, 1)
  assert.ok(stac.reads.length <= 24, `${stac.reads.length} ranges`)
  assert.equal(new Set(stac.reads).size, stac.reads.length, 'no range is asked for twice')
})

test('a place outside every scene’s files is no data, whatever the footprint says', async (t) => {
  const { stac, vegetation } = await open(t)
  stac.put({ ...sceneAt('2026-06-20'), bbox: [-180, -80, 180, 84] })
  const [far] = await vegetation.read([{ lat: 45.95, lng: 14.9 }], LAST_60_DAYS)
  assert.equal(far!.outcome, 'no_data')
})

test(
  'cloud-optimised files of GDAL, with overviews, read as gdallocationinfo reads them',
  needsCommand('gdal_translate'),
  async (t) => {
    const { stac, vegetation } = await open(t)
    const folder = freshFolder(t)
    const next = random(3)
    const [width, height] = [700, 700]
    const grid = { west: WEST, north: NORTH, utm: UTM, pixel: 10, width, height }
    const scene = { ...sceneAt('2026-06-20'), width, height, bbox: [14, 45, 15, 46] as DrawnScene['bbox'] }
    stac.put({ ...scene, width: 2, height: 2 })
    const files: Record<string, string> = {}
    for (const [name, bits, value] of [
      ['red', 16, () => 1000 + Math.floor(next() * 3000)],
      ['nir', 16, () => 1000 + Math.floor(next() * 9000)],
      ['scl', 8, () => 4],
    ] as const) {
      const drawn = join(folder, `${name}.tif`)
      files[name] = join(folder, `${name}-cog.tif`)
      writeFileSync(drawn, drawGeoTiff({ ...grid, bits, value }))
      const how = ['-q', '-of', 'COG', '-co', 'COMPRESS=DEFLATE', '-co', 'PREDICTOR=YES', '-co', 'BLOCKSIZE=256']
      execFileSync('gdal_translate', [...how, drawn, files[name]])
      stac.putFile(`${scene.id}/${name}.tif`, readFileSync(files[name]))
    }
    const places = Array.from({ length: 40 }, () => ({
      lat: 45.82 + next() * 0.05,
      lng: 14.56 + next() * 0.07,
    }))
    const reads = await vegetation.read(places, LAST_60_DAYS)
    const asked = places.map(({ lat, lng }) => `${lng} ${lat}`).join('\n')
    const gdal = (name: string) =>
      execFileSync('gdallocationinfo', ['-valonly', '-wgs84', files[name]!], { input: asked, encoding: 'utf8' })
        .trim()
        .split('\n')
        .map(Number)
    const [red, nir] = [gdal('red'), gdal('nir')]
    for (const [index, read] of reads.entries()) {
      assert.equal(read.outcome, 'value')
      if (read.outcome !== 'value') continue
      assert.ok(Math.abs(read.at.red - (red[index]! * 0.0001 - 0.1)) < 1e-6)
      assert.ok(Math.abs(read.at.nir - (nir[index]! * 0.0001 - 0.1)) < 1e-6)
    }
  },
)
