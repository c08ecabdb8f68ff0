import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { boxesEitherSide, ringsEitherSide } from '../../src/earth/sampling/antimeridian.ts'
import { cellCentres } from '../../src/earth/sampling/grid.ts'
import { samplePlaces } from '../../src/earth/sampling/polygon.ts'
import { isRing, type Ring, readRing } from '../../src/earth/sampling/ring.ts'
import { type Corner, isInside } from '../../src/earth/sampling/segments.ts'
import { rounds } from '../support/rounds.ts'
import { type Random, random } from './random.ts'

function ringOf(corners: Corner[]): Ring {
  const ring = readRing(corners)
  assert.ok(isRing(ring), JSON.stringify(ring))
  return ring
}

const SQUARE: Corner[] = [
  [10, 40],
  [11, 40],
  [11, 41],
  [10, 41],
]
const U_SHAPE: Corner[] = [
  [0, 0],
  [3, 0],
  [3, 3],
  [2, 3],
  [2, 1],
  [1, 1],
  [1, 3],
  [0, 3],
]

/** Corners at rising angles around a middle never cross. */
function star(next: Random, corners: number, middle: Corner, size: number): Corner[] {
  return Array.from({ length: corners }, (_, index) => {
    const angle = ((index + next() * 0.8) / corners) * 2 * Math.PI
    const reach = size * (0.2 + 0.8 * next())
    return [middle[0] + reach * Math.cos(angle), middle[1] + reach * Math.sin(angle)]
  })
}

describe('grid points', () => {
  test('are cell centres, from the north-west corner row by row', () => {
    assert.deepEqual(cellCentres({ west: 6, south: 0, east: 8, north: 4 }, 2), [
      { lat: 3, lng: 6.5 },
      { lat: 3, lng: 7.5 },
      { lat: 1, lng: 6.5 },
      { lat: 1, lng: 7.5 },
    ])
  })

  test('of a box smaller than a hair stay inside it and apart', () => {
    const places = cellCentres({ west: 6.5, south: 0.25, east: 6.5 + 1e-9, north: 0.25 + 1e-9 }, 20)
    assert.equal(new Set(places.map(({ lat, lng }) => `${lat} ${lng}`)).size, 400)
    for (const { lat, lng } of places) assert.ok(lat > 0.25 && lat < 0.25 + 1e-9 && lng > 6.5 && lng < 6.5 + 1e-9)
  })

  test('of the whole globe stay off its edges', () => {
    for (const { lat, lng } of cellCentres({ west: -180, south: -90, east: 180, north: 90 }, 20))
      assert.ok(Math.abs(lat) < 90 && Math.abs(lng) < 180)
  })
})

describe('a ring', () => {
  test('is read either way round, open or closed, with corners repeated', () => {
    const closed = [...SQUARE, SQUARE[0]!]
    assert.deepEqual(readRing(closed), SQUARE)
    assert.deepEqual(readRing([SQUARE[0]!, ...SQUARE]), SQUARE)
    assert.ok(isRing(readRing(SQUARE.toReversed())))
  })

  test('that crosses itself, touches itself or folds back is none', () => {
    const faulty: Record<string, Corner[]> = {
      bow: [SQUARE[0]!, SQUARE[2]!, SQUARE[1]!, SQUARE[3]!],
      'corner on an edge': [...SQUARE, [10.5, 40]],
      'the same corner twice': [SQUARE[0]!, SQUARE[1]!, [10.5, 40.5], SQUARE[2]!, SQUARE[3]!, [10.5, 40.5]],
      'there and back': [SQUARE[0]!, SQUARE[1]!, SQUARE[2]!, SQUARE[1]!],
      spike: [...SQUARE, [10, 40.5], [10, 42]],
      'hole on a thread': [...SQUARE, SQUARE[0]!, [10.2, 40.2], [10.2, 40.4], [10.4, 40.4], [10.2, 40.2]],
    }
    for (const [name, corners] of Object.entries(faulty)) {
      const read = readRing(corners)
      assert.ok(!isRing(read) && read.fault === 'crosses_itself', `${name}: ${JSON.stringify(read)}`)
    }
  })

  test('names the edges that meet as the caller counts them', () => {
    const [a, b, c, d] = SQUARE as [Corner, Corner, Corner, Corner]
    assert.deepEqual(readRing([a, c, c, b, d]), { fault: 'crosses_itself', edges: [0, 3] })
  })

  test('without area, or of too few corners, is none', () => {
    assert.deepEqual(
      readRing([
        [0, 0],
        [1, 1],
        [2, 2],
      ]),
      { fault: 'no_area' },
    )
    assert.deepEqual(
      readRing([
        [0, 0],
        [1, 1],
        [0, 0],
        [0, 0],
      ]),
      { fault: 'too_few_corners' },
    )
  })

  test('with an edge over half the globe may mean either way, and is none; along a pole it may', () => {
    assert.deepEqual(
      readRing([
        [-170, 0],
        [-170, 5],
        [170, 5],
        [170, 0],
      ]),
      { fault: 'edge_too_wide', edge: 1 },
    )
    const cap: Corner[] = [-180, -90, 0, 90, 180].map((lng): Corner => [lng, 80])
    assert.ok(isRing(readRing([...cap, [180, 90], [-180, 90]])))
  })

  test('is checked against every pair of edges', () => {
    const next = random(7)
    let crossed = 0
    for (let round = 0; round < rounds(300, 5_000); round++) {
      const corners = Array.from({ length: 4 + Math.floor(next() * 6) }, (): Corner => [next() * 10, next() * 10])
      const isCrossed = crossesSlowly(corners)
      if (isCrossed) crossed++
      assert.equal(isRing(readRing(corners)), !isCrossed, JSON.stringify(corners))
    }
    assert.ok(crossed > 50)
  })
})

/** By where two edges meet, solved for the share along each: another way than the one under test. */
function crossesSlowly(corners: Corner[]): boolean {
  const edge = (index: number) => [corners[index]!, corners[(index + 1) % corners.length]!] as const
  for (let one = 0; one < corners.length; one++)
    for (let other = one + 2; other < corners.length; other++) {
      if (one === 0 && other === corners.length - 1) continue
      const [[ax, ay], [bx, by]] = edge(one)
      const [[cx, cy], [dx, dy]] = edge(other)
      const determinant = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx)
      const along = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / determinant
      const across = ((cx - ax) * (by - ay) - (cy - ay) * (bx - ax)) / determinant
      if (along >= 0 && along <= 1 && across >= 0 && across <= 1) return true
    }
  return false
}

describe('samples in a ring', () => {
  test('are as many as asked for, strictly inside, and the same again', () => {
    const next = random(11)
    for (let round = 0; round < rounds(60, 1_000); round++) {
      const size = 10 ** (-7 + next() * 8.5)
      const corners = star(next, 3 + Math.floor(next() * 30), [-140 + next() * 280, -50 + next() * 100], size)
      const ring = ringOf(next() < 0.5 ? corners : corners.toReversed())
      const count = 1 + Math.floor(next() * 100)
      const places = samplePlaces(ring, count)
      assert.ok(places !== null && places.length === count, JSON.stringify(corners))
      for (const { lat, lng } of places) assert.ok(isInside(ring, [lng, lat]))
      assert.equal(new Set(places.map(({ lat, lng }) => `${lat} ${lng}`)).size, count)
      assert.deepEqual(samplePlaces(ring, count), places)
    }
  })

  test('of a square, one is in its middle', () => {
    const [place] = samplePlaces(ringOf(SQUARE), 1)!
    assert.equal(place!.lng, 10.5)
    assert.ok(Math.abs(place!.lat - 40.5) < 0.003)
  })

  test('lie apart: no two nearer than half of what the area of each allows', () => {
    for (const [corners, width, height] of [
      [SQUARE, Math.cos((40.5 * Math.PI) / 180), 1],
      [
        [
          [0, 0],
          [40, 0],
          [40, 1],
          [0, 1],
        ] as Corner[],
        40,
        1,
      ],
      [
        [
          [0, 0],
          [1, 0],
          [1, 40],
          [0, 40],
        ] as Corner[],
        0.94,
        40,
      ],
    ] as const)
      for (const count of [4, 9, 25, 64, 100]) {
        const places = samplePlaces(ringOf([...corners]), count)!
        const spacing = Math.sqrt((width * height) / count)
        const apart = places.flatMap((one, index) =>
          places.slice(index + 1).map((other) => {
            const scale = Math.cos((((one.lat + other.lat) / 2) * Math.PI) / 180)
            return Math.hypot(one.lat - other.lat, (one.lng - other.lng) * scale)
          }),
        )
        assert.ok(
          Math.min(...apart) > spacing * 0.5,
          `${count} in ${width} x ${height}: ${Math.min(...apart)} of ${spacing}`,
        )
      }
  })

  test('stand for equal areas on the sphere: half of them beyond 30° of a ring from the equator to the pole', () => {
    const quarter = ringOf([
      [0, 0],
      [90, 0],
      [90, 90],
      [0, 90],
    ])
    const places = samplePlaces(quarter, 100)!
    assert.equal(places.filter(({ lat }) => lat > 30).length, 50)
    assert.equal(places.filter(({ lng }) => lng > 45).length, 50)
  })

  test('stand for equal areas in any ring: every slice has its share of them', () => {
    const next = random(5)
    for (let round = 0; round < rounds(20, 200); round++) {
      const ring = ringOf(star(next, 12, [20, 20], 20))
      const places = samplePlaces(ring, 100)!
      const cut = 5 + next() * 30
      let [inside, beyond] = [0, 0]
      for (let tries = 0; tries < 20_000; tries++) {
        const lat = (Math.asin(-0.35 + next() * 1.2) * 180) / Math.PI
        const lng = next() * 40
        if (!isInside(ring, [lng, lat])) continue
        inside++
        if (lng > cut) beyond++
      }
      const share = places.filter(({ lng }) => lng > cut).length / 100
      assert.ok(Math.abs(share - beyond / inside) < 0.12, `${share} of the samples, ${beyond / inside} of the area`)
    }
  })

  test('reach both arms of a ring with a bay, and never stand in the bay', () => {
    const places = samplePlaces(ringOf(U_SHAPE), 70)!
    const arms = places.filter(({ lat }) => lat > 1)
    assert.equal(arms.filter(({ lng }) => lng < 1).length + arms.filter(({ lng }) => lng > 2).length, arms.length)
    assert.ok(Math.abs(arms.filter(({ lng }) => lng < 1).length - 20) <= 2)
    assert.ok(
      isInside(ringOf(U_SHAPE), [samplePlaces(ringOf(U_SHAPE), 1)![0]!.lng, samplePlaces(ringOf(U_SHAPE), 1)![0]!.lat]),
    )
  })

  test('surround a pole', () => {
    const cap = [-180, -90, 0, 90, 180].map((lng): Corner => [lng, 80])
    const places = samplePlaces(ringOf([...cap, [180, 90], [-180, 90]]), 40)!
    for (const quarter of [-180, -90, 0, 90])
      assert.equal(places.filter(({ lng }) => lng > quarter && lng < quarter + 90).length, 10)
    assert.ok(places.every(({ lat }) => lat > 80 && lat < 90))
  })

  test('of a ring too thin for its digits are none', () => {
    const hair = ringOf([
      [10, 40],
      [11, 40],
      [11, 40.00000000000002],
    ])
    assert.equal(samplePlaces(hair, 50), null)
  })
})

describe('across 180°', () => {
  test('a box is two boxes, or one where the other has no width', () => {
    const sides = { south: 0, north: 1 }
    assert.deepEqual(boxesEitherSide({ west: 179, east: -178, ...sides }), [
      { west: 179, east: 180, ...sides },
      { west: -180, east: -178, ...sides },
    ])
    assert.deepEqual(boxesEitherSide({ west: 180, east: -178, ...sides }), [{ west: -180, east: -178, ...sides }])
  })

  test('a ring is two rings', () => {
    const rings = ringsEitherSide([
      [179, 0],
      [-179, 0],
      [-179, 1],
      [179, 1],
    ])
    assert.deepEqual(rings, [
      [
        [179, 0],
        [180, 0],
        [180, 1],
        [179, 1],
      ],
      [
        [-180, 0],
        [-179, 0],
        [-179, 1],
        [-180, 1],
      ],
    ])
  })
})
