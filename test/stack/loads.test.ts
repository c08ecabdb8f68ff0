import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { drawScene, type Kind } from '../../bench/seeing/stack-scenes/scenes.ts'
import { decode } from '../../src/imaging/decode.ts'
import { countStack } from '../../src/measure/stack/count.ts'
import { rounds } from '../support/rounds.ts'

async function scene(kind: Kind, index: number) {
  const drawn = await drawScene(kind, 5, index)
  const { bytes, width, height } = drawn
  const pixels = await decode({ bytes, width, height, media_type: 'image/jpeg' })
  return { ...drawn, pixels, reading: countStack(pixels, null).reading }
}

describe('rendered loads', () => {
  test('square on: each is counted right, or not at all, and most are counted', async () => {
    let exact = 0
    const number = rounds(5, 40)
    for (let index = 0; index < number; index++) {
      const { load, reading } = await scene('square on', index)
      if (reading.abstained !== null) continue
      assert.deepEqual(
        [reading.across, reading.down, reading.crate_faces],
        [load!.across, load!.down, load!.faces],
        `${index}`,
      )
      assert.equal(reading.retake, null)
      exact++
    }
    assert.ok(exact >= 0.6 * number, `${exact} of ${number}`)
  })

  const reasons = {
    'at an angle': 'taken_at_an_angle',
    rolled: 'taken_at_an_angle',
    cut: 'row_out_of_frame',
    'no lattice': 'no_lattice',
  } as const
  for (const [kind, code] of Object.entries(reasons) as [keyof typeof reasons, string][])
    test(`${kind}: not counted, because ${code}`, async () => {
      for (let index = 0; index < rounds(2, 10); index++) {
        const { reading } = await scene(kind, index)
        assert.equal(reading.abstained?.code, code, `${index}`)
        assert.deepEqual([reading.crate_faces, reading.across, reading.down], [null, null, null])
        assert.equal(reading.retake, code === 'taken_at_an_angle' ? 'square_on' : null)
      }
    })

  test('the same pixels give the same answer, and so does the same scene drawn again', async () => {
    const first = await scene('square on', 0)
    assert.deepEqual(countStack(first.pixels, null).reading, first.reading)
    const again = await scene('square on', 0)
    assert.deepEqual(again.bytes, first.bytes)
    assert.deepEqual(again.reading, first.reading)
  })

  test('a picture too small to hold a lattice holds none', () => {
    const tiny = { width: 3, height: 2, data: new Uint8Array(18).fill(200) }
    assert.equal(countStack(tiny, null).reading.abstained?.code, 'no_lattice')
  })
})
