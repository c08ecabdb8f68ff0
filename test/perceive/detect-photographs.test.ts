import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { decode, type Pixels } from '../../src/imaging/decode.ts'
import { type ImageInput, readImage } from '../../src/imaging/input.ts'
import { iou } from '../../src/perceive/detect/box.ts'
import type { CocoClass } from '../../src/perceive/detect/classes.ts'
import { detect } from '../../src/perceive/detect/detect.ts'
import { DETECTORS, MODES } from '../../src/perceive/detect/modes.ts'
import type { DetectOutput } from '../../src/work/jobs/detect.ts'
import { createPool, type Pool } from '../../src/work/pool.ts'
import { modelsAt, needsModels, needsShared, sharedData } from '../support/needs.ts'
import { rounds } from '../support/rounds.ts'

const STREET = new URL('../../docs/pictures/street.jpg', import.meta.url)
const coco = (number: string) => `${sharedData}photos/coco/${number.padStart(12, '0')}.jpg`

function imageAt(path: string | URL): Promise<ImageInput> {
  const raw = { bytes: new Uint8Array(readFileSync(path)), mediaType: '' }
  return readImage({ raw, fetchImage: () => Promise.reject(new Error('no address was given')) })
}

async function pixelsAt(path: string | URL): Promise<Pixels> {
  return decode(await imageAt(path))
}

describe('a photograph', { ...needsModels(...DETECTORS), ...needsShared('photos/coco') }, () => {
  const SHOWS: [number: string, ...classes: CocoClass[]][] = [
    ['17627', 'car', 'person'],
    ['153299', 'giraffe'],
    ['25560', 'cat', 'tv'],
    ['87038', 'person', 'skateboard'],
  ]

  for (const [number, ...classes] of SHOWS) {
    test(`${number} shows ${classes.join(' and ')}`, async () => {
      const { boxes } = await detect(await pixelsAt(coco(number)), 'thorough', modelsAt)
      const seen = new Set(boxes.map((box) => box.class))
      for (const name of classes) assert.ok(seen.has(name), `${name} is not among ${[...seen]}`)
    })
  }

  test('gives boxes inside it, best first, none below the threshold', async () => {
    const pixels = await pixelsAt(coco('17627'))
    const { boxes, threshold } = await detect(pixels, 'fast', modelsAt)
    assert.equal(threshold, MODES.fast.threshold)
    assert.ok(boxes.length > 3)
    for (const [index, { score, box }] of boxes.entries()) {
      const [x1, y1, x2, y2] = box
      assert.ok(score >= threshold && score <= (boxes[index - 1]?.score ?? 1))
      assert.ok(x1 >= 0 && y1 >= 0 && x1 < x2 && y1 < y2 && x2 <= pixels.width && y2 <= pixels.height)
    }
    const higher = await detect(pixels, 'fast', modelsAt, { threshold: 0.6 })
    assert.deepEqual(
      higher.boxes,
      boxes.filter(({ score }) => score >= 0.6),
    )
  })

  test('looked at half its size tells its boxes in its own pixels', async () => {
    const image = await imageAt(coco('17627'))
    const whole = (await detect(await decode(image), 'fast', modelsAt)).boxes
    const half = await decode(image, { maxDimension: 320 })
    const shrunk = (await detect(half, 'fast', modelsAt, { picture: image })).boxes
    const again = whole.filter((one) =>
      shrunk.some((other) => other.class === one.class && iou(one.box, other.box) > 0.6),
    )
    assert.ok(again.length >= 4, `${again.length} of ${whole.length}`)
  })

  test('is read in more detail in the thorough mode', async () => {
    const pixels = await pixelsAt(coco('87038'))
    const persons = async (mode: 'fast' | 'thorough') =>
      (await detect(pixels, mode, modelsAt)).boxes.filter((box) => box.class === 'person').length
    assert.ok((await persons('thorough')) > (await persons('fast')))
  })
})

describe('the same bytes', needsModels(...DETECTORS), () => {
  let pool: Pool
  before(() => {
    pool = createPool({ workers: 2, queueLimit: 64, perAddressFairness: true })
  })
  after(() => pool.close(2_000))

  test('give the same boxes each time', async () => {
    const pixels = await pixelsAt(STREET)
    const first = await detect(pixels, 'thorough', modelsAt)
    assert.ok(first.boxes.length > 0)
    for (let round = 0; round < rounds(2, 20); round++) {
      assert.deepEqual(await detect(pixels, 'thorough', modelsAt), first)
    }
  })

  test('give the same boxes in every worker', async () => {
    const image = await imageAt(STREET)
    const request = {
      mode: 'fast',
      threshold: null,
      maxDetections: 100,
      prompts: [],
      alertTriggers: [],
      question: null,
    }
    const runs = Array.from({ length: rounds(6, 20) }, () =>
      pool.run<DetectOutput>('detect', {
        image,
        request,
        maxDimension: null,
        overlay: false,
        seers: { models: modelsAt, operator: null },
      }),
    )
    const readings = await Promise.all(runs)
    const here = (await detect(await decode(image), 'fast', modelsAt)).boxes
    assert.equal(readings[0]!.reading.total_objects, here.length)
    for (const { reading } of readings) assert.deepEqual(reading, readings[0]!.reading)
  })

  test('have another function id in each mode', () => {
    assert.match(MODES.fast.detector, /^coco-fast@[0-9a-f]{32}$/)
    assert.match(MODES.thorough.detector, /^coco-thorough@[0-9a-f]{32}$/)
  })
})
