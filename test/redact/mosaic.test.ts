import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { mosaicked } from '../../src/measure/redact/mosaic.ts'
import { coveredShare, type Region, regionsFor, type Subject } from '../../src/measure/redact/regions.ts'

const [WIDTH, HEIGHT] = [90, 70]
const PICTURE = { width: WIDTH, height: HEIGHT }

const subject = fc
  .record({
    left: fc.integer({ min: 0, max: 70 }),
    top: fc.integer({ min: 0, max: 50 }),
    across: fc.integer({ min: 3, max: 60 }),
    down: fc.integer({ min: 3, max: 60 }),
    face: fc.option(fc.integer({ min: 1, max: 30 })),
    score: fc.double({ min: 0.05, max: 1, noNaN: true }),
  })
  .map(({ left, top, across, down, face, score }): Subject => {
    const box = [left, top, Math.min(WIDTH, left + across), Math.min(HEIGHT, top + down)] as const
    return { box, score, faceWidth: face }
  })
const subjects = fc.array(subject, { minLength: 1, maxLength: 6 })
const noise = fc.uint8Array({ minLength: WIDTH * HEIGHT * 3, maxLength: WIDTH * HEIGHT * 3 })

function cellsOf({ box: [left, top, right, bottom], cellPx }: Region): number[][] {
  const cells: number[][] = []
  for (let y = top; y < bottom; y += cellPx)
    for (let x = left; x < right; x += cellPx) {
      const cell: number[] = []
      for (let row = y; row < Math.min(y + cellPx, bottom); row++)
        for (let column = x; column < Math.min(x + cellPx, right); column++) cell.push(row * WIDTH + column)
      cells.push(cell)
    }
  return cells
}

test('every cell is one colour, and outside the boxes nothing changes', () => {
  fc.assert(
    fc.property(subjects, noise, (people, data) => {
      const regions = regionsFor(people, 1, PICTURE)
      const { data: covered } = mosaicked({ ...PICTURE, data }, regions)
      const inside = new Set<number>()
      for (const cell of regions.flatMap(cellsOf)) {
        const colours = new Set(cell.map((at) => covered.subarray(at * 3, at * 3 + 3).join()))
        assert.equal(colours.size, 1)
        for (const at of cell) inside.add(at)
      }
      for (let at = 0; at < WIDTH * HEIGHT; at++)
        if (!inside.has(at)) assert.deepEqual(covered.subarray(at * 3, at * 3 + 3), data.subarray(at * 3, at * 3 + 3))
    }),
    { numRuns: 60 },
  )
})

test('whatever order the pixels of a cell had, the picture comes out the same', () => {
  fc.assert(
    fc.property(subjects, noise, fc.nat(), (people, data, turn) => {
      const regions = regionsFor(people, 1, PICTURE)
      const scrambled = data.slice()
      for (const cell of regions.flatMap(cellsOf))
        cell.forEach((at, index) => {
          const from = cell[(index + turn) % cell.length]!
          scrambled.set(data.subarray(from * 3, from * 3 + 3), at * 3)
        })
      // Overlapping boxes of one grid list a cell twice, which turns it twice: still only its own pixels.
      assert.deepEqual(mosaicked({ ...PICTURE, data: scrambled }, regions), mosaicked({ ...PICTURE, data }, regions))
    }),
    { numRuns: 60 },
  )
})

test('every person is inside a region with at most 8 cells across, and 4 across a face', () => {
  fc.assert(
    fc.property(subjects, (people) => {
      const regions = regionsFor(people, 1, PICTURE)
      for (const { box, faceWidth } of people) {
        const around = regions.find(
          ({ box: [x1, y1, x2, y2] }) => x1 <= box[0] && y1 <= box[1] && x2 >= box[2] && y2 >= box[3],
        )
        assert.ok(around, 'covered whole')
        assert.ok((box[2] - box[0]) / around.cellPx <= 8)
        assert.ok((faceWidth ?? 0) / around.cellPx <= 4)
      }
    }),
  )
})

test('two regions that touch have one grid', () => {
  fc.assert(
    fc.property(subjects, (people) => {
      const regions = regionsFor(people, 1, PICTURE)
      for (const a of regions)
        for (const b of regions) {
          const apart = a.box[0] > b.box[2] || b.box[0] > a.box[2] || a.box[1] > b.box[3] || b.box[1] > a.box[3]
          if (apart) continue
          assert.equal(a.cellPx, b.cellPx)
          assert.equal(Math.abs(a.box[0] - b.box[0]) % a.cellPx, 0)
          assert.equal(Math.abs(a.box[1] - b.box[1]) % a.cellPx, 0)
        }
    }),
  )
})

test('where no face was found, a box that may be mostly face is cut as if it were', () => {
  const closeUp = regionsFor([{ box: [10, 10, 50, 60], score: 0.9, faceWidth: null }], 1, PICTURE)
  assert.ok((0.7 * 40) / closeUp[0]!.cellPx <= 4)
  const standing = regionsFor([{ box: [10, 0, 26, 70], score: 0.9, faceWidth: null }], 1, PICTURE)
  assert.equal(standing[0]!.cellPx, 2)
})

test('nobody found is nothing covered', () => {
  assert.deepEqual(regionsFor([], 1, PICTURE), [])
})

test('how much of a box is covered is told of all regions together, and what two share is counted once', () => {
  const regions = [[0, 0, 50, 100] as const, [50, 0, 90, 100] as const, [40, 20, 60, 80] as const].map((box) => ({
    box,
  }))
  assert.equal(coveredShare([30, 0, 70, 100], regions), 1, 'across two that touch')
  assert.equal(coveredShare([70, 0, 110, 100], regions), 0.5)
  assert.equal(coveredShare([200, 0, 210, 10], regions), 0)
  assert.equal(coveredShare([0, 0, 180, 100], regions), 0.5)
  const numbers = fc.integer({ min: 0, max: 12 })
  const box = fc.tuple(numbers, numbers, numbers, numbers).map(([x, y, w, h]) => [x, y, x + w + 1, y + h + 1] as const)
  fc.assert(
    fc.property(box, fc.array(box, { maxLength: 5 }), (asked, boxes) => {
      let [inside, all] = [0, 0]
      for (let x = asked[0]; x < asked[2]; x++)
        for (let y = asked[1]; y < asked[3]; y++) {
          all++
          if (boxes.some(([x1, y1, x2, y2]) => x >= x1 && x < x2 && y >= y1 && y < y2)) inside++
        }
      assert.ok(
        Math.abs(
          coveredShare(
            asked,
            boxes.map((each) => ({ box: each })),
          ) -
            inside / all,
        ) < 1e-9,
      )
    }),
  )
})
