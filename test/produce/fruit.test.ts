import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Curve, resampled, runningLength, smoothed } from '../../src/measure/produce/fruit/curve.ts'
import { fingerOf, prepared } from '../../src/measure/produce/fruit/finger.ts'
import { isoContour } from '../../src/measure/produce/fruit/iso-contour.ts'
import { labOf } from '../../src/measure/produce/fruit/light.ts'
import { outlineOf } from '../../src/measure/produce/scene/outline.ts'
import { plainBanana } from '../../src/measure/produce/scene/plain.ts'
import type { Banana } from '../../src/measure/produce/scene/scene.ts'

function circle(radius: number, points: number): Curve {
  const angles = Array.from({ length: points }, (_, index) => (2 * Math.PI * index) / points)
  return [
    Float64Array.from(angles, (angle) => radius * Math.cos(angle)),
    Float64Array.from(angles, (angle) => radius * Math.sin(angle)),
  ]
}

function outlineCurve(banana: Banana): Curve {
  const { convexSide, concaveSide } = outlineOf(banana)
  const points = [...convexSide, ...concaveSide.toReversed().slice(1, -1)]
  const x = Float64Array.from(points, ([value]) => value)
  const y = Float64Array.from(points, ([, value]) => value)
  return [x, y, x.slice(), y.slice()]
}

test('smoothing takes the noise from a circle and leaves its length', () => {
  const round = circle(5, 400)
  const rough = round.map((values) =>
    values.map((value, index) => value + 0.05 * Math.sin(index * 97)),
  ) as unknown as Curve
  const length = runningLength(smoothed(resampled(round, 400), 6)).at(-1)!
  assert.ok(Math.abs(length / (2 * Math.PI * 5) - 1) < 0.001, `${length}`)
  const [before, after] = [runningLength(rough).at(-1)!, runningLength(smoothed(rough, 8)).at(-1)!]
  assert.ok(before > 1.4 * length && after < 1.01 * length, `${before} ${after}`)
})

test('the line of equal value passes between the nodes, round a peak and not round its hole', () => {
  const side = 61
  const values = new Float32Array(side * side)
  for (let index = 0; index < values.length; index++) {
    const away = Math.hypot((index % side) - 30, Math.floor(index / side) - 30)
    values[index] = away < 4 ? 0 : 21.3 - away
  }
  const line = isoContour(values, side, side, 30 * side + 40, 1)!
  for (let index = 0; index < line[0].length; index++) {
    assert.ok(Math.abs(Math.hypot(line[0][index]! - 30, line[1][index]! - 30) - 20.3) < 0.03)
  }
  assert.ok(Math.abs(runningLength(line).at(-1)! / (2 * Math.PI * 20.3) - 1) < 0.005)
})

test('a piece that reaches the rim of the grid has no closed line', () => {
  const values = new Float32Array(100).fill(1)
  assert.equal(isoContour(values, 10, 10, 55, 0.5), null)
})

test('a line that would pass where nothing was sampled is no line', () => {
  const values = new Float32Array(400).fill(-Infinity)
  for (let row = 5; row < 15; row++) values.fill(1, row * 20 + 5, row * 20 + 15)
  assert.equal(isoContour(values, 20, 20, 10 * 20 + 10, 0.5), null)
  for (let index = 0; index < values.length; index++) if (values[index] !== 1) values[index] = 0
  assert.equal(isoContour(values, 20, 20, 10 * 20 + 10, 0.5)?.[0].length, 40)
})

for (const [name, changes] of Object.entries({
  'an everyday finger': {},
  'a short, thick and much bent one': { axisMm: 100, radiusMm: 21, bendDeg: 95, shoulderMm: 26 },
  'a long, thin and nearly straight one': { axisMm: 235, radiusMm: 13, bendDeg: 30, shoulderMm: 15 },
  'one bent the other way': { bendDeg: -70, bendSkew: 0.4 },
} satisfies Record<string, Partial<Banana>>)) {
  test(`${name} is read off its exact outline: tips, base of the pedicel, crown and middle`, () => {
    const banana = plainBanana(changes)
    const truth = outlineOf(banana)
    const finger = fingerOf(prepared(outlineCurve(banana)))
    assert.ok(finger)
    const off = (value: number, known: number) => Math.abs(value - known)
    assert.ok(off(finger.toCrown, truth.toCrownMm) < 0.5, `crown ${finger.toCrown} ${truth.toCrownMm}`)
    assert.ok(off(finger.toPedicelBase, truth.lengthMm) < 1.2, `base ${finger.toPedicelBase} ${truth.lengthMm}`)
    assert.ok(off(finger.grade, truth.gradeMm) < 0.15, `grade ${finger.grade} ${truth.gradeMm}`)
    assert.ok(Math.hypot(finger.convex.x[0]! - truth.blossomTip[0], finger.convex.y[0]! - truth.blossomTip[1]) < 0.8)
  })
}

test('a colour of the sRGB table lies where the CIE puts it', () => {
  const { l, a, b } = labOf(1, 1, 0)
  assert.deepEqual(
    [l, a, b].map((value) => Number(value.toFixed(1))),
    [97.1, -21.6, 94.5],
  )
})
