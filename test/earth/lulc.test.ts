import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sampleRing } from '../../src/earth/sampling/sample-ring.ts'
import { fixedClock } from '../../src/kernel/clock.ts'
import { needsShared, sharedData } from '../support/needs.ts'
import type { Fault, RangeServer } from '../support/range-server.ts'
import { type Reply, startTestService, type TestService } from '../support/service.ts'
import { startOverLand } from './drawn-land.ts'
import { COVER, coverAt, coverTile } from './drawn-layers.ts'

const POINT = '/api/tool/satellite/lulc/analyze'
const BBOX = '/api/tool/satellite/lulc/bbox'
const POLYGON = '/api/tool/satellite/lulc/polygon'
const PIXEL = 3 / 64

const ends: (() => Promise<void>)[] = []
let service: TestService
let upstream: RangeServer
let authorization: { authorization: string }

before(async () => {
  const tiles = {
    [COVER('N00E006')]: coverTile(0, 6),
    [COVER('N00E009')]: coverTile(0, 9),
    [COVER('S03E006')]: coverTile(-3, 6),
    [COVER('S03E009')]: coverTile(-3, 9),
    [COVER('N00E177')]: coverTile(0, 177),
    [COVER('N00W180')]: coverTile(0, -180),
  }
  const opened = await startOverLand({ after: (end) => ends.push(end as () => Promise<void>) }, tiles)
  service = opened.service
  upstream = opened.upstream
  authorization = { authorization: `Bearer ${await service.mint()}` }
})
after(async () => {
  for (const end of ends) await end()
})

const ask = (path: string, body: unknown): Promise<Reply> => service.post(path, body, authorization)
const point = (lat: number, lon: number) => service.get(`${POINT}?lat=${lat}&lon=${lon}`, authorization)

async function isValid(receipt: unknown): Promise<boolean> {
  return (await service.post('/api/world-model/verify/receipt', { receipt })).body.valid
}

/** What the tile whose corner this is holds at a place. */
function drawnAt(lat: number, lon: number): number {
  const [south, west] = [Math.floor(lat / 3) * 3, Math.floor(lon / 3) * 3]
  return coverAt(Math.floor((south + 3 - lat) / PIXEL), Math.floor((lon - west) / PIXEL))
}

const east = (west: number) => `N00E${String(west).padStart(3, '0')}`

describe('a point', () => {
  test('has a class by code and name, the pixel it was read from, and a receipt that binds both', async () => {
    const { status, body } = await point(1.01, 7.02)
    assert.equal(status, 200)
    const [row, col] = [Math.floor((3 - 1.01) / PIXEL), Math.floor((7.02 - 6) / PIXEL)]
    assert.equal(body.class.code, coverAt(row, col))
    assert.ok(body.class.name.length > 3)
    assert.deepEqual([body.unread, body.why_unread], [false, null])
    const { id, version, year, resolution_m, tile, attribution } = body.layer
    assert.deepEqual([id, version, year, resolution_m, tile], ['worldcover', 'v200', 2021, 10, 'N00E006'])
    assert.deepEqual([body.layer.row, body.layer.col], [row, col])
    assert.match(attribution, /ESA WorldCover/)
    const { payload } = body.receipt
    assert.deepEqual(payload.asked, { lat: 1.01, lon: 7.02 })
    assert.deepEqual(payload.reads, [
      {
        lat: 1.01,
        lon: 7.02,
        layer: 'worldcover',
        version,
        tile,
        row,
        col,
        outcome: 'value',
        value: body.class.code,
        why_unread: null,
      },
    ])
    assert.equal(await isValid(body.receipt), true)
  })

  test('without data, and one that could not be read, have no class and say which', async () => {
    const ocean = (await point(20.5, 30.5)).body
    assert.deepEqual([ocean.class, ocean.outcome, ocean.unread], [null, 'no_data', true])
    assert.match(ocean.why_unread, /^no data: /)
    upstream.fail(500, /N45E012/)
    const failed = (await point(46, 13)).body
    upstream.fail(null)
    assert.deepEqual([failed.class, failed.outcome, failed.unread], [null, 'unread', true])
    assert.match(failed.why_unread, /^could not be read: /)
    assert.deepEqual([failed.layer.tile, failed.layer.row, failed.layer.col], ['N45E012', null, null])
    assert.equal(failed.receipt.payload.reads[0].value, null)
    assert.equal(await isValid(failed.receipt), true)
  })

  test('at a pole could not be read, since nobody mapped it', async () => {
    for (const lat of [90, -90]) assert.equal((await point(lat, 0)).body.outcome, 'unread')
  })

  test('on 180° is the same from either side', async () => {
    const [east, west] = [(await point(1, 180)).body, (await point(1, -180)).body]
    assert.deepEqual([east.class, east.layer], [west.class, west.layer])
    assert.equal(west.layer.tile, 'N00W180')
  })

  test('needs a key, of public scope, and room in the quota', async () => {
    assert.equal((await service.get(`${POINT}?lat=1&lon=7`)).status, 401)
    const admin = { authorization: `Bearer ${await service.mint({ scope: 'admin', owner: 'admin@example.com' })}` }
    const refused = await service.get(`${POINT}?lat=1&lon=7`, admin)
    assert.deepEqual([refused.status, refused.body.error], [403, 'key_scope'])
    assert.equal((await service.post(BBOX, { min_lat: 1, min_lon: 7, max_lat: 2, max_lon: 8 }, admin)).status, 200)
    const small = { authorization: `Bearer ${await service.mint({ owner: 'small@example.com', quotaBytes: 10_000 })}` }
    assert.equal((await service.get(`${POINT}?lat=1&lon=7`, small)).status, 200)
    const stored = (await service.get('/api/account/storage', small)).body
    assert.equal(stored.items[0].label, `GET ${POINT}`)
    let full: Reply
    do full = await service.get(`${POINT}?lat=1&lon=7`, small)
    while (full.status === 200)
    assert.deepEqual([full.status, full.body.error], [402, 'quota_reached'])
  })
})

describe('a box', () => {
  test('over the corner of four tiles has every point from its own tile, in order', async () => {
    const { body } = await ask(BBOX, { min_lat: -0.9, min_lon: 8.1, max_lat: 0.9, max_lon: 9.9, grid_size: 6 })
    assert.equal(body.points.length, 36)
    for (const { lat, lon, class: found, layer } of body.points) {
      assert.equal(found.code, drawnAt(lat, lon), `${lat} ${lon}`)
      assert.equal(layer.tile, `${lat < 0 ? 'S03' : 'N00'}${lon < 9 ? 'E006' : 'E009'}`)
    }
    const first = body.points[0]
    assert.deepEqual([first.lat, first.lon], [0.75, 8.25])
    assert.deepEqual([body.points_read, body.points_unread], [36, 0])
    const shares = Object.values<number>(body.proportions)
    assert.ok(Math.abs(shares.reduce((sum, share) => sum + share, 0) - 1) < 1e-12)
    for (const [name, share] of Object.entries<number>(body.proportions))
      assert.equal(
        share,
        body.points.filter((each: { class: { name: string } }) => each.class.name === name).length / 36,
      )
    assert.equal(body.receipt.payload.reads.length, 36)
    assert.equal(await isValid(body.receipt), true)
  })

  test('keeps what was not read out of the shares, and tells no data from failures', async () => {
    upstream.fail(500, /N03E006/)
    const { status, body } = await ask(BBOX, { min_lat: 2, min_lon: 5, max_lat: 4, max_lon: 7, grid_size: 2 })
    upstream.fail(null)
    assert.equal(status, 200)
    const outcomes = body.points.map(({ outcome }: { outcome: string }) => outcome)
    assert.deepEqual(outcomes, ['no_data', 'unread', 'no_data', 'value'])
    assert.deepEqual(
      [body.points_read, body.points_unread, body.points_no_data, body.points_not_readable],
      [1, 3, 2, 1],
    )
    assert.deepEqual(Object.values(body.proportions), [1])
    const whys = (points: { why_unread: string | null }[]) => points.map(({ why_unread }) => why_unread)
    assert.deepEqual(whys(body.receipt.payload.reads), whys(body.points))
    assert.match(body.receipt.payload.reads[1].why_unread, /500/)
  })

  test('answers what it can whichever way upstream fails, and all of it once upstream is well again', async (t) => {
    const faults: [Fault, string, number][] = [
      ['dead', 'N30E000', 0],
      [403, 'N30E003', 3],
      [500, 'N30E006', 6],
      ['half', 'N30E009', 9],
      ['garbage', 'N30E012', 12],
      [{ wrong_tile: coverTile(30, 30) }, 'N30E015', 15],
    ]
    const clock = fixedClock('2026-01-01T00:00:00Z')
    const here = Object.fromEntries(faults.map(([, , west]) => [COVER(east(west)), coverTile(0, west)]))
    const land = await startOverLand(t, here, { clock })
    const key = { authorization: `Bearer ${await land.service.mint()}` }
    for (const [fault, tile, west] of faults) {
      land.upstream.put(COVER(tile), coverTile(30, west))
      const read = async () => {
        const box = { min_lat: 0.5, min_lon: west + 0.5, max_lat: 31.5, max_lon: west + 2.5, grid_size: 20 }
        const { status, body } = await land.service.post(BBOX, box, key)
        assert.equal(status, 200)
        const { body: one } = await land.service.get(`${POINT}?lat=31&lon=${west + 1}`, key)
        return { body, one }
      }
      land.upstream.fail(fault, new RegExp(tile))
      const failed = await read()
      assert.deepEqual([failed.one.outcome, failed.one.class], ['unread', null], tile)
      assert.ok(failed.one.why_unread.length > 'could not be read: '.length + 5)
      for (const { lat, lon, class: found, outcome } of failed.body.points)
        if (lat < 3) assert.equal(found.code, drawnAt(lat, lon))
        else assert.equal(outcome, lat < 30 ? 'no_data' : 'unread', `${tile} ${lat}`)
      land.upstream.fail(null)
      clock.advance(600_000)
      const mended = await read()
      assert.equal(mended.one.class.code, drawnAt(31, west + 1))
      assert.equal(mended.body.points_not_readable, 0)
      for (const { lat, lon, class: found } of mended.body.points)
        if (lat > 30) assert.equal(found.code, drawnAt(lat, lon))
    }
  })

  test('of nothing but ocean has no shares at all', async () => {
    const { body } = await ask(BBOX, { min_lat: 21, min_lon: 30, max_lat: 22, max_lon: 31 })
    assert.deepEqual([body.proportions, body.points_read, body.points_unread, body.grid_size], [{}, 0, 25, 5])
  })

  test('may be as small as a hair and as large as the globe', async () => {
    const hair = { min_lat: 1, min_lon: 7, max_lat: 1.000000001, max_lon: 7.000000001, grid_size: 20 }
    assert.equal((await ask(BBOX, hair)).body.points_read, 400)
    const globe = { min_lat: -90, min_lon: -180, max_lat: 90, max_lon: 180, grid_size: 20 }
    const { status, body } = await ask(BBOX, globe)
    assert.equal(status, 200)
    assert.equal(body.points.length, 400)
    assert.ok(body.points_unread > 390 && body.points_not_readable > 0 && body.points_no_data > 0)
  })

  test('across 180° is refused with the two boxes either side, which work', async () => {
    const { status, body } = await ask(BBOX, { min_lat: 1, min_lon: 179, max_lat: 2, max_lon: -179, grid_size: 3 })
    assert.deepEqual([status, body.error], [400, 'invalid_input'])
    assert.deepEqual(body.fix.bodies, [
      { min_lat: 1, min_lon: 179, max_lat: 2, max_lon: 180, grid_size: 3 },
      { min_lat: 1, min_lon: -180, max_lat: 2, max_lon: -179, grid_size: 3 },
    ])
    for (const half of body.fix.bodies) assert.equal((await ask(BBOX, half)).body.points_read, 9)
  })

  test('that cannot be meant is refused, and the fix works', async () => {
    const box = { min_lat: 1, min_lon: 7, max_lat: 2, max_lon: 8 }
    for (const wrong of [
      { ...box, min_lat: 2, max_lat: 1 },
      { ...box, max_lat: 1 },
      { ...box, max_lon: 7 },
      { ...box, min_lon: 180, max_lon: 180 },
      { ...box, max_lat: 91 },
      { ...box, min_lon: -181 },
      { ...box, grid_size: 1 },
      { ...box, grid_size: 21 },
      { ...box, grid_size: 2.5 },
      { ...box, min_lat: '1' },
      { ...box, max_lon: null },
      { ...box, gridsize: 5 },
      { min_lat: 1 },
      {},
    ]) {
      const { status, body } = await ask(BBOX, wrong)
      assert.equal(status, 400, JSON.stringify(wrong))
      assert.equal((await ask(BBOX, body.fix.body)).status, 200, JSON.stringify(body))
    }
  })
})

describe('a polygon', () => {
  const triangle = [
    [1, 7],
    [1, 8],
    [2, 7.5],
  ]

  test('is sampled at 25 places unless told, each with its class and pixel', async () => {
    const { status, body } = await ask(POLYGON, { coordinates: triangle })
    assert.equal(status, 200)
    assert.equal(body.points.length, 25)
    for (const { lat, lon, class: found } of body.points) {
      assert.equal(found.code, drawnAt(lat, lon))
      assert.ok(lat > 1 && lat < 2 && Math.abs(lon - 7.5) < (2 - lat) / 2)
    }
    assert.equal(body.points_read, 25)
    assert.deepEqual(body.receipt.payload.asked, { coordinates: triangle, sample_points: 25 })
    assert.equal(await isValid(body.receipt), true)
  })

  test('gives the same places either way round, open or closed, and again', async () => {
    const places = async (coordinates: number[][]) =>
      (await ask(POLYGON, { coordinates, sample_points: 40 })).body.points.map(
        ({ lat, lon }: { lat: number; lon: number }) => [lat, lon],
      )
    const expected = await places(triangle)
    assert.equal(expected.length, 40)
    for (const same of [
      triangle,
      triangle.toReversed(),
      [...triangle, triangle[0]!],
      [...triangle.slice(1), triangle[0]!],
    ])
      assert.deepEqual(await places(same), expected)
  })

  test('with holes, crossing itself, without area or too thin is refused, and the fix works', async () => {
    const wrong: [RegExp, unknown][] = [
      [/holes/, [triangle, triangle]],
      [/holes/, [[...triangle, triangle[0]]]],
      [
        /crosses or touches itself/,
        [
          [1, 7],
          [2, 8],
          [1, 8],
          [2, 7],
        ],
      ],
      [
        /on one line/,
        [
          [1, 7],
          [1.5, 7.5],
          [2, 8],
        ],
      ],
      [
        /fewer than three/,
        [
          [1, 7],
          [1, 7],
          [2, 8],
          [1, 7],
        ],
      ],
      [
        /too thin/,
        [
          [40, 10],
          [40, 11],
          [40.00000000000002, 11],
        ],
      ],
      [
        /either way round/,
        [
          [1, -170],
          [1, 170],
          [2, 170],
        ],
      ],
      [
        />=3 items/,
        [
          [1, 7],
          [2, 8],
        ],
      ],
      [
        /<=90/,
        [
          [91, 7],
          [1, 8],
          [2, 7],
        ],
      ],
      [
        /<=2 items/,
        [
          [1, 7, 3],
          [1, 8, 3],
          [2, 7, 3],
        ],
      ],
      [/expected/, 'POLYGON((1 7, 1 8, 2 7.5))'],
    ]
    for (const [reason, coordinates] of wrong) {
      const { status, body } = await ask(POLYGON, { coordinates, sample_points: 50 })
      assert.equal(status, 400, JSON.stringify(coordinates))
      assert.match(body.reason, reason)
      assert.equal((await ask(POLYGON, body.fix.body)).status, 200, JSON.stringify(body.fix))
    }
    for (const sample_points of [0, 101, 2.5, '3', null])
      assert.equal((await ask(POLYGON, { coordinates: triangle, sample_points })).status, 400)
  })

  test('across 180° is refused with the two rings either side, which work', async () => {
    const { status, body } = await ask(POLYGON, {
      coordinates: [
        [1, 179],
        [1, -179],
        [2, -179],
        [2, 179],
      ],
      sample_points: 10,
    })
    assert.equal(status, 400)
    assert.equal(body.fix.bodies.length, 2)
    for (const half of body.fix.bodies) assert.equal((await ask(POLYGON, half)).body.points_read, 10)
  })

  test('of a thousand corners is read, of one more it is refused', async () => {
    const circle = (corners: number) =>
      Array.from({ length: corners }, (_, index) => {
        const angle = (index / corners) * 2 * Math.PI
        return [1.5 + Math.sin(angle), 7.5 + Math.cos(angle)]
      })
    assert.equal((await ask(POLYGON, { coordinates: circle(1000), sample_points: 100 })).body.points_read, 100)
    assert.equal((await ask(POLYGON, { coordinates: circle(1001) })).status, 400)
  })

  test('of many corners is sampled beside the service, to the same places, and refused as one of few is', async () => {
    const teeth = Array.from({ length: 500 }, (_, index): [number, number] => [
      index % 2 === 0 ? 0.6 + index / 1e4 : 2.4 - index / 1e4,
      6.2 + index / 200,
    ])
    const comb: [number, number][] = [[0.3, 6.2], ...teeth, [0.3, 8.8]]
    const { pool } = service.context
    const before = pool.stats().done
    const { body } = await ask(POLYGON, { coordinates: comb, sample_points: 60 })
    assert.equal(pool.stats().done, before + 1)
    const sampled = sampleRing(
      comb.map(([lat, lng]) => [lng, lat]),
      60,
    )
    assert.deepEqual(
      body.points.map(({ lat, lon }: { lat: number; lon: number }) => ({ lat, lng: lon })),
      'places' in sampled && sampled.places,
    )
    const crossed = [...comb.slice(0, 400), [2.9, 6.1], ...comb.slice(400)]
    const { status, body: refused } = await ask(POLYGON, { coordinates: crossed })
    assert.deepEqual([status, refused.error], [400, 'invalid_input'])
    assert.match(refused.reason, /crosses or touches itself/)
    assert.equal(pool.stats().done, before + 2)
    await ask(POLYGON, { coordinates: triangle })
    assert.equal(pool.stats().done, before + 2)
  })
})

test(
  'São Tomé as it is: forest inland, houses by the bay, ocean without data',
  needsShared('earth/worldcover'),
  async (t) => {
    const real = await startTestService({ LAYERS_DIR: `${sharedData}earth/worldcover`, WORLDCOVER_URL: upstream.url })
    t.after(() => real.stop())
    const key = { authorization: `Bearer ${await real.mint()}` }
    const name = async (lat: number, lon: number) =>
      (await real.get(`${POINT}?lat=${lat}&lon=${lon}`, key)).body.class?.name
    assert.equal(await name(0.25, 6.6), 'Tree cover')
    assert.equal(await name(0.338, 6.73), 'Built-up')
    assert.equal(await name(0.45, 6.65), 'Permanent water bodies')
    assert.equal(await name(2.9, 8.9), undefined)
    const box = { min_lat: 0.32, min_lon: 6.71, max_lat: 0.36, max_lon: 6.75 }
    assert.deepEqual((await real.post(BBOX, box, key)).body.proportions, {
      'Permanent water bodies': 0.36,
      'Tree cover': 0.32,
      'Built-up': 0.28,
      Grassland: 0.04,
    })
  },
)
