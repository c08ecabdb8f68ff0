import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { kindOf } from '../../bench/produce/kinds.ts'
import { drawPhotograph } from '../../bench/produce/scenes.ts'
import type { Banana, PinholeCamera, Scene } from '../../src/measure/produce/scene/index.ts'
import { plainBanana, plainScene, renderScene } from '../../src/measure/produce/scene/index.ts'
import { lensOf } from '../../src/measure/produce/scene/lens.ts'
import { outlineOf } from '../../src/measure/produce/scene/outline.ts'
import { sweep } from '../../src/measure/produce/scene/swept.ts'
import type { Point } from '../../src/measure/produce/types.ts'
import { rounds } from '../support/rounds.ts'

const small = (changes: Partial<Scene> = {}): Scene =>
  plainScene({ width: 800, height: 600, camera: seenFrom({ focalPx: 600 }), ...changes })

function seenFrom(changes: Partial<PinholeCamera>): PinholeCamera {
  return { ...(plainScene().camera as PinholeCamera), ...changes }
}

const fingers = fc
  .record({
    axisMm: fc.double({ min: 80, max: 240, noNaN: true }),
    radiusMm: fc.double({ min: 12, max: 22, noNaN: true }),
    bendDeg: fc.double({ min: -110, max: 110, noNaN: true }),
    bendSkew: fc.double({ min: -1, max: 1, noNaN: true }),
    turnDeg: fc.double({ min: 0, max: 360, noNaN: true }),
    levelness: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map((shape): Banana => {
    return plainBanana({
      ...shape,
      shoulderMm: shape.radiusMm * 1.5,
      blossom: { radiusMm: 6, taperMm: shape.radiusMm * 2.5 },
    })
  })

test('every point of the true outline lies on the fruit seen from above, and none inside it', () => {
  fc.assert(
    fc.property(fingers, (banana) => {
      const swept = sweep(banana, 0.1)
      const { convexSide, concaveSide } = outlineOf(banana)
      for (const [x, y] of [...convexSide, ...concaveSide].filter((_, index) => index % 40 === 0)) {
        let beside = Infinity
        for (let index = 0; index < swept.count; index++) {
          beside = Math.min(beside, Math.hypot(x - swept.x[index]!, y - swept.y[index]!) - swept.radius[index]!)
        }
        assert.ok(Math.abs(beside) < 0.02, `${beside} mm beside the skin`)
      }
    }),
    { numRuns: rounds(10, 200) },
  )
})

test('a straight finger is as long as its axis and its two ends, and as thick as twice its radius', () => {
  const truth = outlineOf(plainBanana({ bendDeg: 0, axisMm: 160, radiusMm: 16 }))
  assert.ok(Math.abs(truth.gradeMm - 32) < 0.2)
  assert.ok(truth.lengthMm > 166 && truth.lengthMm < 176)
  assert.ok(truth.toCrownMm > truth.lengthMm + 25 && truth.toCrownMm < truth.lengthMm + 35)
})

test('the outer side of a bent finger is longer than its inner side by the bend times its thickness', () => {
  const { convexSide, concaveSide } = outlineOf(plainBanana({ bendDeg: 80, radiusMm: 15 }))
  const along = (side: Point[]) =>
    side.slice(1).reduce((sum, [x, y], index) => sum + Math.hypot(x - side[index]![0], y - side[index]![1]), 0)
  const difference = along(convexSide) - along(concaveSide)
  const bodyOnly = ((80 * Math.PI) / 180) * 30
  assert.ok(difference > 0.75 * bodyOnly && difference < bodyOnly, `${difference} of ${bodyOnly}`)
})

test('a pixel looks where the lens says that the place projects to', () => {
  const camera = seenFrom({
    focalPx: 600,
    tiltDeg: 23,
    azimuthDeg: 200,
    rollDeg: 71,
    k1: -0.08,
    principalOffsetPx: [3, -5],
  })
  const { truth } = renderScene(small({ camera, fruits: [], width: 80, height: 60 }))
  const lens = lensOf(small({ camera }))
  for (const place of [
    [0, 0],
    [60, -40],
    [-70, 55],
    [12, 80],
  ] as const) {
    const [x, y] = lens.project(place[0], place[1], 0)
    const ray = new Float64Array(6)
    lens.ray(x, y, ray)
    const reach = -ray[2]! / ray[5]!
    assert.ok(Math.hypot(ray[0]! + reach * ray[3]! - place[0], ray[1]! + reach * ray[4]! - place[1]) < 1e-4)
  }
  assert.equal(truth.tiltDeg, 23)
})

test('the card is not seen in a mirror', () => {
  for (const tiltDeg of [0, 26]) {
    const lens = lensOf(small({ camera: seenFrom({ focalPx: 600, tiltDeg, azimuthDeg: 130, rollDeg: 0 }) }))
    const [origin, right, down] = [lens.project(0, 0, 0), lens.project(10, 0, 0), lens.project(0, 10, 0)]
    const turn = (right[0] - origin[0]) * (down[1] - origin[1]) - (right[1] - origin[1]) * (down[0] - origin[0])
    assert.ok(turn > 0)
  }
})

test('what stands above the card moves away from the point under the camera', () => {
  const lens = lensOf(small())
  const [onCard] = lens.project(50, 0, 0)
  const [above] = lens.project(50, 0, 17)
  assert.ok(Math.abs((above - 400) / (onCard - 400) - 450 / (450 - 17)) < 1e-9)
})

test('the painted fruit covers as many pixels as its true outline does', () => {
  const pxPerMm = 3
  const banana = plainBanana({ stage: 1 })
  const light = { ...plainScene().light, shadow: 0, ambient: 0, unevenness: 0 }
  const camera = { kind: 'flat', pxPerMm, aimMm: [0, 0], rollDeg: 30 } as const
  const { pixels } = renderScene(small({ camera, light, card: null, blurPx: 0, noise: 0, fruits: [banana] }))
  // Between the blue of the white table and that of the green skin, half the light is an sRGB value of about 160.
  const covered = pixels.data.reduce((sum, value, at) => sum + (at % 3 === 2 && value < 160 ? 1 : 0), 0)
  const { convexSide, concaveSide } = outlineOf(banana)
  const areaPx = polygonArea([...convexSide, ...[...concaveSide].reverse()]) * pxPerMm ** 2
  assert.ok(Math.abs(covered / areaPx - 1) < 0.002, `${covered} of ${areaPx}`)
})

function polygonArea(points: Point[]): number {
  const twice = points.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = points[(index + 1) % points.length]!
    return sum + x * nextY - y * nextX
  }, 0)
  return Math.abs(twice) / 2
}

test('the same scene gives the same bytes, another seed gives others', () => {
  const hash = (seed: number) =>
    createHash('sha256')
      .update(renderScene(small({ seed })).pixels.data)
      .digest('hex')
  assert.equal(hash(4), hash(4))
  assert.notEqual(hash(4), hash(5))
})

test('a bruise of known size is seen in its size', () => {
  const bruise = { along: 0.5, roundDeg: 0, halfLengthMm: 8, halfWidthMm: 4 }
  const { truth } = renderScene(small({ fruits: [plainBanana({ bruises: [bruise] })] }))
  const cm2 = (Math.PI * 8 * 4) / 100
  assert.ok(
    Math.abs(truth.fruits[0]!.bruised.skinCm2 / cm2 - 1) < 0.12,
    `${truth.fruits[0]!.bruised.skinCm2} of ${cm2}`,
  )
  assert.equal(renderScene(small()).truth.fruits[0]!.bruised.fraction, 0)
})

test('a drawn photograph is the same every time, and holds as many fruits as its kind says', () => {
  assert.deepEqual(drawPhotograph(3, 11), drawPhotograph(3, 11))
  assert.notDeepEqual(drawPhotograph(3, 11).scene.camera, drawPhotograph(4, 11).scene.camera)
  for (let index = 7; index < rounds(20, 60); index++) {
    const { kind, scene } = drawPhotograph(3, index)
    assert.equal(kind, kindOf(index))
    assert.equal(scene.fruits.length, kind === 'no fruit' ? 0 : kind.startsWith('two fruits') ? 2 : 1)
    assert.equal(scene.card === null, kind === 'no card')
    assert.equal(scene.covers.length, kind === 'marker covered' ? 1 : 0)
  }
})
