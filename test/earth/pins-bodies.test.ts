import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixedClock } from '../../src/kernel/clock.ts'
import { rounds } from '../support/rounds.ts'
import { type Land, startOverLand, tilesOf } from './drawn-land.ts'
import { drawBlank, drawPhoto } from './drawn-photos.ts'
import { type Random, random } from './random.ts'

const LAND: Land = {
  west: -71.7,
  north: 18.6,
  worldcover: (row, col) => [0, 10, 30, 40, 50, 77][(row + col) % 6]!,
  lossyear: (row, col) => [0, 0, 0, 19, 21, 255][(row * 3 + col) % 6]!,
  datamask: (row) => row % 3,
  forest: (row) => row % 2,
}

function one<Item>(next: Random, ...items: Item[]): Item {
  return items[Math.floor(next() * items.length)]!
}

function anything(next: Random, depth = 0): unknown {
  const kind = Math.floor(next() * (depth > 2 ? 6 : 8))
  if (kind === 6) return Array.from({ length: Math.floor(next() * 4) }, () => anything(next, depth + 1))
  if (kind === 7) return Object.fromEntries([['a', anything(next, depth + 1)]])
  return one<unknown>(next, null, true, next() * 400 - 200, '', '18.6', 1e300, -0, 'NaN', {}, [])
}

function degrees(next: Random, middle: number): unknown {
  const kind = next()
  if (kind < 0.75) return middle + (next() - 0.5) * 0.03
  if (kind < 0.9) return one<number>(next, 0, 90, -90, 180, -180, middle)
  return one(next, 90.000001, -181, '18', null, undefined, true, anything(next))
}

function pin(next: Random): unknown {
  if (next() < 0.05) return anything(next)
  const own =
    next() < 0.3
      ? { [one(next, 'id', 'name', 'index', 'score', '', '__proto__', 'toString', 'é')]: anything(next) }
      : {}
  return { lat: degrees(next, 18.59), lng: degrees(next, -71.69), ...own }
}

function prescreenBody(next: Random): unknown {
  if (next() < 0.05) return anything(next)
  const count = next() < 0.02 ? Math.floor(next() * 520) : Math.floor(next() * 6)
  const pins = next() < 0.95 ? Array.from({ length: count }, () => pin(next)) : anything(next)
  const weights = {
    ...(next() < 0.8 && { plausibly_farmland: one<unknown>(next, 0, 1, 0.6, 1e308, 1e-300, -1, '1', null) }),
    ...(next() < 0.6 && { something_growing: one<unknown>(next, 0, 1, 0.4, 5, -0.1) }),
    ...(next() < 0.05 && { moisture: 1 }),
  }
  return {
    pins,
    ...(next() < 0.4 && { weights: next() < 0.9 ? weights : anything(next) }),
    ...(next() < 0.05 && { [one(next, 'radius', 'weigths', 'pin')]: anything(next) }),
  }
}

test('whatever is posted, the answer is 200 with outcomes or 400 with a fix', async (t) => {
  const { service } = await startOverLand(t, tilesOf(LAND), {
    clock: fixedClock('2026-07-01T00:00:00Z'),
    env: { MODELS_DIR: '/nonexistent', MODELS_BUILD: 'off', WORKERS: '1' },
  })
  const pictures = (await Promise.all([drawBlank([9, 99, 9], 20, 20), drawPhoto({ width: 100, height: 100 })])).map(
    (each) => each.toString('base64'),
  )
  const cropBody = (next: Random): unknown => {
    if (next() < 0.05) return anything(next)
    const image = one<unknown>(next, ...pictures, ...pictures, pictures[0]!.slice(0, 300), 'AAAA', '', 7, undefined)
    return {
      image_base64: image,
      lat: degrees(next, 18.59),
      lng: degrees(next, -71.69),
      ...(next() < 0.7 && {
        taken_at: one<unknown>(
          next,
          '2026-06-20T10:00:00Z',
          '2026-06-20T10:00:00+02:00',
          '1970-01-01T00:00:00Z',
          '0000-01-01T00:00:00Z',
          '2027-01-01T00:00:00Z',
          '2026-06-31T00:00:00Z',
          '2026-06-20',
          5,
          '',
        ),
      }),
      ...(next() < 0.05 && { [one(next, 'crop', 'lon')]: anything(next) }),
    }
  }

  const next = random(6)
  const counts: Record<string, number> = {}
  const outcomes = { ranked: 0, do_not_visit: 0, could_not_screen: 0 }
  for (let round = 0; round < rounds(300, 10_000); round++) {
    const isCrop = round % 4 === 3
    const body = isCrop ? cropBody(next) : prescreenBody(next)
    const path = isCrop ? '/api/crop/agree' : '/api/prescreen'
    const reply = await service.post(path, body)
    const said = `${path} ${JSON.stringify(body)?.slice(0, 400)}: ${reply.status} ${JSON.stringify(reply.body).slice(0, 400)}`
    assert.ok(reply.status === 200 || reply.status === 400, said)
    counts[`${path} ${reply.status}`] = (counts[`${path} ${reply.status}`] ?? 0) + 1
    if (reply.status === 400) {
      assert.ok(reply.body.fix?.do, said)
      continue
    }
    assert.ok(reply.body.receipt.payload_sha256, said)
    if (isCrop) assert.ok(['consistent', 'disagrees', 'cannot_say'].includes(reply.body.verdict), said)
    else {
      const { ranked, do_not_visit, could_not_screen, pins_read, pins_unread } = reply.body
      const { length } = (body as { pins: unknown[] }).pins
      assert.equal(ranked.length + do_not_visit.length + could_not_screen.length, length, said)
      assert.equal(pins_read + pins_unread, length)
      for (const { score } of ranked) assert.ok(score >= 0 && score <= 1, said)
      for (const { reasons } of could_not_screen) assert.ok(reasons.length > 0, said)
      outcomes.ranked += ranked.length
      outcomes.do_not_visit += do_not_visit.length
      outcomes.could_not_screen += could_not_screen.length
    }
  }
  for (const kind of ['/api/prescreen 200', '/api/prescreen 400', '/api/crop/agree 200', '/api/crop/agree 400'])
    assert.ok(counts[kind]! > 10, JSON.stringify(counts))
  for (const count of Object.values(outcomes)) assert.ok(count > 3, JSON.stringify(outcomes))
})
