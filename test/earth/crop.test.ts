import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { toUtm } from '../../src/earth/vegetation/utm.ts'
import { fixedClock } from '../../src/kernel/clock.ts'
import { needsModels, needsShared, sharedData } from '../support/needs.ts'
import { isLong } from '../support/rounds.ts'
import type { Reply } from '../support/service.ts'
import { type DrawnService, type Land, pinAt, SIDE, startOverLand, tilesOf } from './drawn-land.ts'
import {
  BLUE_SKY,
  drawBlank,
  drawGradient,
  drawNoise,
  drawPhoto,
  LEAVES,
  OVERCAST,
  SOIL,
  STRAW,
  withExif,
} from './drawn-photos.ts'

/** West to east: crop, grass, trees, built, water, bare, crop beside built, nothing mapped. */
const CODES = [40, 30, 10, 50, 80, 60, 0, 0]
const PLACES = ['crop', 'grass', 'trees', 'built', 'water', 'bare', 'edge', 'unmapped'] as const
type PlaceName = (typeof PLACES)[number]
const LAND: Land = {
  west: 14.5,
  north: 46.1,
  worldcover(row, col) {
    const strip = Math.floor((CODES.length * col) / SIDE.fine)
    return PLACES[strip] === 'edge' ? (row % 2 ? 40 : 50) : CODES[strip]!
  },
}
const pinOf = (place: PlaceName) => pinAt(LAND, 40, PLACES.indexOf(place) * 10 + 5)

const TAKEN = '2026-06-20T10:00:00Z'

const models = needsModels('nanodet', 'ssdlite')

interface Scenery {
  ndvi?: number
  taken_at?: string | null
}

let drawn: DrawnService
const ends: (() => unknown)[] = []
before(async () => {
  drawn = await startOverLand({ after: (end) => void ends.push(end as () => unknown) }, tilesOf(LAND), {
    clock: fixedClock('2026-07-01T00:00:00Z'),
    env: { WORKERS: '1', MODELS_BUILD: 'off' },
  })
})
after(async () => {
  for (const end of ends) await end()
})

/** One scene over the land, of one index everywhere. */
function putScene(ndvi: number, day = '2026-06-18'): void {
  const { x, y } = toUtm(pinOf('crop'), 32633)
  const stored = (reflectance: number) => Math.round((reflectance + 0.1) / 0.0001)
  drawn.stac.put({
    id: `S2A_T33TVM_${day.replaceAll('-', '')}_${Math.round(ndvi * 100)}_L2A`,
    datetime: `${day}T10:00:00.000Z`,
    utm: 32633,
    west: Math.round(x) - 200,
    north: Math.round(y) + 300,
    width: 200,
    height: 60,
    at: () => ({ red: stored(0.2 * (1 - ndvi)), nir: stored(0.2 * (1 + ndvi)), scl: 4 }),
    bbox: [14.4, 46, 14.6, 46.2],
  })
}

async function ask(photo: Uint8Array, place: PlaceName, { ndvi, taken_at = TAKEN }: Scenery = {}): Promise<Reply> {
  drawn.stac.clear()
  if (ndvi !== undefined) putScene(ndvi)
  return drawn.service.post('/api/crop/agree', {
    image_base64: Buffer.from(photo).toString('base64'),
    ...pinOf(place),
    ...(taken_at !== null && { taken_at }),
  })
}

const leaves = (seed: number, more = {}) => drawPhoto({ seed, ...more })
const rows = (seed: number, share = 0.65) => drawPhoto({ ground: SOIL, rows: { colour: LEAVES, share }, seed })
const soil = (seed: number, sky = BLUE_SKY) => drawPhoto({ ground: SOIL, sky, seed })
const straw = (seed: number) => drawPhoto({ ground: STRAW, sky: OVERCAST, seed })

describe('drawn photographs at drawn places', models, () => {
  const expect = (
    verdict: string,
    pairs: [name: string, photo: () => Promise<Buffer>, place: PlaceName, more?: Scenery][],
  ) =>
    test(`${verdict} is reached by ${pairs.length} pairs`, async () => {
      assert.ok(pairs.length >= 10)
      for (const [name, photo, place, more] of pairs) {
        const { status, body } = await ask(await photo(), place, more)
        assert.equal(status, 200, JSON.stringify(body))
        assert.equal(body.verdict, verdict, `${name} at ${place}: ${body.why.join(' | ')}`)
        assert.equal(body.needs_a_person, verdict === 'disagrees')
      }
    })

  expect('consistent', [
    ['leaves', () => leaves(1), 'crop', { ndvi: 0.7 }],
    ['leaves', () => leaves(2), 'grass', { ndvi: 0.5 }],
    ['leaves without sky', () => leaves(3, { horizon: 0 }), 'trees', { ndvi: 0.8 }],
    ['leaves under cloud', () => leaves(4, { sky: OVERCAST }), 'crop'],
    ['rows', () => rows(5), 'crop', { ndvi: 0.4 }],
    ['rows', () => rows(6, 0.8), 'crop', { ndvi: 0.45 }],
    ['leaves, nobody says when', () => leaves(7), 'crop', { taken_at: null }],
    ['soil', () => soil(8), 'crop', { ndvi: 0.12 }],
    ['soil under cloud', () => soil(9, OVERCAST), 'grass', { ndvi: 0.15 }],
    ['straw', () => straw(10), 'crop', { ndvi: 0.2 }],
    ['soil', () => soil(11), 'bare'],
    ['leaves taken near by', async () => withExif(await leaves(12), pinOf('crop')), 'crop', { ndvi: 0.6 }],
  ])

  expect('disagrees', [
    ['leaves', () => leaves(1), 'water', { ndvi: -0.1 }],
    ['leaves', () => leaves(2), 'water'],
    ['leaves', () => leaves(3), 'built'],
    ['rows', () => rows(4), 'built', { ndvi: 0.1 }],
    ['leaves', () => leaves(5), 'crop', { ndvi: 0.08 }],
    ['rows', () => rows(6), 'grass', { ndvi: 0.1 }],
    ['leaves', () => leaves(7), 'bare', { ndvi: 0.1 }],
    ['soil', () => soil(8), 'crop', { ndvi: 0.75 }],
    ['straw', () => straw(9), 'trees', { ndvi: 0.7 }],
    ['soil', () => soil(10), 'water'],
    ['leaves taken far away', async () => withExif(await leaves(11), { lat: 46.3, lng: 14.5 }), 'crop', { ndvi: 0.7 }],
  ])

  expect('cannot_say', [
    ['leaves', () => leaves(1), 'unmapped', { ndvi: 0.7 }],
    ['leaves', () => leaves(2), 'edge', { ndvi: 0.5 }],
    ['leaves', () => leaves(3), 'crop', { ndvi: 0.2 }],
    ['leaves', () => leaves(4), 'bare'],
    ['leaves', () => leaves(5), 'built', { ndvi: 0.5 }],
    ['soil', () => soil(6), 'crop'],
    ['soil', () => soil(7), 'crop', { ndvi: 0.12, taken_at: null }],
    ['soil', () => soil(8), 'built', { ndvi: 0.1 }],
    ['one green', () => drawBlank([80, 130, 50]), 'crop', { ndvi: 0.7 }],
    ['noise', () => drawNoise(1, [255, 255, 255]), 'crop', { ndvi: 0.7 }],
    ['times apart', async () => withExif(await leaves(9), { at: '2026:05:01 10:00:00' }), 'crop', { ndvi: 0.7 }],
    ['a gradient', () => drawGradient([20, 60, 10], [120, 220, 90]), 'grass', { ndvi: 0.7 }],
  ])

  test('nothing blank and no noise is ever consistent, of whatever colour and grain', async () => {
    const pictures = [
      ...[
        [80, 130, 50],
        [140, 108, 78],
        [255, 255, 255],
        [0, 0, 0],
      ].map((colour) => drawBlank(colour as [number, number, number])),
      ...(isLong ? [1, 2, 3, 5, 7, 8, 13, 16] : [1, 5]).flatMap((grain) => [
        drawNoise(grain, [90, 200, 60], grain),
        drawNoise(grain, [255, 255, 255], grain),
        drawNoise(grain, [150, 110, 80], grain),
      ]),
      drawGradient([20, 60, 10], [120, 220, 90]),
      drawPhoto({ width: 80, height: 60 }),
    ]
    for (const [index, picture] of (await Promise.all(pictures)).entries())
      for (const place of ['crop', 'bare'] as const) {
        const { body } = await ask(picture, place, { ndvi: place === 'crop' ? 0.7 : 0.1 })
        assert.equal(body.verdict, 'cannot_say', `picture ${index}: ${body.why[0]}`)
        assert.equal(body.photo.shows, 'unclear')
      }
  })

  test('the reply says what was seen, measured, read and compared, and its receipt binds it', async () => {
    const photo = await withExif(await leaves(1), { ...pinOf('crop'), at: '2026:06:20 12:00:00', offset: '+02:00' })
    const { body } = await ask(photo, 'crop', { ndvi: 0.6 })
    assert.equal(body.photo.position.distance_m, 0)
    assert.match(body.photo.position.is, /anyone can write/)
    assert.equal(body.photo.taken_at.in_file, '2026-06-20T10:00:00.000Z')
    assert.match(body.photo.detectorFnId, /^coco-fast@/)
    assert.ok(body.photo_measurement.colour.green > 0.6)
    assert.match(body.photo_measurement.rule, /^crop\.agree@/)
    assert.deepEqual(body.cell.class, { code: 40, name: 'Cropland' })
    assert.deepEqual(
      [body.cell.kind, body.cell.readable, body.cell.layer_years_before_photograph],
      ['vegetated', true, 5],
    )
    assert.equal(body.cell.land_cover.by_class[40], body.cell.land_cover.pixels)
    assert.equal(body.cell.land_cover.tile, 'N45E012')
    assert.equal(body.cell.vegetation.compared, true)
    assert.equal(body.cell.vegetation.date, '2026-06-18T10:00:00.000Z')
    assert.ok(Math.abs(body.cell.vegetation.ndvi - 0.6) < 1e-3)
    for (const name of ['what_this_compares', 'the_colour_stage_caveat', 'the_stage_comparison_is_not_here_yet'])
      assert.ok(body[name].length > 60)
    const { payload } = body.receipt
    assert.equal(payload.image_sha256, createHash('sha256').update(photo).digest('hex'))
    assert.deepEqual(payload.cell, body.cell)
    assert.deepEqual([payload.verdict, payload.why], [body.verdict, body.why])
    assert.equal(payload.asked.taken_at, TAKEN)
    const checked = await drawn.service.post('/api/world-model/verify/receipt', { receipt: body.receipt })
    assert.equal(checked.body.valid, true)
  })

  test('the scene nearest to the photograph is compared, and none from another season', async () => {
    drawn.stac.clear()
    putScene(0.1, '2026-06-29')
    putScene(0.7, '2026-05-12')
    const image_base64 = (await leaves(1)).toString('base64')
    const at = (taken_at: string) => drawn.service.post('/api/crop/agree', { image_base64, ...pinOf('crop'), taken_at })
    assert.equal((await at('2026-05-20T08:00:00+02:00')).body.verdict, 'consistent')
    assert.equal((await at('2026-06-20T08:00:00+02:00')).body.verdict, 'disagrees')
    const march = await at('2026-03-01T08:00:00Z')
    assert.equal(march.body.cell.vegetation.compared, false)
    assert.equal(march.body.verdict, 'consistent')
  })

  test('the picture may be the body, with the pin in the query', async () => {
    const { lat, lng } = pinOf('crop')
    const { status, body } = await drawn.service.request('POST', `/api/crop/agree?lat=${lat}&lng=${lng}`, {
      headers: { 'content-type': 'image/jpeg' },
      body: new Uint8Array(await leaves(1)),
    })
    assert.equal(status, 200, JSON.stringify(body))
    assert.equal(body.verdict, 'consistent')
  })
})

describe('photographs of rooms and streets', { skip: models.skip || needsShared('photos/coco').skip }, () => {
  for (const [file, shows] of [
    ['000000017627', 'street'],
    ['000000025560', 'indoors'],
    ['000000037777', 'indoors'],
    ['000000219578', 'indoors'],
  ])
    test(`${file} shows ${shows}, and disagrees with a field`, async () => {
      const photo = readFileSync(`${sharedData}photos/coco/${file}.jpg`)
      const field = await ask(photo, 'crop', { ndvi: 0.7 })
      assert.equal(field.body.photo.shows, shows)
      assert.equal(field.body.verdict, 'disagrees')
      assert.equal((await ask(photo, 'built')).body.verdict, 'cannot_say')
    })
})

describe('bad input', () => {
  test('a time to come, a time that is none, a place that is none and no picture are refused with a fix', async () => {
    const image_base64 = (await drawBlank([9, 9, 9], 8, 8)).toString('base64')
    const pin = pinOf('crop')
    for (const [error, body] of [
      ['invalid_input', { image_base64, ...pin, taken_at: '2026-09-01T00:00:00Z' }],
      ['invalid_input', { image_base64, ...pin, taken_at: 'yesterday' }],
      ['invalid_input', { image_base64, ...pin, taken_at: '2026-06-20' }],
      ['invalid_input', { image_base64, lat: 91, lng: 0 }],
      ['invalid_input', { image_base64, lng: 0 }],
      ['invalid_input', { image_base64, ...pin, crop: 'maize' }],
      ['image_missing', pin],
      ['image_undecodable', { image_base64: 'AAAA', ...pin }],
    ] as const) {
      const reply = await drawn.service.post('/api/crop/agree', body)
      assert.equal(reply.status, 400, JSON.stringify(reply.body))
      assert.equal(reply.body.error, error)
      assert.ok(reply.body.fix.do)
    }
  })
})

test('without detectors nothing is consistent, and the reply says who did not look', async (t) => {
  const { service } = await startOverLand(t, tilesOf(LAND), {
    env: { MODELS_DIR: '/nonexistent', MODELS_BUILD: 'off', WORKERS: '1' },
  })
  const { status, body } = await service.post('/api/crop/agree', {
    image_base64: (await leaves(1)).toString('base64'),
    ...pinOf('crop'),
  })
  assert.equal(status, 200)
  assert.equal(body.verdict, 'cannot_say')
  assert.match(body.photo.why_no_objects, /not built/)
})
