import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { drawScene, type Kind } from '../../bench/seeing/stack-scenes/scenes.ts'
import { decode } from '../../src/imaging/decode.ts'
import { countStack } from '../../src/measure/stack/count.ts'
import { rounds } from '../support/rounds.ts'

async function scene(kind: Kind, index: number, seed = 5) {
  const drawn = await drawScene(kind, seed, index)
  const { bytes, width, height } = drawn
  const pixels = await decode({ bytes, width, height, media_type: 'image/jpeg' })
  return { ...drawn, pixels, reading: countStack(pixels, null).reading }
}

describe('rendered loads', () => {
  test('square on: each is counted right, or not at all, and most are counted', async () => {
    let [exact, wrong] = [0, 0]
    const number = rounds(2, 40)
    for (let index = 0; index < number; index++) {
      const { load, reading } = await scene('square on', index)
      if (reading.abstained !== null) continue
      assert.equal(reading.retake, null)
      const { across, down, faces } = load!
      if (isDeepStrictEqual([reading.across, reading.down, reading.crate_faces], [across, down, faces])) exact++
      else wrong++
    }
    assert.ok(wrong <= 0.03 * number, `${wrong} of ${number} counted wrong`)
    assert.ok(exact >= 0.8 * number, `${exact} of ${number} counted right`)
  })

  const reasons = {
    'at an angle': 'taken_at_an_angle',
    rolled: 'taken_at_an_angle',
    cut: 'row_out_of_frame',
    'no lattice': 'no_lattice',
  } as const
  for (const [kind, code] of Object.entries(reasons) as [keyof typeof reasons, string][])
    test(`${kind}: not counted, because ${code}`, async () => {
      for (let index = 0; index < rounds(1, 10); index++) {
        const { reading } = await scene(kind, index)
        assert.equal(reading.abstained?.code, code, `${index}`)
        assert.deepEqual([reading.crate_faces, reading.across, reading.down], [null, null, null])
        assert.equal(reading.retake, code === 'taken_at_an_angle' ? 'square_on' : null)
      }
    })

  const misreadOnce = [
    { what: 'noise with a dozen straight edges', kind: 'no lattice', seed: 103, index: 14, code: 'no_lattice' },
    { what: 'rows like bricks, up to the frame', kind: 'no lattice', seed: 103, index: 34, code: 'no_lattice' },
    { what: 'the ribs of a single box', kind: 'no lattice', seed: 11, index: 16, code: 'no_lattice' },
    { what: 'cars in a street', kind: 'no lattice', seed: 11, index: 24, code: 'no_lattice' },
    { what: 'halves of crates, an odd number', kind: 'cut', seed: 2, index: 24, code: 'row_out_of_frame' },
    { what: 'crates before a rack', kind: 'cut', seed: 11, index: 23, code: 'row_out_of_frame' },
    { what: 'small crates with slats before a rack', kind: 'cut', seed: 107, index: 17, code: 'row_out_of_frame' },
    { what: 'crates with a band, seen as halves', kind: 'cut', seed: 107, index: 5, code: 'row_out_of_frame' },
    { what: 'ribs that look like bricks', kind: 'cut', seed: 109, index: 24, code: 'row_out_of_frame' },
    { what: 'bricks that end shortly before the frame', kind: 'no lattice', seed: 109, index: 9, code: 'no_lattice' },
    { what: 'bricks with slats', kind: 'no lattice', seed: 113, index: 33, code: 'no_lattice' },
    { what: 'bricks whose seams are hardly seen', kind: 'no lattice', seed: 139, index: 17, code: 'no_lattice' },
    { what: 'bricks, by lines between the seams', kind: 'no lattice', seed: 137, index: 13, code: 'no_lattice' },
    { what: 'rows like bricks, each a comb', kind: 'no lattice', seed: 103, index: 29, code: 'no_lattice' },
    { what: 'a bare row before a rack', kind: 'cut', seed: 101, index: 14, code: 'row_out_of_frame' },
    { what: 'a row over a rough floor', kind: 'at an angle', seed: 127, index: 7, code: 'taken_at_an_angle' },
    { what: 'crates in long grass', kind: 'at an angle', seed: 131, index: 14, code: 'taken_at_an_angle' },
    { what: 'a wall of crates in grass', kind: 'at an angle', seed: 1004, index: 28, code: 'taken_at_an_angle' },
    { what: 'a row as high as the camera', kind: 'at an angle', seed: 1005, index: 30, code: 'taken_at_an_angle' },
    { what: 'two rows, a little to the side', kind: 'cut', seed: 1005, index: 4, code: 'row_out_of_frame' },
    { what: 'labels that look like bricks', kind: 'cut', seed: 1008, index: 29, code: 'row_out_of_frame' },
    { what: 'bricks, six of them as one', kind: 'no lattice', seed: 1009, index: 13, code: 'no_lattice' },
    { what: 'three rows like bricks', kind: 'no lattice', seed: 149, index: 33, code: 'no_lattice' },
    { what: 'a high load, two and two as one', kind: 'cut', seed: 157, index: 20, code: 'row_out_of_frame' },
    { what: 'a far row, drowned in grass', kind: 'cut', seed: 167, index: 19, code: 'row_out_of_frame' },
    { what: 'a far row, a hedge behind', kind: 'cut', seed: 113, index: 6, code: 'row_out_of_frame' },
    { what: 'a row in which one crate lacks its label', kind: 'cut', seed: 1014, index: 28, code: 'row_out_of_frame' },
    { what: 'a bare row in grass', kind: 'rolled', seed: 1015, index: 4, code: 'taken_at_an_angle' },
    { what: 'rows by their labels, one short of the top', kind: 'cut', seed: 173, index: 6, code: 'row_out_of_frame' },
    { what: 'a far row, ribbed as grass', kind: 'at an angle', seed: 179, index: 4, code: 'taken_at_an_angle' },
    { what: 'three rows of bricks, as one of blocks', kind: 'no lattice', seed: 61, index: 30, code: 'no_lattice' },
    { what: 'blocks of bricks, four and a part', kind: 'no lattice', seed: 191, index: 31, code: 'no_lattice' },
    { what: 'plain boards at the frame', kind: 'no lattice', seed: 167, index: 18, code: 'no_lattice' },
    { what: 'bricks, as the row in their middle', kind: 'no lattice', seed: 167, index: 3, code: 'no_lattice' },
    { what: 'bricks, by their ribs', kind: 'no lattice', seed: 1004, index: 13, code: 'no_lattice' },
    {
      what: 'bricks by twos, their tapes in line with seams',
      kind: 'no lattice',
      seed: 1004,
      index: 19,
      code: 'no_lattice',
    },
  ] as const
  for (const { what, kind, seed, index, code } of misreadOnce)
    test(`once misread: ${what}`, async () => {
      const { reading } = await scene(kind, index, seed)
      assert.equal(reading.abstained?.code, code)
    })

  const countedWrongOnce = [
    { what: 'sixty crates, as six blocks of them', seed: 71, index: 50, faces: 60 },
    { what: 'three rows, as one', seed: 107, index: 86, faces: 24 },
    { what: 'three rows of twelve, as six on end', seed: 137, index: 15, faces: 36 },
    { what: 'eight rows, by twos', seed: 113, index: 167, faces: 65 },
    { what: 'two crates, by their ribs', seed: 167, index: 28, faces: 2 },
    { what: 'four rows, and the slat of each', seed: 1012, index: 60, faces: 8 },
    { what: 'seven rows of five, as nine blocks', seed: 1013, index: 142, faces: 35 },
    { what: 'a single row with a band around it, and the floor, as three', seed: 137, index: 53, faces: 8 },
    { what: 'a single row with a band around it, as two', seed: 163, index: 155, faces: 9 },
  ] as const
  for (const { what, seed, index, faces } of countedWrongOnce)
    test(`once counted wrong: ${what}`, async () => {
      const { reading } = await scene('square on', index, seed)
      assert.ok(reading.crate_faces === null || reading.crate_faces === faces, `${reading.crate_faces}`)
    })

  const misreadButRight = [
    { what: 'the most striking lattice is a row too long, and the next is right', seed: 11, index: 1, is: [12, 8, 96] },
    { what: 'thin seams, in an outline as wide as it is blurred', seed: 1015, index: 8, is: [11, 4, 44] },
    { what: 'thin seams, and a pallet', seed: 1012, index: 57, is: [9, 5, 45] },
  ] as const
  for (const { what, seed, index, is } of misreadButRight)
    test(`once misread, now counted: ${what}`, async () => {
      const { reading } = await scene('square on', index, seed)
      assert.deepEqual([reading.across, reading.down, reading.crate_faces], is)
    })

  test('the same scene drawn again, and the same pixels, give the same answer', async () => {
    const [first, again] = [await scene('tiled wall', 0), await scene('tiled wall', 0)]
    assert.deepEqual(again.bytes, first.bytes)
    assert.deepEqual(again.reading, first.reading)
  })

  test('a picture too small to hold a lattice holds none', () => {
    const tiny = { width: 3, height: 2, data: new Uint8Array(18).fill(200) }
    assert.equal(countStack(tiny, null).reading.abstained?.code, 'no_lattice')
  })
})
