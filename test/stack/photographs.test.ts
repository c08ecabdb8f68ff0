import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { decode } from '../../src/imaging/decode.ts'
import { readImage } from '../../src/imaging/input.ts'
import { countStack, type StackReading } from '../../src/measure/stack/count.ts'
import { needsShared, sharedData } from '../support/needs.ts'
import { isLong } from '../support/rounds.ts'

async function counted(path: string): Promise<StackReading> {
  const raw = { bytes: readFileSync(sharedData + path), mediaType: 'image/jpeg' }
  const image = await readImage({ raw, fetchImage: () => Promise.reject(new Error('nothing is fetched here')) })
  return countStack(await decode(image), null).reading
}

/** Made by looking at them: what stands there, and what may be said of it. Askew is a roll or a tilt over 12°. */
const BOXES: Record<string, { across: number; down: number; isAskew: boolean }> = {
  'box-5.jpg': { across: 4, down: 1, isAskew: false },
  'box-7.jpg': { across: 3, down: 1, isAskew: false },
  'box-11.jpg': { across: 3, down: 1, isAskew: true },
  'box-14.jpg': { across: 3, down: 1, isAskew: true },
  'box-23.jpg': { across: 3, down: 1, isAskew: true },
  'box-25.jpg': { across: 4, down: 1, isAskew: true },
}

describe('photographs of boxes', needsShared('photos/boxes'), () => {
  for (const [name, { across, down, isAskew }] of Object.entries(BOXES))
    test(`${name} is ${isAskew ? 'called taken at an angle' : 'counted right or not at all'}`, async () => {
      const reading = await counted(`photos/boxes/${name}`)
      if (isAskew) {
        assert.equal(reading.abstained?.code, 'taken_at_an_angle')
        assert.equal(reading.retake, 'square_on')
      } else if (reading.abstained === null) {
        assert.deepEqual([reading.across, reading.down, reading.crate_faces], [across, down, across * down])
      }
    })
})

describe('photographs without a load', needsShared('photos/coco'), () => {
  test('none is counted', async () => {
    const all = readdirSync(`${sharedData}photos/coco`).filter((name) => name.endsWith('.jpg'))
    assert.ok(all.length >= 20)
    for (const name of isLong ? all : all.filter((_, index) => index % 4 === 0)) {
      const { crate_faces, abstained } = await counted(`photos/coco/${name}`)
      assert.equal(crate_faces, null, name)
      assert.ok(abstained, name)
    }
  })
})
