import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Labelled } from '../../bench/seeing/detect/folder.ts'
import { GROUPS } from '../../bench/seeing/detect/groups.ts'
import { judge } from '../../bench/seeing/detect/match.ts'
import { interval, precision, recall, total, wilson } from '../../bench/seeing/detect/shares.ts'
import type { Box, Found } from '../../src/perceive/detect/box.ts'
import { COCO_CLASSES } from '../../src/perceive/detect/classes.ts'

const picture = (...objects: Labelled['objects']): Labelled => ({ file: 'a.jpg', width: 100, height: 100, objects })
const label = (name: string, box: Box, crowd = false) => ({ label: name, box, crowd })
const found = (name: Found['class'], score: number, box: Box): Found => ({ class: name, score, box })
const all = () => true

test('a label is found once: a second box on it is wrong', () => {
  const judged = judge(
    [found('car', 0.9, [0, 0, 10, 10]), found('car', 0.8, [0, 0, 10, 9])],
    picture(label('car', [0, 0, 10, 10])),
  )
  assert.deepEqual(
    judged.found.map(({ right }) => right),
    [true, false],
  )
  assert.deepEqual(judged.things, [{ class: 'car', share: 0.01, foundAt: 0.9 }])
})

test('a box of another class, or that overlaps by less than half, finds nothing', () => {
  const judged = judge(
    [found('bus', 0.9, [0, 0, 10, 10]), found('car', 0.8, [0, 6, 10, 16])],
    picture(label('car', [0, 0, 10, 10])),
  )
  assert.ok(judged.found.every(({ right }) => !right))
  assert.equal(judged.things[0]!.foundAt, null)
})

test('a box on a crowd is neither right nor wrong, and a crowd is nothing to be found', () => {
  const crowd = picture(label('person', [0, 0, 50, 50], true))
  const judged = judge([found('person', 0.9, [5, 5, 15, 25]), found('person', 0.8, [60, 60, 70, 90])], crowd)
  assert.deepEqual(judged, { found: [{ class: 'person', score: 0.8, right: false }], things: [] })
})

test('a higher threshold counts what is above it, as if nothing else had been found', () => {
  const boxes = [
    found('car', 0.9, [0, 0, 10, 10]),
    found('car', 0.3, [50, 50, 60, 60]),
    found('car', 0.2, [0, 0, 9, 9]),
  ]
  const labels = picture(label('car', [0, 0, 10, 10]), label('car', [50, 50, 60, 60]))
  for (const threshold of [0.1, 0.25, 0.5]) {
    const once = judge(boxes, labels)
    const cut = judge(
      boxes.filter(({ score }) => score >= threshold),
      labels,
    )
    assert.deepEqual(total([once], precision(threshold, all)), total([cut], precision(0, all)))
    assert.deepEqual(total([once], recall(threshold, all)), total([cut], recall(0, all)))
  }
})

test('Wilson’s interval is the published one, and ours is never narrower', () => {
  const { low, high } = wilson({ of: 15, hit: 15 })
  assert.deepEqual([low.toFixed(3), high.toFixed(3)], ['0.796', '1.000'])
  const half = { of: 10, hit: 5 }
  assert.deepEqual([wilson(half).low.toFixed(3), wilson(half).high.toFixed(3)], ['0.237', '0.763'])
  const one = judge(
    [found('car', 0.9, [0, 0, 10, 10])],
    picture(label('car', [0, 0, 10, 10]), label('car', [50, 0, 60, 9])),
  )
  const told = interval([one], recall(0.5, all))
  assert.ok(told.low <= wilson({ of: 2, hit: 1 }).low && told.high >= wilson({ of: 2, hit: 1 }).high)
  assert.deepEqual(interval([one], recall(0.5, all)), told)
})

test('the groups are the 80 classes, each once', () => {
  assert.deepEqual(Object.values(GROUPS).flat().toSorted(), [...COCO_CLASSES].toSorted())
})
