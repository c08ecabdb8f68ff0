import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { fixedClock } from '../../src/kernel/clock.ts'
import { plausiblyFarmland } from '../../src/measure/prescreen/farmland.ts'
import { somethingGrowing } from '../../src/measure/prescreen/growing.ts'
import { landCoverAround } from '../../src/measure/prescreen/land-cover.ts'
import { lossOf } from '../../src/measure/prescreen/loss.ts'
import type { PixelRead, PixelWindow } from '../../src/measure/prescreen/reads.ts'
import { DEFAULT_WEIGHTS, ranksOf, screen } from '../../src/measure/prescreen/screen.ts'
import { type DrawnService, type Land, pinAt, SIDE, startOverLand, tilesOf } from './drawn-land.ts'

const value = (number: number): PixelRead => ({ outcome: 'value', value: number, at: {} })
const UNREAD: PixelRead = { outcome: 'unread', why: 'upstream is down', at: {} }
const NO_DATA: PixelRead = { outcome: 'no_data', why: 'the layer has no data here', at: {} }

describe('forest loss', () => {
  test('2021 is after the cut-off and 2020 is not', () => {
    assert.deepEqual(lossOf(value(21), value(1)), { kind: 'after_cut_off', year: 2021 })
    assert.deepEqual(lossOf(value(20), value(1)), { kind: 'before_cut_off', year: 2020 })
    assert.deepEqual(lossOf(value(1), UNREAD), { kind: 'before_cut_off', year: 2001 })
  })

  test('a loss year is evidence without any mask', () => {
    assert.deepEqual(lossOf(value(23), UNREAD), { kind: 'after_cut_off', year: 2023 })
  })

  test('zero is no loss only on mapped land or water', () => {
    assert.deepEqual(lossOf(value(0), value(1)), { kind: 'none' })
    assert.deepEqual(lossOf(value(0), value(2)), { kind: 'none' })
    for (const mask of [value(0), value(3), NO_DATA, UNREAD])
      assert.equal(lossOf(value(0), mask).kind, 'not_established')
  })

  test('what was not read, and what is no year, establishes nothing', () => {
    for (const read of [UNREAD, NO_DATA, value(254)]) assert.equal(lossOf(read, value(1)).kind, 'not_established')
  })
})

describe('the signals', () => {
  const here = { lat: 0.5, lng: 6.5 }
  const SIZE = 1 / 12_000

  function windowOf(pixel: (row: number, col: number) => number, outcome = (_: number, __: number) => 0): PixelWindow {
    const [rows, columns] = [13, 13]
    const each = (of: (row: number, col: number) => number) =>
      Uint8Array.from({ length: rows * columns }, (_, at) => of(Math.floor(at / columns), at % columns))
    return {
      west: here.lng - 6.5 * SIZE,
      north: here.lat + 6.5 * SIZE,
      pixelWidthDeg: SIZE,
      pixelHeightDeg: SIZE,
      columns,
      rows,
      values: each(pixel),
      outcomes: each(outcome),
      whys: [],
    }
  }

  test('crop counts whole, grass half, the rest nothing', () => {
    const of = (code: number) =>
      plausiblyFarmland(
        landCoverAround(
          windowOf(() => code),
          here,
        ),
      ).value
    assert.equal(of(40), 1)
    assert.equal(of(30), 0.5)
    for (const code of [10, 20, 50, 60, 70, 80, 90, 95, 100]) assert.equal(of(code), 0)
  })

  test('only pixels within 50 m count: their number is the area of the circle', () => {
    const { pixels, pixels_read, by_class } = landCoverAround(
      windowOf((row, col) => (Math.hypot(row - 6, col - 6) < 6 ? 40 : 50)),
      here,
    )
    assert.equal(pixels, pixels_read)
    const pixelM = 111_320 * SIZE
    assert.ok(Math.abs(pixels - (Math.PI * 50 ** 2) / pixelM ** 2) < 8, `${pixels}`)
    assert.equal(by_class[50], undefined)
  })

  test('pixels nobody read are in no share, and most of them unread is no signal', () => {
    const half = landCoverAround(
      windowOf(
        () => 40,
        (_, col) => (col < 5 ? 2 : 0),
      ),
      here,
    )
    assert.equal(plausiblyFarmland(half).value, 1)
    const few = landCoverAround(
      windowOf(
        () => 40,
        (_, col) => (col < 8 ? 2 : 0),
      ),
      here,
    )
    assert.equal(plausiblyFarmland(few).known, false)
    const ocean = landCoverAround(
      windowOf(
        () => 0,
        () => 1,
      ),
      here,
    )
    assert.deepEqual([plausiblyFarmland(ocean).known, plausiblyFarmland(ocean).value], [false, null])
  })

  test('a pin beside 180° sees both sides of it', () => {
    const window = { ...windowOf(() => 40), west: 180 - 6.5 * SIZE }
    const east = landCoverAround(window, { lat: here.lat, lng: -180 })
    assert.equal(
      east.pixels,
      landCoverAround(
        windowOf(() => 40),
        here,
      ).pixels,
    )
  })

  test('NDVI rises from 0.2 to 0.6, and no scene is no zero', () => {
    const of = (ndvi: number) => somethingGrowing({ outcome: 'value', ndvi }).value
    assert.deepEqual([-0.3, 0.2, 0.3, 0.4, 0.6, 0.9].map(of), [0, 0, 0.25, 0.5, 1, 1])
    assert.deepEqual(somethingGrowing({ outcome: 'no_data', why: 'cloud' }), {
      known: false,
      value: null,
      why_unread: 'cloud',
    })
  })
})

describe('the standing of a pin', () => {
  const read = (number: number) => ({ known: true, value: number, why_unread: null })
  const unread = { known: false, value: null, why_unread: 'cloud' }

  test('weights go to what was read', () => {
    const both = screen(
      { kind: 'none' },
      { plausibly_farmland: read(1), something_growing: read(0.5) },
      DEFAULT_WEIGHTS,
    )
    assert.deepEqual(both, { group: 'ranked', score: 0.8, lossYear: null })
    const one = screen({ kind: 'none' }, { plausibly_farmland: read(0.7), something_growing: unread }, DEFAULT_WEIGHTS)
    assert.deepEqual(one, { group: 'ranked', score: 0.7, lossYear: null })
  })

  test('a disqualified pin has no score, however green', () => {
    const screened = screen(
      { kind: 'after_cut_off', year: 2022 },
      { plausibly_farmland: read(1), something_growing: read(1) },
      DEFAULT_WEIGHTS,
    )
    assert.equal(screened.group, 'do_not_visit')
    assert.ok(!('score' in screened))
  })

  test('no signal with a weight is no score', () => {
    const screened = screen(
      { kind: 'none' },
      { plausibly_farmland: unread, something_growing: read(1) },
      { plausibly_farmland: 1, something_growing: 0 },
    )
    assert.deepEqual(screened, { group: 'could_not_screen', reasons: ['plausibly_farmland is unread: cloud'] })
  })

  test('equals share a rank and keep their order', () => {
    const pins = [0.5, 0.9, 0.5, 0.1].map((score, index) => ({ score, index }))
    assert.deepEqual(
      ranksOf(pins).map(({ rank, pin }) => [rank, pin.index]),
      [
        [1, 1],
        [2, 0],
        [2, 2],
        [4, 3],
      ],
    )
  })
})

/** West to east: crop, grass, trees, built; north to south: no loss, loss of 2019, of 2020, of 2021, of 2024, unmapped. */
const LAND: Land = {
  west: -71.7,
  north: 18.6,
  worldcover: (_, col) => [40, 30, 10, 50][Math.floor((4 * col) / SIDE.fine)]!,
  lossyear: (row) => [0, 19, 20, 21, 24, 0][Math.floor((6 * row) / SIDE.coarse)]!,
  datamask: (row) => (row >= (5 * SIDE.coarse) / 6 ? 0 : row < 4 ? 2 : 1),
  forest: (_, col) => (col >= SIDE.fine / 2 && col < (3 * SIDE.fine) / 4 ? 1 : 0),
}
const ROWS = { water: 2, noLoss: 8, loss2019: 20, loss2020: 33, loss2021: 46, loss2024: 60, unmapped: 74 }
const COLS = { crop: 10, grass: 30, trees: 50, built: 70 }
const pin = (row: keyof typeof ROWS, col: keyof typeof COLS) => pinAt(LAND, ROWS[row], COLS[col])

describe('over the wire', () => {
  let drawn: DrawnService
  const ends: (() => unknown)[] = []
  before(async () => {
    drawn = await startOverLand({ after: (end) => void ends.push(end as () => unknown) }, tilesOf(LAND), {
      clock: fixedClock('2026-07-01T00:00:00Z'),
    })
  })
  after(async () => {
    for (const end of ends) await end()
  })
  const post = async (body: unknown) => drawn.service.post('/api/prescreen', body)

  test('every pin is in one list, with its own members, its index and its reads', async () => {
    const pins = [
      { id: 'a', ...pin('noLoss', 'crop') },
      { id: 'b', ...pin('loss2021', 'crop'), note: { farm: 7 } },
      { id: 'c', ...pin('unmapped', 'crop') },
      { id: 'd', ...pin('loss2020', 'grass') },
      { id: 'e', ...pin('loss2024', 'built') },
      { id: 'f', ...pin('noLoss', 'trees') },
      { id: 'g', ...pin('water', 'grass') },
    ]
    const { status, body } = await post({ pins })
    assert.equal(status, 200)
    assert.deepEqual(
      body.ranked.map(({ id, index, rank, score }: Record<string, unknown>) => [id, index, rank, score]),
      [
        ['a', 0, 1, 1],
        ['d', 3, 2, 0.5],
        ['g', 6, 2, 0.5],
        ['f', 5, 4, 0],
      ],
    )
    assert.deepEqual(
      body.do_not_visit.map(({ id, index, loss_year }: Record<string, unknown>) => [id, index, loss_year]),
      [
        ['b', 1, 2021],
        ['e', 4, 2024],
      ],
    )
    assert.deepEqual(body.do_not_visit[0].note, { farm: 7 })
    assert.deepEqual(
      body.could_not_screen.map(({ id }: { id: string }) => id),
      ['c'],
    )
    assert.match(body.could_not_screen[0].reasons[0], /not mapped/)
    assert.deepEqual([body.pins_read, body.pins_unread], [6, 1])
    assert.match(body.why_could_not_screen, /1 of 7/)
    const [first] = body.ranked
    assert.deepEqual(first.scored_on, ['plausibly_farmland'])
    assert.equal(first.signals.something_growing.known, false)
    assert.match(first.signals.something_growing.why_unread, /no scene/)
    const { read } = first.signals.plausibly_farmland
    assert.equal(read.layer, 'worldcover')
    assert.deepEqual([read.tile, read.row, read.col], ['N18W072', 3 * ROWS.noLoss + 1, 3 * COLS.crop + 1])
    assert.equal(read.by_class[40], read.pixels)
    assert.equal(first.forest_2020.forest, false)
    assert.equal(body.ranked[3].forest_2020.forest, true)
    assert.equal(body.do_not_visit[0].read.value, 21)
    assert.equal(body.do_not_visit[0].read.tile, '20N_080W')
    assert.equal(body.ranked[1].loss.year, 2020)
    assert.equal(body.ranked[1].loss.seen_until, 2025)
    assert.equal(body.readiness_window, null)
    for (const name of [
      'why_no_readiness_window',
      'no_value_range',
      'why_eligibility_is_not_weighted',
      'a_pin_is_not_a_plot',
      'how',
    ])
      assert.ok(body[name].length > 40, name)
  })

  test('the receipt binds the pins, every read and the result, and verifies', async () => {
    const { body } = await post({ pins: [{ id: 'a', ...pin('noLoss', 'crop') }, pin('loss2021', 'crop')] })
    const { payload } = body.receipt
    assert.equal(payload.schema, 'svc.prescreen.v1')
    assert.equal(payload.asked.pins[0].id, 'a')
    assert.deepEqual(payload.asked.weights, DEFAULT_WEIGHTS)
    assert.deepEqual(payload.ranked, body.ranked)
    assert.deepEqual(payload.do_not_visit, body.do_not_visit)
    const verdict = await drawn.service.post('/api/world-model/verify/receipt', { receipt: body.receipt })
    assert.equal(verdict.body.valid, true)
    assert.equal(body.verify.steps.length, 5)
  })

  test('duplicates are kept apart by their index', async () => {
    const twice = pin('noLoss', 'grass')
    const { body } = await post({ pins: [twice, twice, twice] })
    assert.deepEqual(
      body.ranked.map(({ index, rank }: Record<string, number>) => [index, rank]),
      [
        [0, 1],
        [1, 1],
        [2, 1],
      ],
    )
  })

  test('a scene adds growth to the score, and names its date', async () => {
    const { lat, lng } = pin('noLoss', 'crop')
    const [west, north] = [215_000, 2_060_000]
    drawn.stac.put({
      id: 'S2B_T19QBB_20260620_L2A',
      datetime: '2026-06-20T15:00:00.000Z',
      utm: 32619,
      west,
      north,
      width: 600,
      height: 600,
      at: () => ({ red: 1500, nir: 2500, scl: 4 }),
      bbox: [lng - 0.1, lat - 0.1, lng + 0.1, lat + 0.1],
    })
    const { body } = await post({ pins: [{ lat, lng }] })
    drawn.stac.clear()
    const { something_growing } = body.ranked[0].signals
    // (0.15 - 0.05) / (0.15 + 0.05) = 0.5, and 0.5 is three quarters of the way from 0.2 to 0.6.
    assert.equal(something_growing.value, 0.75)
    assert.equal(something_growing.read.date, '2026-06-20T15:00:00.000Z')
    assert.equal(body.ranked[0].score, 0.9)
    assert.deepEqual(body.ranked[0].scored_on, ['plausibly_farmland', 'something_growing'])
  })

  test('what is given as weights is what weighs', async () => {
    const pins = [pin('noLoss', 'crop')]
    const { body } = await post({ pins, weights: { plausibly_farmland: 2 } })
    assert.deepEqual(body.weights, { plausibly_farmland: 2, something_growing: 0 })
    assert.equal(body.ranked[0].score, 1)
    const growing = await post({ pins, weights: { something_growing: 1 } })
    assert.deepEqual(growing.body.ranked, [])
    assert.match(growing.body.could_not_screen[0].reasons[0], /^something_growing is unread/)
  })

  test('one refusal names every malformed pin, all five hundred if need be', async () => {
    const good = pin('noLoss', 'crop')
    const pins = [
      good,
      null,
      7,
      'x',
      [],
      {},
      { lat: 91, lng: 0 },
      { lat: 0, lng: -181 },
      { lat: '1', lng: 2 },
      { ...good, score: 1 },
    ]
    const { status, body } = await post({ pins })
    assert.equal(status, 400)
    assert.deepEqual(body.detail.pins, [1, 2, 3, 4, 5, 6, 7, 8, 9])
    assert.ok(body.detail.problems.some(({ member }: { member: string }) => member === 'pins[6].lat'))
    assert.ok(body.detail.problems.some(({ member }: { member: string }) => member === 'pins[9].score'))
    for (const { problem } of body.detail.problems) assert.match(problem, /^(expected|the reply has)/)
    assert.deepEqual(body.fix.body, { pins: [good] })
    assert.equal((await post(body.fix.body)).status, 200)
    const all = await post({ pins: Array.from({ length: 500 }, () => ({ lat: 100, lng: 0 })) })
    assert.equal(all.body.detail.pins.length, 500)
    assert.equal((await post(all.body.fix.body)).status, 200)
  })

  test('a member that no two readers would sign alike is named, not rounded', async () => {
    let deep: unknown = 1
    for (let level = 0; level < 61; level++) deep = [deep]
    for (const own of [{ id: 1e300 }, { id: 2 ** 53 }, { id: '\ud800' }, { id: deep }]) {
      const { status, body } = await post({ pins: [{ ...pin('noLoss', 'crop'), ...own }] })
      assert.equal(status, 400, JSON.stringify(own).slice(0, 40))
      assert.equal(body.detail.problems[0].member, 'pins[0]')
    }
  })

  test('weights that cannot be meant, no pins, too many pins and unknown members are refused with a fix', async () => {
    const pins = [pin('noLoss', 'crop')]
    for (const body of [
      { pins, weights: { plausibly_farmland: -1 } },
      { pins, weights: { plausibly_farmland: 0, something_growing: 0 } },
      { pins, weights: {} },
      { pins, weights: { moisture: 1 } },
      { pins, weights: { plausibly_farmland: 1e308 } },
      { pins, weights: { plausibly_farmland: '1' } },
      { pins, weights: null },
      { pins: [] },
      { pins: Array.from({ length: 501 }, () => pins[0]) },
      { pins: pins[0] },
      { pins, wieghts: {} },
      {},
    ]) {
      const reply = await post(body)
      assert.equal(reply.status, 400, JSON.stringify(body).slice(0, 100))
      assert.ok(reply.body.fix.do)
      assert.equal((await post(reply.body.fix.body)).status, 200)
    }
  })

  test('five hundred pins are answered at once, in order, and with no request where the folder has the tiles', async () => {
    drawn.upstream.forget()
    const pins = Array.from({ length: 500 }, (_, index) => ({
      n: index,
      ...pinAt(LAND, index % 80, Math.floor(index / 80) * 10),
    }))
    const { status, body } = await post({ pins })
    assert.equal(status, 200)
    const all = [...body.ranked, ...body.do_not_visit, ...body.could_not_screen]
    assert.deepEqual(
      all.map(({ n }) => n).sort((a, b) => a - b),
      pins.map(({ n }) => n),
    )
    assert.ok(all.every(({ n, index }) => n === index))
    assert.ok(drawn.upstream.served.length <= 12, `${drawn.upstream.served.length} requests`)
  })

  test('a pin outside every file is not screened, and says which layer could not be read', async () => {
    const { body } = await post({ pins: [{ lat: 50, lng: 10 }] })
    assert.equal(body.pins_unread, 1)
    assert.match(body.could_not_screen[0].reasons[0], /forest loss could not be read/)
  })
})

test('without a data mask, no loss is not told from no data, and the reply says so', async (t) => {
  const { service } = await startOverLand(t, tilesOf({ ...LAND, datamask: undefined }))
  const { body } = await service.post('/api/prescreen', {
    pins: [pin('noLoss', 'crop'), pin('loss2021', 'crop'), pin('loss2019', 'crop')],
  })
  assert.match(body.could_not_screen[0].reasons[0], /no loss cannot be told from no data/)
  assert.deepEqual([body.ranked[0].index, body.do_not_visit[0].index], [2, 1])
})

test('farmland that was read does not make up for loss that was not', async (t) => {
  const { service } = await startOverLand(t, tilesOf({ ...LAND, lossyear: undefined }))
  const { body } = await service.post('/api/prescreen', { pins: [pin('noLoss', 'crop')] })
  assert.deepEqual(body.ranked, [])
  assert.equal(body.pins_unread, 1)
})

test('ocean is no farmland and no zero', async (t) => {
  const { service } = await startOverLand(t, tilesOf({ ...LAND, worldcover: () => 0 }))
  const { body } = await service.post('/api/prescreen', { pins: [pin('noLoss', 'crop')] })
  assert.deepEqual(body.ranked, [])
  assert.equal(body.could_not_screen[0].signals.plausibly_farmland.value, null)
})

test('whatever upstream does, a pin is read or says why not, and is read again when upstream is back', async (t) => {
  const clock = fixedClock('2026-07-01T00:00:00Z')
  const { service, upstream } = await startOverLand(t, {}, { clock })
  for (const [name, bytes] of Object.entries(tilesOf(LAND))) upstream.put(name, bytes)
  const pins = [pin('noLoss', 'crop'), pin('loss2021', 'crop')]
  const post = () => service.post('/api/prescreen', { pins })
  for (const fault of ['dead', 403, 404, 500, 'half', 'garbage'] as const) {
    upstream.fail(fault)
    const { status, body } = await post()
    assert.equal(status, 200)
    assert.equal(body.pins_unread, 2, `${fault}: ${JSON.stringify(body.could_not_screen[0])}`)
    for (const { reasons } of body.could_not_screen) assert.match(reasons[0], /forest loss could not be read: ./)
    clock.advance(600_000)
  }
  upstream.fail(500, /datamask/)
  const masked = await post()
  assert.deepEqual([masked.body.do_not_visit.length, masked.body.could_not_screen.length], [1, 1])
  clock.advance(600_000)
  upstream.fail(500, /WorldCover/)
  const uncovered = await post()
  assert.match(
    uncovered.body.could_not_screen[0].reasons.join(),
    /plausibly_farmland is unread: .*could be read in 0 of/,
  )
  clock.advance(600_000)
  upstream.fail(null)
  upstream.forget()
  const { body } = await post()
  assert.deepEqual([body.ranked[0].score, body.do_not_visit[0].loss_year, body.pins_unread], [1, 2021, 0])
  const files = new Set(upstream.served.map(({ path }) => path)).size
  assert.ok(upstream.served.length <= 8 * files, `${upstream.served.length} requests for ${files} files`)
})

test('five hundred pins over the network cost a request a block, none of them twice', async (t) => {
  const { service, upstream } = await startOverLand(t, {})
  const tiles = tilesOf(LAND)
  for (const [name, bytes] of Object.entries(tiles)) upstream.put(name, bytes)
  const pins = Array.from({ length: 500 }, (_, index) => pinAt(LAND, 4 + (index % 72), 4 + Math.floor(index / 72) * 10))
  const { body } = await service.post('/api/prescreen', { pins })
  assert.ok(body.ranked.length > 200 && body.do_not_visit.length > 100)
  const asked = upstream.served.filter(({ status }) => status === 206).map(({ path, range }) => `${path} ${range}`)
  assert.equal(new Set(asked).size, asked.length)
  const blocks = 2 * (SIDE.fine / 60) ** 2 + 2 * (SIDE.coarse / 16)
  assert.ok(asked.length <= blocks + 3 * Object.keys(tiles).length, `${asked.length} requests for ${blocks} blocks`)
})
