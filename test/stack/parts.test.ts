import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { facingOf, tiltOf, turnOf } from '../../src/measure/stack/facing.ts'
import { gradientsOf } from '../../src/measure/stack/gradients.ts'
import { likeness } from '../../src/measure/stack/periods.ts'
import { brightness, type Plane } from '../../src/measure/stack/plane.ts'
import { type Segment, segmentsOf } from '../../src/measure/stack/segments.ts'

describe('repeats', () => {
  const seams = (parts: number, length = 480) =>
    Float32Array.from({ length }, (_, at) => (((at % (length / parts)) + 3) % (length / parts) < 6 ? -1 : 0))

  test('a profile of six crates repeats six times, and not five or seven times', () => {
    assert.ok(likeness(seams(6), 6) > 0.95)
    for (const parts of [5, 7, 8]) assert.ok(likeness(seams(6), parts) < 0.3, `${parts}`)
  })

  test('pairs repeat as well as crates do, and a slope of light repeats nothing', () => {
    assert.ok(likeness(seams(6), 3) > 0.95)
    const light = Float32Array.from({ length: 300 }, (_, at) => at / 300)
    assert.ok(Math.abs(likeness(light, 5)) < 0.001, `${likeness(light, 5)}`)
  })
})

describe('the stand of the camera', () => {
  const optics = { width: 1000, height: 800, focalPx: 780 }

  /** Level and upright edges of a face, as a camera at this stand sees them. */
  function seenFrom(yaw: number, pitch: number, roll: number): Segment[] {
    const turn = turnOf({ yaw, pitch, roll })
    const place = (x: number, y: number): [number, number] => {
      const deep = turn[2] * x + turn[5] * y + turn[8]
      return [
        500 + (780 * (turn[0] * x + turn[3] * y + turn[6])) / deep,
        400 + (780 * (turn[1] * x + turn[4] * y + turn[7])) / deep,
      ]
    }
    const edge = (a: [number, number], b: [number, number]): Segment => {
      const [from, to] = [place(...a), place(...b)]
      return { from, to, length: Math.hypot(from[0] - to[0], from[1] - to[1]) }
    }
    return [-0.3, -0.15, 0, 0.15, 0.3].flatMap((at) => [edge([-0.3, at], [0.3, at]), edge([at, -0.3], [at, 0.3])])
  }

  for (const [yaw, pitch, roll] of [
    [0, 0, 0],
    [14, -3, 2],
    [-25, -8, -1],
    [2, 3, 30],
  ] as const)
    test(`yaw ${yaw}, pitch ${pitch} and roll ${roll} are read from how edges converge`, () => {
      const stand = facingOf(seenFrom(yaw, pitch, roll), optics)
      assert.ok(Math.abs(tiltOf(stand) - tiltOf({ yaw, pitch, roll })) < 1, JSON.stringify(stand))
      assert.ok(Math.abs(stand.roll - roll) < 1, JSON.stringify(stand))
      assert.ok(stand.straight > 0.9)
    })
})

describe('edges', () => {
  function bar(width: number, height: number): Plane {
    const values = new Float32Array(width * height)
    for (let row = 20; row < height - 20; row++) values.fill(1, row * width + 40, row * width + 60)
    return { width, height, values }
  }

  test('a bar has two long upright edges', () => {
    const upright = segmentsOf(gradientsOf(bar(100, 200))).filter(({ length }) => length > 140)
    assert.equal(upright.length, 2)
    for (const { from, to } of upright) assert.ok(Math.abs(from[0] - to[0]) < 1)
  })

  test('nothing has none', () => {
    assert.deepEqual(segmentsOf(gradientsOf({ width: 50, height: 50, values: new Float32Array(2500) })), [])
  })
})

test('brightness is averaged down to a bounded size, whatever the size was', () => {
  const data = new Uint8Array(300 * 200 * 3).fill(120)
  const { width, height, values } = brightness({ width: 300, height: 200, data }, 100)
  assert.deepEqual([width, height], [100, 67])
  for (const value of values) assert.ok(Math.abs(value - Math.log1p(120 / 14)) < 1e-4)
})
