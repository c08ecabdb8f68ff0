import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { area, type Box, byScore, clip, type Found, iou } from '../../src/perceive/detect/box.ts'
import { COCO_CLASSES } from '../../src/perceive/detect/classes.ts'
import { fuse } from '../../src/perceive/detect/fuse.ts'
import { suppress } from '../../src/perceive/detect/nms.ts'
import { rounds } from '../support/rounds.ts'

const runs = { numRuns: rounds(100, 3_000), seed: 1 }
const side = fc.integer({ min: 0, max: 60 })
const size = fc.integer({ min: 1, max: 40 })
const box = fc.tuple(side, side, size, size).map(([x, y, width, height]): Box => [x, y, x + width, y + height])
const found = fc.record({
  class: fc.constantFrom('person', 'car', 'traffic light') as fc.Arbitrary<Found['class']>,
  score: fc.integer({ min: 5, max: 99 }).map((hundredths) => hundredths / 100),
  box,
})
const reading = fc.array(found, { maxLength: 25 })
const thing = (name: Found['class'], score: number, place: Box): Found => ({ class: name, score, box: place })

test('the vocabulary is the 80 classes of COCO, each once', () => {
  assert.equal(new Set(COCO_CLASSES).size, 80)
  assert.deepEqual([COCO_CLASSES[0], COCO_CLASSES[9], COCO_CLASSES[79]], ['person', 'traffic light', 'toothbrush'])
})

test('overlap is the same either way round, whole with itself and nothing with a box elsewhere', () => {
  assert.equal(iou([0, 0, 10, 10], [5, 0, 15, 10]), 1 / 3)
  fc.assert(
    fc.property(box, box, (a, b) => {
      assert.equal(iou(a, b), iou(b, a))
      assert.equal(iou(a, a), 1)
      assert.ok(iou(a, b) >= 0 && iou(a, b) <= 1)
      assert.equal(iou(a, [a[0] + 100, a[1], a[2] + 100, a[3]]), 0)
      assert.ok(area(clip(a, 30, 30)) <= area(a))
    }),
    runs,
  )
})

describe('suppressing', () => {
  test('keeps the best of boxes on the same thing, and both of different classes', () => {
    const best = thing('person', 0.9, [0, 0, 10, 10])
    const worse = thing('person', 0.8, [1, 0, 11, 10])
    const dog = thing('dog', 0.7, [1, 0, 11, 10])
    assert.deepEqual(suppress([worse, dog, best], 0.5), [best, dog])
  })

  test('leaves no two boxes of a class that overlap more than allowed, and drops none without a better one on it', () => {
    fc.assert(
      fc.property(reading, (all) => {
        const kept = suppress(all, 0.5)
        const rivals = (a: Found, b: Found) => a !== b && a.class === b.class && iou(a.box, b.box) > 0.5
        assert.ok(!kept.some((a) => kept.some((b) => rivals(a, b))))
        for (const gone of all.filter((one) => !kept.includes(one))) {
          assert.ok(kept.some((better) => rivals(better, gone) && better.score >= gone.score))
        }
      }),
      runs,
    )
  })

  test('does not depend on the order in which boxes come, nor on being done twice', () => {
    fc.assert(
      fc.property(reading, (all) => {
        const kept = suppress(all, 0.5)
        assert.deepEqual(suppress([...all].reverse(), 0.5), kept)
        assert.deepEqual(suppress(kept, 0.5), kept)
      }),
      runs,
    )
  })
})

describe('fusing', () => {
  test('puts one box where two models agree, nearer to the surer one, at the mean of their scores', () => {
    const fused = fuse([[thing('car', 0.9, [0, 0, 100, 100])], [thing('car', 0.3, [20, 0, 120, 100])]], 0.55)
    assert.equal(fused.length, 1)
    assert.ok(Math.abs(fused[0]!.score - 0.6) < 1e-9)
    assert.deepEqual(
      fused[0]!.box.map((edge) => Math.round(edge)),
      [5, 0, 105, 100],
    )
  })

  test('counts a model that saw nothing as 0', () => {
    assert.equal(fuse([[thing('car', 0.8, [0, 0, 10, 10])], []], 0.55)[0]!.score, 0.4)
  })

  test('counts a model once, however many of its boxes lie on the thing', () => {
    const twice = [thing('car', 0.8, [0, 0, 100, 100]), thing('car', 0.6, [0, 0, 100, 98])]
    const [fused, ...others] = fuse([twice, []], 0.55)
    assert.deepEqual([fused!.score, others.length], [0.4, 0])
  })

  test('keeps a bus and a truck on the same place apart', () => {
    const place: Box = [0, 0, 10, 10]
    assert.equal(fuse([[thing('bus', 0.5, place)], [thing('truck', 0.5, place)]], 0.55).length, 2)
  })

  test('gives no score above the best model, no box beyond its members, and nothing of a class nobody saw', () => {
    fc.assert(
      fc.property(reading, reading, (one, other) => {
        const all = [...one, ...other]
        for (const { class: name, score, box: place } of fuse([one, other], 0.55)) {
          const alike = all.filter((each) => each.class === name)
          const edge = (index: 0 | 1 | 2 | 3) => alike.map((each) => each.box[index])
          assert.ok(score <= Math.max(...alike.map((each) => each.score)))
          assert.ok(place[0] >= Math.min(...edge(0)) - 1e-9 && place[2] <= Math.max(...edge(2)) + 1e-9)
          assert.ok(place[1] >= Math.min(...edge(1)) - 1e-9 && place[3] <= Math.max(...edge(3)) + 1e-9)
        }
      }),
      runs,
    )
  })

  test('gives the same whatever the order of the boxes', () => {
    fc.assert(
      fc.property(reading, reading, (one, other) => {
        const backwards = fuse([[...one].reverse(), [...other].reverse()], 0.55)
        assert.deepEqual(backwards.sort(byScore), fuse([one, other], 0.55).sort(byScore))
      }),
      runs,
    )
  })
})
