import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import sharp from 'sharp'
import { overlayPng } from '../../src/measure/produce/overlay.ts'
import type { Marks } from '../../src/measure/produce/reading.ts'
import type { Pixels } from '../../src/measure/produce/types.ts'

const grey = (width: number, height: number): Pixels => ({
  width,
  height,
  data: new Uint8Array(width * height * 3).fill(128),
})

/** A lens-shaped fruit from left to right across a picture of 1000 x 600. */
const marks: Marks = {
  contour: [
    [200, 300],
    [500, 200],
    [800, 300],
    [500, 350],
  ],
  convexPath: [
    [200, 300],
    [500, 200],
    [700, 267],
    [800, 300],
  ],
  blossomTip: [200, 300],
  pedicelBase: [700, 267],
  crown: [800, 300],
  midSection: [
    [450, 217],
    [440, 345],
  ],
}

async function pixelsOf(png: Uint8Array) {
  const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true })
  return {
    ...info,
    at: (x: number, y: number) => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)],
  }
}

describe('the overlay', () => {
  test('draws the path, the section and the ends where they were measured', async () => {
    const drawn = await pixelsOf(await overlayPng(grey(1000, 600), marks, null, ['length 1 mm']))
    assert.equal(drawn.width, 1000)
    assert.deepEqual(drawn.at(350, 250), [255, 60, 160], 'the convex path')
    assert.deepEqual(drawn.at(750, 283), [255, 170, 215], 'on to the crown')
    assert.deepEqual(drawn.at(445, 281), [40, 90, 255], 'the mid-section')
    assert.deepEqual(drawn.at(200, 300), [255, 255, 255], 'the blossom end')
    assert.deepEqual(drawn.at(20, 20), [128, 128, 128], 'the rest is as it was')
  })

  test('writes below the picture and never over it', async () => {
    const few = await pixelsOf(await overlayPng(grey(1000, 600), null, null, ['one line']))
    const many = await pixelsOf(
      await overlayPng(grey(1000, 600), null, null, ['one line', 'and another', 'w '.repeat(200)]),
    )
    assert.ok(few.height > 600 && many.height > few.height + 60, 'a line that is too long takes more than one')
    for (let x = 0; x < 1000; x += 50) assert.deepEqual(many.at(x, 590), [128, 128, 128])
  })

  test('is at most 1600 pixels wide, and small pictures are enlarged', async () => {
    assert.equal((await pixelsOf(await overlayPng(grey(3200, 1600), marks, null, []))).width, 1600)
    const small = await pixelsOf(await overlayPng(grey(100, 60), null, null, []))
    assert.equal(small.width, 900)
  })

  test('a name that the edge pushes back does not cover its own end', async () => {
    const cornered = { ...marks, crown: [985, 300] as const, convexPath: [...marks.convexPath, [985, 300] as const] }
    const drawn = await pixelsOf(await overlayPng(grey(1000, 600), cornered, null, []))
    assert.deepEqual(drawn.at(985, 300), [255, 255, 255])
    for (const [x, y] of [
      [981, 300],
      [988, 300],
      [985, 296],
      [985, 303],
    ] as const)
      assert.ok(drawn.at(x, y)[0]! < 128, 'the ring around it is whole')
  })
})
