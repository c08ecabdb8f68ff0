import assert from 'node:assert/strict'
import test from 'node:test'
import { metresBetween } from '../../src/measure/water/geodesic.ts'
import { drawGeoTiff } from '../support/geotiff.ts'
import { rounds } from '../support/rounds.ts'
import { startOverLand } from './drawn-land.ts'
import { random } from './random.ts'

const STEP = 1 / 4000
const SIDE = 128
/** Where four tiles meet, the names of the north-western, north-eastern, south-western and south-eastern one. */
const CORNERS = [
  { lat: 0, lng: 10, tiles: ['0E_10N', '10E_10N', '0E_0N', '10E_0N'] },
  { lat: 70, lng: 20, tiles: ['10E_80N', '20E_80N', '10E_70N', '20E_70N'] },
  { lat: -10, lng: 180, tiles: ['170E_0N', '180W_0N', '170E_10S', '180W_10S'] },
] as const

type Corner = (typeof CORNERS)[number]

/** What a pixel holds, counted in rows south and columns east of the corner: about one in 150 is wet, some of it lost. */
function drawn(corner: Corner, row: number, col: number): { recurrence: number; transition: number } {
  const mixed = Math.imul(row * 7919 + col * 104729 + corner.lat * 31 + corner.lng, 0x9e3779b1) >>> 0
  const isWater = mixed % 150 === 0
  return { recurrence: isWater ? 1 + (mixed % 100) : 0, transition: isWater && mixed % 900 === 0 ? 3 : isWater ? 1 : 0 }
}

function tilesAround(corner: Corner): Record<string, Uint8Array> {
  const files: Record<string, Uint8Array> = {}
  for (const [index, tile] of corner.tiles.entries()) {
    const [above, left] = [index < 2, index % 2 === 0]
    const firstRow = above ? -SIDE : 0
    const firstCol = left ? -SIDE : 0
    const west = left ? corner.lng - SIDE * STEP : corner.lng === 180 ? -180 : corner.lng
    const north = above ? corner.lat + SIDE * STEP : corner.lat
    for (const [layer, member] of [
      ['recurrence', 'recurrence'],
      ['transitions', 'transition'],
    ] as const)
      files[`${layer}_${tile}_v1_5_2024.tif`] = drawGeoTiff({
        west,
        north,
        pixel: STEP,
        width: SIDE,
        height: SIDE,
        block: 64,
        value: (row, col) => drawn(corner, row + firstRow, col + firstCol)[member],
      })
  }
  return files
}

/** From the drawing itself, never through the reader. */
function nearestDrawn(corner: Corner, pin: { lat: number; lng: number }): number {
  const eastOfCorner = ((pin.lng - corner.lng + 540) % 360) - 180
  const own = { row: Math.floor((corner.lat - pin.lat) / STEP + 1e-6), col: Math.floor(eastOfCorner / STEP + 1e-6) }
  let least = Number.POSITIVE_INFINITY
  for (let row = -SIDE; row < SIDE; row++)
    for (let col = -SIDE; col < SIDE; col++) {
      const { recurrence, transition } = drawn(corner, row, col)
      if (recurrence === 0 || transition === 3) continue
      const centre = { lat: corner.lat - (row + 0.5) * STEP, lng: corner.lng + (col + 0.5) * STEP }
      least = Math.min(least, row === own.row && col === own.col ? 0 : metresBetween(pin, centre))
    }
  return least
}

test('where four tiles meet, the bracket over the wire contains what brute force over the drawing finds', async (t) => {
  const { service } = await startOverLand(t, Object.assign({}, ...CORNERS.map(tilesAround)))
  const next = random(99)
  const radii = [20, 40, 60, 80, 100, 125, 150, 200, 250, 300]
  for (let round = 0; round < rounds(30, 1_000); round++) {
    const corner = CORNERS[round % CORNERS.length]!
    const reach = 0.0025
    const lng = corner.lng + (next() - 0.5) * 2 * reach
    const pin = {
      lat: round % 7 === 0 ? corner.lat : Number((corner.lat + (next() - 0.5) * 2 * reach).toFixed(7)),
      lng: round % 5 === 0 ? corner.lng : Number((lng > 180 ? lng - 360 : lng).toFixed(7)),
    }
    const { status, body } = await service.post('/api/water/distance', { ...pin, radii_m: radii, bearings: 4 })
    assert.equal(status, 200)
    const metres = nearestDrawn(corner, pin)
    const where = JSON.stringify({ pin, metres, bracket: body.distance_bracket_m, unread: body.unread.length })
    assert.equal(body.some_points_could_not_be_read, false, where)
    if (metres > 300) assert.equal(body.answer, 'not_found_within_search', where)
    else {
      const [inner, outer] = body.distance_bracket_m
      assert.ok((inner < metres || metres === 0) && metres <= outer, where)
      assert.ok(outer === radii[0] || radii.indexOf(outer) === radii.indexOf(inner) + 1, where)
    }
  }
})
