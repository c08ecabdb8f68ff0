import assert from 'node:assert/strict'
import test from 'node:test'
import { wholeOf } from '../../../src/perceive/detect/tiles.ts'
import { joinedRows, nanodetFamilyFound, separateRows } from '../../../src/perceive/operator/nanodet-head.ts'
import { yoloxFound } from '../../../src/perceive/operator/yolox-head.ts'
import { readAsThemselves, readFromList } from '../../../src/perceive/words/other-vocabularies.ts'

const SIDE = 64
const CLASSES = ['one', 'two']
/** Cells of the grids of stride 8, 16 and 32 in a square of 64. */
const CELLS = [64, 16, 4]
const ROWS = CELLS.reduce((sum, cells) => sum + cells)
const region = wholeOf(128, 64)

test('a YOLOX row is a middle in its cell, a size in strides and a class, in pixels of the picture', () => {
  const rows = new Float32Array(ROWS * 7)
  // Cell 2, 1 of the grid of stride 16: the grid of stride 8 comes first.
  rows.set([0.5, 0.5, Math.log(2), Math.log(1), 0.9, 0.1, 0.8], (64 + 4 + 2) * 7)
  assert.deepEqual(
    yoloxFound(rows, CLASSES, region, SIDE, 0.3).map(({ class: name, score, box }) => [
      name,
      score.toFixed(3),
      ...box.map(Math.round),
    ]),
    [['two', '0.720', 48, 32, 112, 64]],
  )
  assert.deepEqual(yoloxFound(rows, CLASSES, region, SIDE, 0.75), [])
})

test('NanoDet says the same in one tensor as in two a grid, but for where a cell has its point', () => {
  const STEPS = 8
  const scores = new Float32Array(ROWS * 2)
  const distances = new Float32Array(ROWS * 4 * STEPS)
  const row = 64 + 5
  scores[row * 2 + 1] = 0.7
  for (let side = 0; side < 4; side++) distances[(row * 4 + side) * STEPS + 1] = 60
  const grids = (data: Float32Array, width: number) => {
    const starts = CELLS.map((_, grid) => CELLS.slice(0, grid).reduce((sum, cells) => sum + cells, 0))
    return CELLS.map((cells, grid) => data.slice(starts[grid]! * width, (starts[grid]! + cells) * width))
  }
  const apart = separateRows(grids(scores, 2), grids(distances, 4 * STEPS), 2)
  const length = 2 + 4 * STEPS
  const joined = new Float32Array(ROWS * length)
  for (let index = 0; index < ROWS; index++) {
    joined.set(scores.subarray(index * 2, index * 2 + 2), index * length)
    joined.set(distances.subarray(index * 4 * STEPS, (index + 1) * 4 * STEPS), index * length + 2)
  }
  const boxes = [apart, joinedRows(joined, ROWS, 2)].map((rows) => nanodetFamilyFound(rows, CLASSES, region, SIDE, 0.3))
  // Cell 1, 1 of stride 16, one stride to every side; two pixels of the picture to one of the input.
  assert.deepEqual(
    boxes[0]!.map(({ box }) => box.map(Math.round)),
    [[16, 16, 80, 64]],
  )
  assert.deepEqual(
    boxes[1]!.map(({ box }) => box.map(Math.round)),
    [[0, 0, 64, 64]],
  )
  assert.ok(boxes.every(([found]) => found!.class === 'two'))
})

test('words of a list are read by name alone, and of an open vocabulary as themselves', () => {
  const list = readFromList(['Forklifts', 'lorry'], ['forklift'], ['forklift', 'pallet'])
  assert.deepEqual(
    list.read.map(({ prompt, matched_class, alert }) => [prompt, matched_class, alert]),
    [
      ['Forklifts', 'forklift', false],
      ['forklift', 'forklift', true],
    ],
  )
  assert.equal(list.unread[0]!.prompt, 'lorry')
  assert.match(list.unread[0]!.reason, /none of the 2 classes/)
  assert.deepEqual(
    readAsThemselves(['red van', 'red van'], []).read.map(({ matched_class }) => matched_class),
    ['red van'],
  )
})
