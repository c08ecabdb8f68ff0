import assert from 'node:assert/strict'
import test from 'node:test'
import { drawGeoTiff } from '../support/geotiff.ts'
import { rounds } from '../support/rounds.ts'
import type { Reply, TestService } from '../support/service.ts'
import { startOverLand } from './drawn-land.ts'
import { COVER, coverTile } from './drawn-layers.ts'
import { type Random, random } from './random.ts'

const POINT = '/api/tool/satellite/lulc/analyze'
const BBOX = '/api/tool/satellite/lulc/bbox'
const POLYGON = '/api/tool/satellite/lulc/polygon'
const WATER = '/api/water/distance'

const ODD = [null, '', 'x', '1', [], {}, true, -1, 0, 1e-320, 1e300, 91, -181, 2.5, [1], { lat: 1 }, -0]

const pick = <Item>(next: Random, items: readonly Item[]): Item => items[Math.floor(next() * items.length)]!

/** Mostly where tiles lie, sometimes anywhere, sometimes on the lines where things go wrong. */
function degrees(next: Random, from: number, to: number, most: number): number {
  const kind = next()
  if (kind < 0.6) return from + next() * (to - from)
  if (kind < 0.8) return pick(next, [-most, most, 0, from, to, Math.round(from), most - 1e-9])
  return (next() * 2 - 1) * most
}

const lat = (next: Random) => degrees(next, -1, 4, 90)
const lon = (next: Random) => degrees(next, 5, 12, 180)

type Body = Record<string, unknown>

const BODIES: Record<string, (next: Random) => Body> = {
  [POINT]: (next) => ({ lat: lat(next), lon: lon(next) }),
  [BBOX]: (next) => {
    const [min_lat, min_lon] = [lat(next), lon(next)]
    const size = 10 ** (-8 + next() * 9)
    return {
      min_lat,
      min_lon,
      max_lat: next() < 0.8 ? min_lat + size : lat(next),
      max_lon: next() < 0.8 ? min_lon + size : lon(next),
      ...(next() < 0.7 && { grid_size: Math.floor(next() * 24) }),
    }
  },
  [POLYGON]: (next) => ({
    coordinates:
      next() < 0.7 ? star(next) : Array.from({ length: Math.floor(next() * 7) }, () => [lat(next), lon(next)]),
    ...(next() < 0.7 && { sample_points: Math.floor(next() * 110) }),
  }),
  [WATER]: (next) => ({
    lat: lat(next),
    lng: lon(next),
    ...(next() < 0.5 && {
      radii_m: Array.from({ length: Math.floor(next() * 6) }, () => next() * 900).sort((a, b) => a - b),
    }),
    ...(next() < 0.5 && { bearings: Math.floor(next() * 40) }),
  }),
}

function star(next: Random): number[][] {
  const corners = 3 + Math.floor(next() * 8)
  const [middle, size] = [[lat(next), lon(next)], 10 ** (-8 + next() * 9)]
  return Array.from({ length: corners }, (_, index) => {
    const angle = ((index + next() * 0.9) / corners) * 2 * Math.PI
    const reach = size * (0.1 + next())
    return [middle[0]! + reach * Math.sin(angle), middle[1]! + reach * Math.cos(angle)]
  })
}

function spoilt(next: Random, body: Body): Body {
  const names = Object.keys(body)
  const kind = next()
  if (kind < 0.3) return { ...body, [pick(next, names)]: pick(next, ODD) }
  if (kind < 0.5) return Object.fromEntries(Object.entries(body).filter(([name]) => name !== names[0]))
  if (kind < 0.7) return { ...body, [pick(next, ['lng', 'Lat', '__proto', 'grid', 'points'])]: 1 }
  if (kind < 0.8)
    return {
      ...body,
      coordinates: [
        [
          [1, 2],
          [3, 4],
          [5, 7],
        ],
      ],
    }
  return { ...body, radii_m: pick(next, [[50, 20], [0], ['5'], [6000], []]), bearings: pick(next, [3, 400, '16', 4]) }
}

function send(service: TestService, path: string, body: Body, headers: Record<string, string>): Promise<Reply> {
  if (path !== POINT) return service.post(path, body, headers)
  return service.get(`${path}?${asQuery(body)}`, headers)
}

function asQuery(body: Body): URLSearchParams {
  return new URLSearchParams(Object.entries(body).map(([name, value]): [string, string] => [name, String(value)]))
}

const MAPS: Record<string, string> = {
  [BBOX]: '/api/tool/satellite/lulc/map.png',
  [POLYGON]: '/api/tool/satellite/lulc/polygon/map.png',
  [WATER]: '/api/water/map.png',
}

/** What is answered has its picture; what is spoilt has one too or is refused. */
async function checkMap(
  service: TestService,
  path: string,
  body: Body,
  status: number,
  headers: Record<string, string>,
) {
  const reply = await service.get(`${MAPS[path]}?${asQuery(body)}`, headers)
  const where = `${MAPS[path]} ${JSON.stringify(body)}: ${reply.status}`
  if (status === 200) assert.equal(reply.status, 200, where)
  if (reply.status === 200) assert.equal(reply.headers.get('content-type'), 'image/png', where)
  else assert.ok(reply.status === 400 && reply.body.fix.do.length > 10, where)
}

/** Every point of a 200 has one of the three outcomes, and none that was not read has a value. */
function checkOutcomes(path: string, body: Reply['body']): void {
  if (path === WATER) {
    assert.ok(['water_in_bracket', 'not_found_within_search', 'could_not_be_read'].includes(body.answer))
    assert.equal(body.distance_bracket_m !== null, body.answer === 'water_in_bracket')
    assert.ok(body.answer !== 'not_found_within_search' || !body.some_points_could_not_be_read)
    for (const { outcome, recurrence } of body.rings.flatMap((ring: { samples: unknown }) => ring.samples))
      assert.equal(recurrence === null, outcome === 'no_data' || outcome === 'unread')
  } else {
    for (const point of path === POINT ? [body] : body.points) {
      assert.ok(['value', 'no_data', 'unread'].includes(point.outcome))
      assert.equal(point.class === null, point.unread)
      assert.equal(point.why_unread !== null, point.unread)
    }
    if (path !== POINT)
      assert.equal(body.points_read + body.points_no_data + body.points_not_readable, body.points.length)
  }
  assert.ok(body.receipt.payload_sha256 && body.verify.steps.length === 5)
}

test('any body is answered with outcomes or refused with a fix, and with nothing else', async (t) => {
  const clip = (value: (row: number, col: number) => number) =>
    drawGeoTiff({ west: 5, north: 3, pixel: 1 / 400, width: 400, height: 400, block: 128, value, noData: 255 })
  const { service, upstream } = await startOverLand(t, {
    [COVER('N00E006')]: coverTile(0, 6),
    [COVER('N00E009')]: coverTile(0, 9, { value: (row, col) => ((row * col) % 5 === 0 ? 0 : 40) }),
    'recurrence_0E_10N_v1_5_2024.tif': clip((row, col) => [0, 0, 0, 255, 0, 80][(row * 31 + col * 17) % 6]!),
    'transitions_0E_10N_v1_5_2024.tif': clip((row, col) => (row + col) % 7),
  })
  upstream.fail(500, /S03|E012|20E/)
  const headers = { authorization: `Bearer ${await service.mint({ quotaBytes: 1e12 })}` }
  const next = random(20_26)
  const statuses = new Map<string, number>()
  for (let round = 0; round < rounds(160, 10_000); round++) {
    const path = pick(next, Object.keys(BODIES))
    const valid = BODIES[path]!(next)
    const body = next() < 0.7 ? valid : spoilt(next, valid)
    const reply = await send(service, path, body, headers)
    const where = `${path} ${JSON.stringify(body)}: ${reply.status} ${JSON.stringify(reply.body).slice(0, 500)}`
    assert.ok(reply.status === 200 || reply.status === 400, where)
    if (reply.status === 200) checkOutcomes(path, reply.body)
    else {
      assert.equal(reply.body.error, 'invalid_input', where)
      assert.ok(reply.body.fix.do.length > 10 && reply.body.reason.length > 10, where)
      assert.ok(path === POINT ? reply.body.fix.call : reply.body.fix.body, where)
    }
    if (round % 16 === 0 && path !== POINT) await checkMap(service, path, body, reply.status, headers)
    const outcome = `${path} ${reply.status}`
    statuses.set(outcome, (statuses.get(outcome) ?? 0) + 1)
  }
  assert.equal(statuses.size, 8, `every route answered and refused: ${JSON.stringify([...statuses])}`)
  t.diagnostic(JSON.stringify(Object.fromEntries(statuses)))
})
