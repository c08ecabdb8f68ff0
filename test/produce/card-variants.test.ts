import assert from 'node:assert/strict'
import test from 'node:test'
import { CELLS, isWhiteCell } from '../../src/measure/produce/card/dictionary.ts'
import { openCv } from '../../src/measure/produce/card/opencv.ts'
import {
  CORNERS,
  cornerOf,
  LEAST_DPI,
  MOST_DPI,
  markerIds,
  variantOf,
} from '../../src/measure/produce/card/variants.ts'

const VARIANTS = (['a4', 'letter'] as const).flatMap((paper) =>
  Array.from({ length: MOST_DPI - LEAST_DPI + 1 }, (_, index) => ({ paper, dpi: LEAST_DPI + index })),
)

const PAIRS = [
  [0, 1],
  [0, 2],
  [0, 3],
  [1, 2],
  [1, 3],
  [2, 3],
] as const

test('each of the 1058 cards has ids of its own, one from each corner', () => {
  assert.equal(VARIANTS.length, 1058)
  const all = VARIANTS.map(({ paper, dpi }) => markerIds(paper, dpi))
  assert.equal(new Set(all.map(String)).size, 1058)
  for (const ids of all) assert.deepEqual(ids.map(cornerOf), [...CORNERS])
})

test('any two markers tell which card it is, whichever two are bare', () => {
  const known = new Map<string, unknown>()
  for (const variant of VARIANTS) {
    const ids = markerIds(variant.paper, variant.dpi)
    for (const [a, b] of PAIRS) {
      const key = `${ids[a]} ${ids[b]}`
      assert.equal(known.has(key), false, `${key} is on two cards`)
      known.set(key, variant)
    }
  }
  for (const { paper, dpi } of VARIANTS.filter(({ dpi }) => dpi % 37 === 5 || dpi === 72 || dpi === 600)) {
    const ids = markerIds(paper, dpi)
    assert.deepEqual(variantOf(ids), { paper, dpi })
    for (const [a, b] of PAIRS) assert.deepEqual(variantOf([ids[b], ids[a]]), { paper, dpi })
  }
})

test('markers of two cards together are no card', () => {
  const one = markerIds('a4', 300)
  const other = markerIds('letter', 301)
  assert.equal(variantOf([one[0], one[1], other[2]]), null)
  assert.equal(variantOf([one[0], other[1], other[2], one[3]]), null)
  assert.equal(variantOf([one[0]]), null)
  assert.equal(variantOf([one[0], one[0]]), null)
})

test('an id beyond the cards belongs to no corner', () => {
  assert.equal(cornerOf(148), null)
  assert.equal(cornerOf(249), null)
})

test("the printed cells are those of OpenCV's dictionary", async () => {
  const { cv } = await openCv()
  const dictionary = cv.getPredefinedDictionary(cv.DICT_5X5_250) as unknown as {
    generateImageMarker(id: number, side: number, into: unknown, border: number): void
    delete(): void
  }
  for (let id = 0; id < 148; id++) {
    const drawn = new cv.Mat()
    dictionary.generateImageMarker(id, CELLS, drawn, 1)
    const expected = Array.from(drawn.data, (value) => value > 0)
    drawn.delete()
    const own = expected.map((_, index) => isWhiteCell(id, Math.floor(index / CELLS), index % CELLS))
    assert.deepEqual(own, expected, `marker ${id}`)
  }
  dictionary.delete()
})
