import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { cellAt, parseCell } from '../../src/evidence/ext/cell64.ts'
import { rounds } from '../support/rounds.ts'
import { needsVectors, vectors } from './vectors.ts'

interface CellVectors {
  cases: { lat: number; lng: number; cell64: string; centre: { lat: number; lng: number } }[]
  reject: string[]
}

const located = (text: unknown) => {
  const cell = parseCell(text)
  assert.ok(cell.ok, `${text} was refused`)
  return cell.value
}

test('the published cells are found from their coordinates and back', needsVectors, () => {
  for (const { lat, lng, cell64, centre } of vectors<CellVectors>('cell64').cases) {
    assert.equal(cellAt(lat, lng), cell64)
    assert.deepEqual(located(cell64).centre, centre)
  }
})

test('every published malformed cell is refused', needsVectors, () => {
  for (const text of vectors<CellVectors>('cell64').reject) assert.equal(parseCell(text).ok, false, text)
})

test('a coordinate lies in the box of its own cell, and the centre gives the cell again', () => {
  const inside = fc.record({
    lat: fc.double({ min: -89.9999, max: 89.9999, noNaN: true }),
    lng: fc.double({ min: -180, max: 179.9999, noNaN: true }),
  })
  fc.assert(
    fc.property(inside, ({ lat, lng }) => {
      const cell = located(cellAt(lat, lng))
      const slack = 1e-9
      assert.ok(lat >= cell.box.minLat - slack && lat <= cell.box.maxLat + slack)
      assert.ok(lng >= cell.box.minLng - slack && lng <= cell.box.maxLng + slack)
      assert.equal(cellAt(cell.centre.lat, cell.centre.lng), cell.text)
    }),
    { numRuns: rounds(500, 100_000), seed: 64 },
  )
})

test('a pole and the antimeridian are one cell each, and longitude wraps', () => {
  assert.equal(cellAt(90, 10), cellAt(90, -170))
  assert.equal(cellAt(-90, 10), cellAt(-95, 20))
  assert.equal(cellAt(12, 180), cellAt(12, -180))
  assert.equal(cellAt(12, 179.9999999), cellAt(12, -180))
  assert.equal(cellAt(12, 370), cellAt(12, 10))
  assert.equal(cellAt(12, -350), cellAt(12, 10))
})

test('a coordinate that is no number has no cell', () => {
  for (const bad of [Number.NaN, Number.POSITIVE_INFINITY]) {
    assert.throws(() => cellAt(bad, 0), RangeError)
    assert.throws(() => cellAt(0, bad), RangeError)
  }
})

test('one cell has one spelling: whitespace, look-alikes, the reserved bit and other types are refused', () => {
  const good = 'defi.zb493.xuqA.zcb5f'
  assert.ok(parseCell(good).ok)
  for (const bad of [
    `${good}\n`,
    ` ${good}`,
    `${good}\0`,
    good.replace('e', 'е'),
    good.replace('zb493', 'zbc93'),
    'defi.zb493.xuqA.zcb5f,defi.zb493.xuqA.zcb5f',
    'defi..zb493.xuqA',
    '.'.repeat(1_000_000),
    7,
    null,
    undefined,
    ['defi'],
  ]) {
    assert.equal(parseCell(bad).ok, false)
  }
})
