import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { Pixels } from '../../src/imaging/decode.ts'
import type { Box } from '../../src/perceive/detect/box.ts'
import { COCO_CLASSES } from '../../src/perceive/detect/classes.ts'
import { lookAtPicture } from '../../src/perceive/detect/look.ts'
import { couldMiss } from '../../src/perceive/detect/missed.ts'
import {
  NANODET_NUMBERS,
  NANODET_SIDE,
  nanodetFound,
  nanodetInput,
  shownSize,
} from '../../src/perceive/detect/nanodet-head.ts'
import { Pyramid } from '../../src/perceive/detect/pyramid.ts'
import { SSDLITE_NUMBERS, ssdliteFound, ssdliteInput } from '../../src/perceive/detect/ssdlite-head.ts'
import { isCut, type Region, tilesOf, wholeOf } from '../../src/perceive/detect/tiles.ts'
import { rounds } from '../support/rounds.ts'

const runs = { numRuns: rounds(60, 1_000), seed: 1 }
const sides = fc.tuple(fc.integer({ min: 40, max: 4_000 }), fc.integer({ min: 40, max: 4_000 }))

function plain(width: number, height: number, [red, green, blue]: [number, number, number]): Pixels {
  const data = new Uint8Array(width * height * 3)
  for (let at = 0; at < data.length; at += 3) data.set([red, green, blue], at)
  return { width, height, data }
}

describe('tiles', () => {
  test('of a 640 x 480 photograph are four of 0.6', () => {
    const corners = tilesOf(640, 480, NANODET_SIDE).map(({ left, top, width, height }) => [left, top, width, height])
    assert.deepEqual(corners, [
      [0, 0, 384, 288],
      [256, 0, 384, 288],
      [0, 192, 384, 288],
      [256, 192, 384, 288],
    ])
  })

  test('get smaller with the picture’s size, until they are shown near their native resolution', () => {
    assert.equal(tilesOf(1280, 720, NANODET_SIDE).length, 4 + 16)
    assert.equal(tilesOf(4000, 3000, NANODET_SIDE).length, 4 + 16 + 64)
    assert.equal(tilesOf(16_000, 4_000, NANODET_SIDE).length, 4 + 16 + 64)
  })

  test('lie inside the picture, cover it, and hold whole whatever is a sixth of a tile', () => {
    fc.assert(
      fc.property(
        sides,
        fc.float({ min: 0, max: 1, noNaN: true }),
        fc.float({ min: 0, max: 1, noNaN: true }),
        (size, u, v) => {
          const [width, height] = size
          const tiles = tilesOf(width, height, NANODET_SIDE)
          const finest = tiles.at(-1)!
          for (const { left, top, width: across, height: down } of tiles) {
            assert.ok(left >= 0 && top >= 0 && left + across <= width && top + down <= height)
          }
          const [wide, high] = [finest.width * 0.12, finest.height * 0.12]
          const [x, y] = [u * (width - wide), v * (height - high)]
          const thing: Box = [x, y, x + wide, y + high]
          const holds = (tile: Region) =>
            tile.width === finest.width &&
            x >= tile.left &&
            y >= tile.top &&
            x + wide <= tile.left + tile.width &&
            y + high <= tile.top + tile.height &&
            !isCut(thing, tile, 0.005 * Math.max(tile.width, tile.height))
          assert.ok(tiles.some(holds), `${thing} is whole in no tile of ${size}`)
        },
      ),
      runs,
    )
  })

  test('take a box for cut at an inner edge only', () => {
    const [first] = tilesOf(640, 480, NANODET_SIDE)
    assert.equal(isCut([0, 0, 100, 100], first!, 4), false)
    assert.equal(isCut([300, 100, 383, 200], first!, 4), true)
    assert.equal(isCut([100, 200, 200, 287], first!, 4), true)
    assert.equal(isCut([0, 0, 640, 480], wholeOf(640, 480), 6), false)
  })
})

describe('looking at a picture in tiles', () => {
  const pyramid = new Pyramid(plain(640, 480, [9, 9, 9]))
  const seen = (whole: Box, wholeScore: number, near: Box, nearScore: number) =>
    lookAtPicture(
      pyramid,
      async ({ width }) => [
        width === 640
          ? { class: 'person' as const, score: wholeScore, box: whole }
          : { class: 'person' as const, score: nearScore, box: near },
      ],
      NANODET_SIDE,
      true,
    )

  test('a leg of a person who is plain in the whole picture is no second person', async () => {
    assert.equal((await seen([20, 20, 220, 260], 0.9, [40, 180, 100, 260], 0.5)).length, 1)
  })

  test('a sure small person before a doubtful large one is one more', async () => {
    assert.equal((await seen([20, 20, 220, 260], 0.4, [40, 180, 100, 260], 0.6)).length, 2)
  })

  test('a thing that several tiles show is one thing', async () => {
    assert.equal((await seen([400, 20, 420, 40], 0.4, [300, 220, 330, 250], 0.6)).length, 2)
  })
})

describe('what a model is shown', () => {
  test('NanoDet sees blue, green and red in planes, mean taken off, the rest of the square at the mean', () => {
    const pixels = plain(200, 100, [255, 128, 0])
    const data = nanodetInput(new Pyramid(pixels), wholeOf(200, 100), new Float32Array(NANODET_NUMBERS))
    const plane = NANODET_SIDE * NANODET_SIDE
    const at = (row: number, column: number) =>
      [0, 1, 2].map((colour) => data[colour * plane + row * NANODET_SIDE + column]!)
    const near = (seen: number[], meant: number[]) =>
      seen.every((value, index) => Math.abs(value - meant[index]!) < 1e-4)
    assert.ok(near(at(100, 200), [-103.53 / 57.375, (128 - 116.28) / 57.12, (255 - 123.675) / 58.395]))
    assert.ok(near(at(207, 415), [-103.53 / 57.375, (128 - 116.28) / 57.12, (255 - 123.675) / 58.395]))
    assert.deepEqual(at(208, 0), [0, 0, 0])
  })

  test('SSDLite sees red, green and blue side by side, the picture stretched over the whole square', () => {
    const data = ssdliteInput(
      new Pyramid(plain(30, 400, [255, 128, 0])),
      wholeOf(30, 400),
      new Float32Array(SSDLITE_NUMBERS),
    )
    assert.deepEqual([...data.subarray(0, 3), ...data.subarray(-3)], [255, 128, 0, 255, 128, 0])
  })

  test('however far a picture is shrunk, a checkerboard becomes its mean and not one of its colours', () => {
    const pixels = plain(1200, 1200, [0, 0, 0])
    for (let at = 0; at < pixels.data.length; at += 3) {
      const [column, row] = [(at / 3) % 1200, Math.floor(at / 3 / 1200)]
      if ((column + row) % 2 === 0) pixels.data.fill(200, at, at + 3)
    }
    const data = ssdliteInput(new Pyramid(pixels), wholeOf(1200, 1200), new Float32Array(SSDLITE_NUMBERS))
    assert.ok(data.every((value) => Math.abs(value - 100) <= 1))
  })

  test('a ramp stays a ramp: sampling neither shifts nor scales', () => {
    const pixels = plain(832, 832, [0, 0, 0])
    for (let at = 0; at < pixels.data.length; at++)
      pixels.data[at] = Math.round(((Math.floor(at / 3) % 832) * 250) / 832)
    const data = nanodetInput(new Pyramid(pixels), wholeOf(832, 832), new Float32Array(NANODET_NUMBERS))
    for (const column of [3, 100, 207, 333, 412]) {
      const value = data[column]! * 57.375 + 103.53
      assert.ok(Math.abs(value - ((column + 0.5) * 250) / 416) < 1, `${column}: ${value}`)
    }
  })
})

describe('what a model answers', () => {
  const STRIDES = [8, 16, 32]
  const STEPS = 11

  /** The numbers a perfectly sure NanoDet would give for a thing around the middle of one cell. */
  function answerFor(level: number, cell: number, steps: number[], name: number) {
    const cells = STRIDES.map((stride) => (NANODET_SIDE / stride) ** 2)
    const scores = cells.map((count) => new Float32Array(count * COCO_CLASSES.length))
    const distances = cells.map((count) => new Float32Array(count * 4 * STEPS))
    scores[level]![cell * COCO_CLASSES.length + name] = 0.75
    for (const [which, step] of steps.entries()) distances[level]![(cell * 4 + which) * STEPS + step] = 60
    return { scores, distances }
  }

  test('a thing anywhere in a picture or tile of any shape comes back to where it was shown', () => {
    fc.assert(
      fc.property(
        sides,
        fc.integer({ min: 0, max: 2 }),
        fc.float({ min: 0, max: 1, noNaN: true }),
        fc.float({ min: 0, max: 1, noNaN: true }),
        fc.array(fc.integer({ min: 1, max: STEPS - 1 }), { minLength: 4, maxLength: 4 }),
        ([width, height], level, u, v, steps) => {
          const region: Region = { ...wholeOf(width, height), left: 17, top: 5 }
          const [across, down] = shownSize(region)
          const stride = STRIDES[level]!
          const cells = NANODET_SIDE / stride
          const column = Math.min(cells - 1, Math.floor((u * across) / stride))
          const row = Math.min(cells - 1, Math.floor((v * down) / stride))
          const { scores, distances } = answerFor(level, row * cells + column, steps, 2)
          const [x, y] = [(column + 0.5) * stride, (row + 0.5) * stride]
          const inRegion = (at: number, shown: number, whole: number) =>
            (Math.min(Math.max(at, 0), shown) / shown) * whole
          const meant = [
            17 + inRegion(x - steps[0]! * stride, across, width),
            5 + inRegion(y - steps[1]! * stride, down, height),
            17 + inRegion(x + steps[2]! * stride, across, width),
            5 + inRegion(y + steps[3]! * stride, down, height),
          ]
          const [found] = nanodetFound(scores, distances, region, 0.5)
          if (meant[2]! - meant[0]! <= 1e-6 || meant[3]! - meant[1]! <= 1e-6) return
          assert.deepEqual([found!.class, found!.score], ['car', 0.75])
          for (const [index, edge] of found!.box.entries()) assert.ok(Math.abs(edge - meant[index]!) < 0.01)
        },
      ),
      runs,
    )
  })

  test('what scores below the floor is not said', () => {
    const { scores, distances } = answerFor(1, 5, [1, 1, 1, 1], 0)
    assert.equal(nanodetFound(scores, distances, wholeOf(416, 416), 0.76).length, 0)
    assert.equal(nanodetFound(scores, distances, wholeOf(416, 416), 0.75).length, 1)
  })

  test('SSDLite’s columns are COCO’s 90 numbers, of which ten name nothing', () => {
    const scores = new Float32Array(4 * 90)
    scores[0 * 90 + 0] = 0.9
    scores[1 * 90 + 89] = 0.8
    scores[2 * 90 + 27] = 0.7
    scores[3 * 90 + 11] = 0.99
    scores[3 * 90 + 61] = 0.6
    const boxes = Float32Array.from(new Array(4).fill([0.25, 0.5, 0.75, 1]).flat())
    const found = ssdliteFound(scores, boxes, { ...wholeOf(200, 100), left: 10, top: 20 }, 0.5)
    assert.deepEqual(
      found.map((each) => each.class),
      ['person', 'toothbrush', 'umbrella', 'chair'],
    )
    assert.deepEqual(found[0]!.box, [110, 45, 210, 95])
  })
})

describe('what a reading could have missed', () => {
  test('is smaller in the thorough mode, and told in pixels of the picture that was given', () => {
    const frame = { width: 1280, height: 720 }
    const [fast, thorough] = [couldMiss(frame, frame, 'fast'), couldMiss(frame, frame, 'thorough')]
    assert.ok(thorough.smaller_than_px < fast.smaller_than_px / 3)
    assert.match(fast.why, new RegExp(`${fast.smaller_than_px} x ${fast.smaller_than_px} pixels`))
    const shrunk = couldMiss({ width: 640, height: 360 }, frame, 'fast')
    assert.deepEqual(shrunk, fast)
  })
})
