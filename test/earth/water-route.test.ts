import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { PIXEL } from '../../src/earth/types.ts'
import { canonicalBytes } from '../../src/evidence/canonical.ts'
import { type DrawnRaster, drawGeoTiff } from '../support/geotiff.ts'
import { needsShared, sharedData } from '../support/needs.ts'
import type { RangeServer } from '../support/range-server.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { startOverLand } from './drawn-land.ts'

const WATER = '/api/water/distance'
const NAMES =
  'answer water_within_m distance_bracket_m bearing_deg band rings radii_m bearings samples searched_to_m at_the_point unread some_points_could_not_be_read a_gap_this_wide_could_hide_water it_is_a_bracket what_recurrence_is_not upstream_reads receipt verify'.split(
    ' ',
  )
const STEP = 1 / 4000

/** A clip of a tile around a corner: dry but for the pixels named by row and column. */
function clip(
  west: number,
  north: number,
  wet: [row: number, col: number][],
  changes: Partial<DrawnRaster> = {},
): Uint8Array {
  const values = new Map(wet.map(([row, col]) => [`${row} ${col}`, 90]))
  const value = (row: number, col: number) => values.get(`${row} ${col}`) ?? 0
  return drawGeoTiff({ west, north, pixel: STEP, width: 128, height: 128, block: 64, value, noData: 255, ...changes })
}

/** The middle of a pixel of the clip. */
const middle = (west: number, north: number, row: number, col: number) => ({
  lat: Number((north - (row + 0.5) * STEP).toFixed(7)),
  lng: Number((west + (col + 0.5) * STEP).toFixed(7)),
})

const ends: (() => Promise<void>)[] = []
let service: TestService
let upstream: RangeServer

before(async () => {
  const none = { value: () => 0 }
  const both = (tile: string, west: number, north: number, wet: [number, number][], lost: [number, number][] = []) => ({
    [`recurrence_${tile}_v1_5_2024.tif`]: clip(west, north, [...wet, ...lost]),
    [`transitions_${tile}_v1_5_2024.tif`]: clip(west, north, [], {
      value: (row, col) =>
        lost.some(([r, c]) => r === row && c === col) ? 3 : wet.some(([r, c]) => r === row && c === col) ? 1 : 0,
    }),
  })
  const tiles = {
    ...both('20E_80N', 25, 71, [[60, 75]]),
    ...both('0E_10N', 5, 5, [[64, 70]], [[64, 66]]),
    ...both('10E_0N', 10, 0, [[0, 3]]),
    ...both('0E_0N', 10 - 128 * STEP, 0, []),
    ...both('10E_10N', 10, 128 * STEP, []),
    'recurrence_170E_10N_v1_5_2024.tif': clip(180 - 128 * STEP, 5, []),
    'recurrence_180W_10N_v1_5_2024.tif': clip(-180, 5, [[64, 4]]),
    'recurrence_40E_10N_v1_5_2024.tif': clip(45, 5, [[64, 70]], {
      value: (row, col) => (col === 66 ? 255 : row === 64 && col === 70 ? 90 : 0),
    }),
    'recurrence_30E_80N_v1_5_2024.tif': clip(35, 80, [], none),
    'recurrence_50E_10N_v1_5_2024.tif': clip(55, 5, [], none),
    'recurrence_60E_10N_v1_5_2024.tif': clip(65, 5, [[64, 66]]),
    'transitions_60E_10Nv1_4_2021.tif': clip(65, 5, [], { value: () => 3 }),
  }
  const opened = await startOverLand({ after: (end) => ends.push(end as () => Promise<void>) }, tiles)
  service = opened.service
  upstream = opened.upstream
})
after(async () => {
  for (const end of ends) await end()
})

const ask = async (body: unknown) => (await service.post(WATER, body)).body

describe('the reply', () => {
  test('has every name of the contract, and a receipt that binds the windows, the rings and the answer', async () => {
    const pin = middle(5, 5, 64, 64)
    const body = await ask(pin)
    for (const name of NAMES) assert.ok(Object.hasOwn(body, name), name)
    assert.deepEqual(
      [body.radii_m, body.bearings, body.samples, body.searched_to_m],
      [[25, 50, 100, 200, 350, 500], 16, 96, 500],
    )
    assert.deepEqual(
      body.rings.map(({ samples }: { samples: unknown[] }) => samples.length),
      [16, 16, 16, 16, 16, 16],
    )
    assert.deepEqual(body.at_the_point, { ...pin, outcome: 'dry', recurrence: 0, why: null })
    const { payload } = body.receipt
    assert.deepEqual(payload.asked, { ...pin, radii_m: body.radii_m, bearings: 16 })
    assert.equal(payload.rings_sha256, createHash('sha256').update(canonicalBytes(body.rings)).digest('hex'))
    assert.deepEqual(payload.reads, body.windows)
    assert.deepEqual(payload.distance_bracket_m, body.distance_bracket_m)
    assert.equal((await service.post('/api/world-model/verify/receipt', { receipt: body.receipt })).body.valid, true)
  })

  test('leaves water out that has been lost since: six pixels east counts, two pixels east does not', async () => {
    const body = await ask(middle(5, 5, 64, 64))
    assert.equal(body.answer, 'water_in_bracket')
    assert.deepEqual([body.distance_bracket_m, body.water_within_m, body.bearing_deg], [[100, 200], 200, 90])
    assert.deepEqual(body.nearest_pixel, { tile: '0E_10N', version: 'v1_5', row: 64, col: 70, recurrence: 90 })
    assert.equal(body.band.transitions_used, true)
    assert.equal(body.upstream_reads, 0)
  })

  test('counts it, and says so, where transitions are of another version or could not be read', async () => {
    const body = await ask(middle(65, 5, 64, 64))
    assert.deepEqual([body.distance_bracket_m, body.band.transitions_used], [[50, 100], false])
    assert.match(body.band.wet_means, /may be counted as wet/)
    assert.deepEqual((await ask(middle(-180, 5, 64, 2))).band.transitions_used, false)
  })

  test('is right at 70° N, where a pixel is 28 m tall and 9 m wide', async () => {
    const body = await ask(middle(25, 71, 60, 65))
    assert.deepEqual([body.distance_bracket_m, body.bearing_deg], [[50, 100] /* 10 pixels of 9.1 m */, 90])
    assert.deepEqual((await ask(middle(25, 71, 60, 64))).distance_bracket_m, [100, 200] /* 11 pixels: 100.06 m */)
    assert.deepEqual((await ask(middle(25, 71, 60, 60))).distance_bracket_m, [100, 200] /* 15 pixels: 136 m */)
    assert.deepEqual((await ask(middle(25, 71, 63, 75))).distance_bracket_m, [50, 100] /* 3 pixels of 27.9 m north */)
  })

  test('reaches over tile edges: from one tile into the next, and across 180°', async () => {
    const body = await ask({ lat: 0.0001, lng: 9.9999 })
    assert.deepEqual([body.distance_bracket_m, body.nearest_pixel.tile], [[100, 200], '10E_0N'])
    assert.equal(new Set(body.windows[0].tiles.map(({ tile }: { tile: string }) => tile)).size, 4)
    const across = await ask({ lat: 5 - 64.5 * STEP, lng: 179.9999 })
    assert.deepEqual([across.distance_bracket_m, across.bearing_deg], [[100, 200], 90])
    assert.equal(across.nearest_pixel.tile, '180W_10N')
    assert.deepEqual((await ask({ lat: 5 - 64.5 * STEP, lng: -180 })).distance_bracket_m, [100, 200])
    assert.deepEqual((await ask({ lat: 5 - 64.5 * STEP, lng: 180 })).distance_bracket_m, [100, 200])
  })

  test('lists what has no data, and does not rule out nearer water behind it', async () => {
    const body = await ask(middle(45, 5, 64, 64))
    assert.equal(body.answer, 'water_in_bracket')
    assert.deepEqual(body.distance_bracket_m, [100, 200])
    assert.deepEqual([body.some_points_could_not_be_read, body.nearer_water_is_ruled_out], [true, false])
    assert.match(body.it_is_a_bracket, /nearer than the bracket says/)
    assert.ok(body.unread.length > 0)
    for (const { outcome, why, recurrence } of body.unread) {
      assert.deepEqual([outcome, recurrence], ['no_data', null])
      assert.match(why, /^no data: /)
    }
  })

  test('says not found within the search where all was read dry, and never that there is no water', async () => {
    const body = await ask({ ...middle(55, 5, 64, 64), radii_m: [100, 1000], bearings: 4 })
    assert.equal(body.answer, 'not_found_within_search')
    assert.deepEqual([body.distance_bracket_m, body.water_within_m, body.bearing_deg], [null, null, null])
    assert.deepEqual([body.some_points_could_not_be_read, body.unread], [false, []])
    assert.equal(body.band.transitions_used, false, 'no transitions lie here')
    assert.match(body.it_is_a_bracket, /does not say that there is no water/)
  })

  test('says that it could not be read where a part beyond the file was not, and found nothing in the rest', async () => {
    const body = await ask(middle(55, 5, 10, 64))
    assert.equal(body.answer, 'could_not_be_read')
    assert.equal(body.at_the_point.outcome, 'dry')
    assert.ok(
      body.unread.length > 0 && body.unread.every(({ why }: { why: string }) => /^could not be read: /.test(why)),
    )
  })

  test('says of each sample, and of the point, what is true of it: of its own tile, or where mapping ends', async () => {
    const whys = (body: { unread: { why: string }[] }) => new Set(body.unread.map(({ why }) => why))
    const [beside, ...others] = whys(await ask({ ...middle(10, 128 * STEP, 64, 4), radii_m: [200], bearings: 4 }))
    assert.deepEqual(others, [])
    assert.match(beside!, /^could not be read: the place lies outside recurrence_0E_10N_v1_5_2024.tif.*; .*404/)

    const pin = { ...middle(35, 80, 2, 64), radii_m: [30, 100], bearings: 4 }
    const edge = await ask(pin)
    assert.deepEqual(
      whys(edge),
      new Set(['could not be read: JRC Global Surface Water, recurrence was mapped from -60° to 80° of latitude only']),
    )
    assert.deepEqual(
      edge.unread.map(({ bearing_deg, radius_m }: Record<string, number>) => [radius_m, bearing_deg]),
      [[100, 0]],
    )
    assert.equal(edge.at_the_point.why, null)
    assert.equal(
      edge.receipt.payload.unread_sha256,
      createHash('sha256').update(canonicalBytes(edge.unread)).digest('hex'),
    )

    const beyond = await ask({ ...pin, lat: 80.0001 })
    assert.match(beyond.at_the_point.why, /mapped from/)
    const noData = await ask(middle(45, 5, 64, 66))
    assert.equal(noData.at_the_point.why, 'no data: the layer has no data here')
  })

  test('abstains where the layer was never mapped, at the poles and where upstream has nothing', async () => {
    for (const pin of [
      { lat: 90, lng: 0 },
      { lat: -90, lng: 180 },
      { lat: 85, lng: 10 },
      { lat: 33, lng: 33 },
    ]) {
      const body = await ask({ ...pin, radii_m: [5000] })
      assert.equal(body.answer, 'could_not_be_read', JSON.stringify(pin))
      assert.deepEqual(
        [body.unread.length, body.at_the_point.outcome, body.nearer_water_is_ruled_out],
        [16, 'unread', false],
      )
    }
    const nowhere = await ask({ lat: 85, lng: 10 })
    assert.ok(nowhere.a_gap_this_wide_could_hide_water.within_a_pixel_m <= 40)
    assert.match(nowhere.a_gap_this_wide_could_hide_water.says, /water of any width can hide/)
    const edge = await ask({ lat: 79.9999, lng: 0, radii_m: [500] })
    assert.deepEqual([edge.answer, edge.some_points_could_not_be_read], ['could_not_be_read', true])
  })
})

test('over HTTP the window is asked for once: the next reply needs no request', async (t) => {
  for (const [name, bytes] of [
    ['recurrence/recurrence_100E_10N_v1_5_2024.tif', clip(105, 5, [[64, 70]])],
    ['transitions/transitions_100E_10N_v1_5_2024.tif', clip(105, 5, [])],
  ] as const)
    upstream.put(name, bytes)
  t.after(() => upstream.fail(null))
  const first = await ask(middle(105, 5, 64, 64))
  assert.deepEqual(first.distance_bracket_m, [100, 200])
  assert.ok(first.upstream_reads > 0 && first.upstream_reads <= 14, `${first.upstream_reads}`)
  const again = await ask(middle(105, 5, 64, 64))
  assert.deepEqual([again.upstream_reads, again.distance_bracket_m], [0, [100, 200]])
  upstream.fail('dead')
  const dead = await ask(middle(115, 5, 64, 64))
  assert.deepEqual([dead.answer, dead.distance_bracket_m], ['could_not_be_read', null])
})

test('what cannot be meant is refused, and the fix is a body that works', async () => {
  for (const wrong of [
    {},
    { lat: -15 },
    { lat: '-15', lng: '-55' },
    { lat: null, lng: 5 },
    { lat: 91, lng: 5 },
    { lat: 5, lng: 181 },
    { lat: 5, lon: 5 },
    { lat: 5, lng: 5, radii_m: [] },
    { lat: 5, lng: 5, radii_m: [50, 50] },
    { lat: 5, lng: 5, radii_m: [100, 50] },
    { lat: 5, lng: 5, radii_m: [0.5] },
    { lat: 5, lng: 5, radii_m: [5001] },
    { lat: 5, lng: 5, radii_m: Array.from({ length: 13 }, (_, index) => index + 1) },
    { lat: 5, lng: 5, radii_m: 50 },
    { lat: 5, lng: 5, radii_m: ['50'] },
    { lat: 5, lng: 5, bearings: 3 },
    { lat: 5, lng: 5, bearings: 361 },
    { lat: 5, lng: 5, bearings: 16.5 },
  ]) {
    const { status, body } = await service.post(WATER, wrong)
    assert.equal(status, 400, JSON.stringify(wrong))
    assert.deepEqual(Object.keys(body.fix.body).slice(0, 2), ['lat', 'lng'])
    assert.equal((await service.post(WATER, body.fix.body)).status, 200)
  }
})

test('the largest search is answered: twelve rings of 360 bearings out to 5 km', async () => {
  const radii_m = Array.from({ length: 12 }, (_, index) => (index + 1) * 400 + 200)
  const body = await ask({ ...middle(25, 71, 60, 64), radii_m, bearings: 360 })
  assert.equal(body.samples, 4320)
  assert.equal(body.answer, 'water_in_bracket')
})

test('outcomes mean the same to the reader and to the search', () => {
  assert.deepEqual(PIXEL, { value: 0, noData: 1, unread: 2 })
})

describe('the Manso reservoir', needsShared('earth/manso'), () => {
  let real: TestService
  const folder = mkdtempSync(join(tmpdir(), 'witnessmark-manso-'))
  before(async () => {
    if (needsShared('earth/manso').skip) return
    for (const layer of ['recurrence', 'transitions'])
      writeFileSync(
        join(folder, `${layer}_60W_10S_v1_5_2024.tif`),
        readFileSync(`${sharedData}earth/manso/${layer}.tif`),
      )
    real = await startTestService({ LAYERS_DIR: folder, GSW_URL: upstream.url })
  })
  after(async () => {
    await real?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('is between 50 and 100 m from the pin, as the page says', async () => {
    const { body } = await real.post(WATER, { lat: -15.008875, lng: -55.726875 })
    assert.equal(body.answer, 'water_in_bracket')
    assert.deepEqual([body.distance_bracket_m, body.water_within_m], [[50, 100], 100])
    assert.deepEqual(body.nearest_pixel, { tile: '60W_10S', version: 'v1_5', row: 32, col: 92, recurrence: 66 })
    assert.equal(body.bearing_deg, 0)
    const seen = body.rings.map(({ samples }: { samples: { outcome: string }[] }) =>
      samples.some(({ outcome }) => outcome === 'wet'),
    )
    assert.deepEqual(seen, [false, false, true, true, true, true])
  })

  test('reaches into the bracket of each radius as it is asked for', async () => {
    const { body } = await real.post(WATER, { lat: -15.008875, lng: -55.726875, radii_m: [80, 85], bearings: 4 })
    assert.deepEqual(body.distance_bracket_m, [80, 85])
  })
})
