import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { waterDistance } from '../../src/measure/water/distance.ts'
import { gapThatHides } from '../../src/measure/water/gap.ts'
import { bearingTowards, metresBetween, type Place, placeAt } from '../../src/measure/water/geodesic.ts'
import { restsOnRecurrenceAlone, waterWindow } from '../../src/measure/water/wet.ts'
import { centreOf, type Pixels, pixelAt, SEEN, type WaterWindow } from '../../src/measure/water/window.ts'
import { rounds } from '../support/rounds.ts'
import { type Random, random } from './random.ts'

const RADII = [25, 50, 100, 200, 350, 500]
const PIXEL = 0.00025

/** A window that holds everything within a radius of its pin, on the layer's own lattice of pixels. */
function windowAround(pin: Place, radiusM: number, fill: (at: number) => number): Pixels {
  const [north, south] = [placeAt(pin, 0, radiusM).lat, placeAt(pin, 180, radiusM).lat]
  const reach = Math.abs(((placeAt(pin, 90, radiusM).lng - pin.lng + 540) % 360) - 180) * 1.001
  const first = { row: Math.floor((90 - north) / PIXEL), col: Math.floor((pin.lng - reach + 180) / PIXEL) }
  const last = { row: Math.floor((90 - south) / PIXEL), col: Math.floor((pin.lng + reach + 180) / PIXEL) }
  const [rows, columns] = [last.row - first.row + 1, last.col - first.col + 1]
  return {
    version: 'v1_5',
    north: 90 - first.row * PIXEL,
    west: -180 + first.col * PIXEL,
    pixelHeightDeg: PIXEL,
    pixelWidthDeg: PIXEL,
    rows,
    columns,
    values: Uint8Array.from({ length: rows * columns }, (_, at) => fill(at)),
    outcomes: new Uint8Array(rows * columns),
  }
}

function bruteForce(window: WaterWindow, pin: Place, kinds: string[]): number {
  const own = pixelAt(window, pin)!
  let least = Number.POSITIVE_INFINITY
  for (let row = 0; row < window.rows; row++)
    for (let col = 0; col < window.columns; col++) {
      if (!kinds.includes(SEEN[window.seen[row * window.columns + col]!]!)) continue
      const metres = row === own.row && col === own.col ? 0 : metresBetween(pin, centreOf(window, row, col))
      least = Math.min(least, metres)
    }
  return least
}

function randomPin(next: Random): Place {
  const kind = next()
  const lat =
    kind < 0.3 ? 70 + (next() - 0.5) * 0.2 : kind < 0.4 ? Math.round(next() * 14 - 6) * 10 : -58 + next() * 136
  const lng = next() < 0.2 ? [-180, 180, 0, 10, -60][Math.floor(next() * 5)]! : -180 + next() * 360
  return { lat: Number(lat.toFixed(6)), lng: Number(lng.toFixed(6)) }
}

describe('geodesics', () => {
  test('agree with the published lengths of a degree on WGS 84', () => {
    assert.ok(Math.abs(metresBetween({ lat: 0, lng: 0 }, { lat: 0, lng: 1 }) - 111_319.491) < 0.001)
    assert.ok(Math.abs(metresBetween({ lat: 0, lng: 0 }, { lat: 1, lng: 0 }) - 110_574.389) < 0.001)
    assert.ok(Math.abs(metresBetween({ lat: 69.5, lng: 0 }, { lat: 70.5, lng: 0 }) - 111_561.83) < 0.5)
  })

  test('a place at a bearing and a distance lies at that bearing and distance, at 70° N and across 180°', () => {
    for (const from of [
      { lat: 70, lng: 25 },
      { lat: -15, lng: 179.9999 },
    ]) {
      const to = placeAt(from, 77, 480)
      assert.ok(Math.abs(metresBetween(from, to) - 480) < 1e-6)
      assert.ok(Math.abs(bearingTowards(from, to) - 77) < 1e-6)
    }
  })
})

describe('the bracket', () => {
  test('contains the nearest wet pixel as brute force finds it, at 70° N, on tile edges and across 180° as well', () => {
    const next = random(2024)
    const answers = new Map<string, number>()
    for (let round = 0; round < rounds(150, 4_000); round++) {
      const pin = randomPin(next)
      const density = 10 ** -(1 + next() * 3)
      const radii = next() < 0.6 ? RADII : [30 + next() * 40, 90 + next() * 60, 200 + next() * 200]
      const pixels = windowAround(pin, radii.at(-1)!, () => (next() < density ? 1 + Math.floor(next() * 100) : 0))
      const hasGaps = next() < 0.2
      if (hasGaps) pixels.outcomes = pixels.outcomes.map(() => (next() < density ? 1 + Math.floor(next() * 2) : 0))
      const window = waterWindow(pixels, null)
      const found = waterDistance(window, pin, radii, 8)
      const wet = bruteForce(window, pin, ['wet'])
      const blind = bruteForce(window, pin, ['no_data', 'unread'])
      const where = JSON.stringify({ pin, radii, wet, blind, found: found.distance_bracket_m })
      answers.set(found.answer, (answers.get(found.answer) ?? 0) + 1)
      if (wet <= radii.at(-1)!) {
        assert.equal(found.answer, 'water_in_bracket', where)
        const [inner, outer] = found.distance_bracket_m!
        assert.ok((inner < wet || wet === 0) && wet <= outer, where)
        assert.equal(radii.filter((radius) => radius > inner && radius < outer).length, 0, where)
        assert.ok((inner === 0 || radii.includes(inner)) && radii.includes(outer), where)
        assert.equal(found.water_within_m, outer)
        assert.equal(found.nearest!.metres, wet, where)
        assert.equal(found.nearer_water_is_ruled_out, wet < blind, where)
      } else {
        assert.equal(found.answer, blind <= radii.at(-1)! ? 'could_not_be_read' : 'not_found_within_search', where)
        assert.deepEqual([found.distance_bracket_m, found.water_within_m, found.bearing_deg], [null, null, null])
      }
      assert.equal(found.some_points_could_not_be_read, blind <= radii.at(-1)! || found.unread.length > 0, where)
    }
    assert.equal(answers.size, 3, 'every answer was reached')
  })

  test('holds where samples alone would miss the water', () => {
    const next = random(9)
    let missed = 0
    const trials = rounds(60, 600)
    for (let round = 0; round < trials; round++) {
      const pin = { lat: -15 + next(), lng: -55 + next() }
      const pixels = windowAround(pin, 500, () => (next() < 0.003 ? 80 : 0))
      const { distance_bracket_m, rings } = waterDistance(waterWindow(pixels, null), pin, RADII, 16)
      if (distance_bracket_m === null) continue
      const seen = rings.find(({ samples }) => samples.some(({ outcome }) => outcome === 'wet'))
      if (seen?.radius_m !== distance_bracket_m[1]) missed++
    }
    assert.ok(missed > 0, `samples alone were wrong for ${missed} of ${trials}`)
  })

  test('points toward the pixel: due east of the pin at 70° N, 11 pixels are 105 m', () => {
    const pin = { lat: 70 - PIXEL / 2, lng: 25 + PIXEL / 2 }
    const pixels = windowAround(pin, 500, () => 0)
    const own = pixelAt(pixels, pin)!
    pixels.values[own.row * pixels.columns + own.col + 11] = 100
    const { distance_bracket_m, bearing_deg } = waterDistance(waterWindow(pixels, null), pin, RADII, 16)
    assert.deepEqual(distance_bracket_m, [100, 200])
    assert.ok(Math.abs(bearing_deg! - 90) <= 0.1)
  })

  test('begins at 0 in a wet pixel, and there is no bearing to it', () => {
    const pin = { lat: 10.0001, lng: 10.0001 }
    const pixels = windowAround(pin, 500, () => 100)
    const found = waterDistance(waterWindow(pixels, null), pin, RADII, 16)
    assert.deepEqual([found.distance_bracket_m, found.bearing_deg], [[0, 25], null])
    assert.deepEqual(found.at_the_point, { outcome: 'wet', recurrence: 100 })
  })
})

describe('what is wet', () => {
  const pin = { lat: 10.0001, lng: 10.0001 }

  test('water lost since does not count; without transitions, or with those of another version, it does', () => {
    const recurrence = windowAround(pin, 100, () => 60)
    const transitions = windowAround(pin, 100, (at) => [3, 6, 1][at % 3]!)
    const withLosses = waterWindow(recurrence, transitions)
    assert.deepEqual(
      [...withLosses.seen.slice(0, 3)].map((seen) => SEEN[seen]),
      ['dry', 'dry', 'wet'],
    )
    assert.deepEqual([...withLosses.lost.slice(0, 3)], [1, 1, 0])
    assert.equal(restsOnRecurrenceAlone(recurrence, transitions), false)
    for (const other of [
      null,
      { ...transitions, version: 'v1_4' },
      { ...transitions, outcomes: transitions.outcomes.map(() => 2) },
    ]) {
      assert.ok(waterWindow(recurrence, other).seen.every((seen) => SEEN[seen] === 'wet'))
      assert.equal(restsOnRecurrenceAlone(recurrence, other), true)
    }
  })

  test('transitions that begin at another pixel are still those of the same place', () => {
    const recurrence = windowAround(pin, 100, () => 60)
    const wider = windowAround(pin, 200, () => 1)
    const lost = pixelAt(wider, centreOf(recurrence, 1, 2))!
    wider.values[lost.row * wider.columns + lost.col] = 3
    const { lost: found } = waterWindow(recurrence, wider)
    assert.deepEqual(
      [...found.keys()].filter((at) => found[at] === 1),
      [recurrence.columns + 2],
    )
  })
})

describe('the rings', () => {
  test('report what each bearing saw, and list what was not read', () => {
    const pin = { lat: 10.0001, lng: 10.0001 }
    const pixels = windowAround(pin, 500, () => 0)
    const own = pixelAt(pixels, pin)!
    pixels.outcomes = pixels.outcomes.map((_, at) => (at < own.row * pixels.columns ? 2 : 0))
    const { rings, unread, answer, at_the_point } = waterDistance(waterWindow(pixels, null), pin, [100, 500], 4)
    assert.equal(answer, 'could_not_be_read')
    assert.equal(at_the_point.outcome, 'dry')
    assert.deepEqual(
      rings.map(({ samples }) => samples.map(({ outcome }) => outcome)),
      [
        ['unread', 'dry', 'dry', 'dry'],
        ['unread', 'dry', 'dry', 'dry'],
      ],
    )
    assert.deepEqual(
      unread.map(({ radius_m, bearing_deg }) => [radius_m, bearing_deg]),
      [
        [100, 0],
        [500, 0],
      ],
    )
  })

  test('the gap narrows with more bearings; a pixel is narrower at 70° N', () => {
    const grid = windowAround({ lat: 0, lng: 0 }, 25, () => 0)
    const gap = (bearings: number, lat = 0) =>
      gapThatHides(grid, { lat, lng: 0 }, { radiiM: RADII, bearings }, 30, true)
    assert.equal(gap(16).between_samples_m, 167.4)
    assert.ok(gap(360).between_samples_m < gap(16).between_samples_m)
    assert.equal(gap(16).within_a_pixel_m, 39.2)
    assert.match(gap(16).says, /39.2 m, the diagonal of a pixel,/)
    assert.equal(gap(16, 70).within_a_pixel_m, 30)
    assert.match(gap(16, 70).says, /30 m, the resolution of the layer,/)
  })
})
