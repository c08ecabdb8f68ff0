import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { pixelsOf } from '../../bench/seeing/ppe/photographs.ts'
import { isNear } from '../../src/perceive/body/alone.ts'
import { BODY_MODELS, personIn } from '../../src/perceive/body/person.ts'
import { inPicture, inView, shown } from '../../src/perceive/body/view.ts'
import { Pyramid } from '../../src/perceive/detect/pyramid.ts'
import { modelsAt, needsModels, needsShared, sharedData } from '../support/needs.ts'

const photographs = { skip: needsModels(...BODY_MODELS).skip || needsShared('photos/coco').skip }

const view = fc.record({
  x: fc.double({ min: -500, max: 500, noNaN: true }),
  y: fc.double({ min: -500, max: 500, noNaN: true }),
  side: fc.double({ min: 1, max: 1000, noNaN: true }),
  turn: fc.double({ min: -4, max: 4, noNaN: true }),
})
const share = fc.double({ min: 0, max: 1, noNaN: true })

describe('a view', () => {
  test('leads from itself to the picture and back', () => {
    fc.assert(
      fc.property(view, share, share, (given, across, down) => {
        const [x, y] = inView(given, inPicture(given, [across, down]))
        assert.ok(Math.abs(x - across) < 1e-9 && Math.abs(y - down) < 1e-9)
      }),
    )
  })

  test('upright and of the same size it shows the pixels themselves', () => {
    const data = Uint8Array.from({ length: 8 * 8 * 3 }, (_, at) => (at * 7) % 256)
    const seen = shown(new Pyramid({ width: 8, height: 8, data }), { x: 4, y: 4, side: 8, turn: 0 }, 8)
    for (const [at, value] of seen.entries()) assert.ok(Math.abs(value * 255 - data[at]!) < 1e-3)
  })

  test('a quarter turn brings what is on the right to the top', () => {
    const data = new Uint8Array(8 * 8 * 3)
    for (let row = 0; row < 8; row++) data.fill(255, (row * 8 + 7) * 3, (row * 8 + 8) * 3)
    const seen = shown(new Pyramid({ width: 8, height: 8, data }), { x: 4, y: 4, side: 8, turn: Math.PI / 2 }, 8)
    assert.ok(seen.slice(0, 8 * 3).every((value) => value > 0.99))
    assert.ok(seen.slice(8 * 3 * 2).every((value) => value < 0.01))
  })

  test('is black where the picture ends', () => {
    const data = new Uint8Array(4 * 4 * 3).fill(255)
    const seen = shown(new Pyramid({ width: 4, height: 4, data }), { x: 2, y: 2, side: 16, turn: 0 }, 16)
    assert.equal(seen[0], 0)
    assert.equal(seen[(8 * 16 + 8) * 3], 1)
  })
})

test('a place beside the box is near, one beyond its margin is not', () => {
  assert.ok(isNear([100, 100, 200, 300], [95, 305]))
  assert.ok(!isNear([100, 100, 200, 300], [80, 200]))
})

describe('a drawn woman who looks at us', photographs, () => {
  test('her eyes, nose, chin and neck are where they are, her hands nowhere', async () => {
    const pixels = await pixelsOf(`${sharedData}photos/coco/000000085329.jpg`)
    const person = (await personIn(pixels, [253, 36, 599, 411], modelsAt))!
    const near = (index: number, x: number, y: number) => {
      const [px, py] = person.face.points[index]!
      assert.ok(Math.hypot(px - x, py - y) < 12, `${index}: ${px}, ${py}`)
    }
    near(33, 346, 168)
    near(263, 474, 157)
    near(1, 413, 208)
    near(152, 416, 289)
    assert.deepEqual(person.hands, { left: null, right: null })
    assert.equal(person.partAt([425, 190]), 'face_skin')
    assert.equal(person.partAt([540, 250]), 'hair')
    assert.equal(person.partAt([-1, 5]), null)
  })

  test('the same pixels give the same points', async () => {
    const pixels = await pixelsOf(`${sharedData}photos/coco/000000085329.jpg`)
    const [one, other] = [
      await personIn(pixels, [253, 36, 599, 411], modelsAt),
      await personIn(pixels, [253, 36, 599, 411], modelsAt),
    ]
    assert.deepEqual(one!.face, other!.face)
    assert.deepEqual(one!.pose, other!.pose)
  })

  test('who shows no face is not looked at further', async () => {
    const pixels = await pixelsOf(`${sharedData}photos/coco/000000233771.jpg`)
    assert.equal(await personIn(pixels, [86, 379, 275, 640], modelsAt), null)
  })
})
