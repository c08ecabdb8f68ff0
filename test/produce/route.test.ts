import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import sharp from 'sharp'
import { EXAMPLE } from '../../src/routes/produce/example.ts'
import { needsShared, sharedData } from '../support/needs.ts'
import { cli } from '../support/process.ts'
import { rounds } from '../support/rounds.ts'
import { type Reply, startTestService, type TestService } from '../support/service.ts'
import { blank, finger, metricLengthsIn, photograph } from './photographs.ts'

let service: TestService
let good: Awaited<ReturnType<typeof photograph>>
let goodReply: Reply
before(async () => {
  service = await startTestService({ WORKERS: '2' })
  good = await photograph()
  goodReply = await measure(good.jpeg)
})
after(() => service.stop())

const PATH = '/api/produce/measure'

function measure(picture: Uint8Array, options: Record<string, unknown> = {}): Promise<Reply> {
  return service.post(PATH, { image_base64: Buffer.from(picture).toString('base64'), ...options })
}

// biome-ignore lint/suspicious/noExplicitAny: the reply as a stranger reads it
function numbersOf({ metric, measurement_accuracy, colour, blemish, self_agreement, scale_card }: any): string {
  return JSON.stringify({ metric, measurement_accuracy, colour, blemish, self_agreement, scale_card })
}

describe('a good photograph on the card', () => {
  test('is measured in millimetres, within the accuracy that is stated', () => {
    const { status, body } = goodReply
    const [truth] = good.truth.fruits
    assert.equal(status, 200, JSON.stringify(body))
    const { length, grade } = body.metric
    assert.ok(Math.abs(length.mm - truth!.lengthMm) <= length.accuracy_mm, `${length.mm} of ${truth!.lengthMm}`)
    assert.ok(Math.abs(length.to_crown_mm - truth!.toCrownMm) <= length.to_crown_accuracy_mm)
    assert.ok(Math.abs(grade.mm - truth!.gradeMm) <= grade.accuracy_mm)
    assert.deepEqual([body.abstained, body.send_to_a_person, body.send_to_a_person_because], [null, false, []])
  })

  test('says what its scale rests on', () => {
    const { scale_basis, scale_card, no_card_scale } = goodReply.body
    assert.deepEqual(scale_basis, { from: 'card', stated: null, spacing_mm: scale_card.spacing.across_mm })
    assert.equal(no_card_scale, null)
    assert.deepEqual([scale_card.variant.paper, scale_card.variant.dpi], ['a4', 300])
    assert.deepEqual([scale_card.spacing.from, scale_card.focal.from], ['printed', 'exif'])
    assert.equal(scale_card.markers.length, 4)
    assert.equal(scale_card.typed_differs_percent, null)
  })

  test('the receipt binds the picture, what was asked, every number and the code', () => {
    const { receipt, image, model, ...body } = goodReply.body
    const { payload } = receipt
    assert.equal(receipt.schema, 'svc.produce.v1')
    assert.equal(payload.image_sha256, createHash('sha256').update(good.jpeg).digest('hex'))
    assert.equal(image.sha256, payload.image_sha256)
    assert.deepEqual([image.bytes, image.width, image.height], [good.jpeg.length, 1280, 960])
    for (const name of ['metric', 'measurement_accuracy', 'colour', 'blemish', 'self_agreement', 'scale_card'])
      assert.deepEqual(payload[name], body[name], name)
    for (const name of ['scale_basis', 'no_card_scale', 'abstained', 'send_to_a_person', 'send_to_a_person_because'])
      assert.deepEqual(payload[name], body[name], name)
    assert.deepEqual(payload.model, model)
    assert.deepEqual(payload.asked, {
      mm_per_px: null,
      scale_basis: null,
      find_card: true,
      stability: true,
      card_spacing_mm: null,
    })
  })

  test('gives the same numbers as a data: URL and as a body of its own', async () => {
    const url = await service.post(PATH, {
      image_base64: `data:image/jpeg;base64,${good.jpeg.toString('base64')}`,
    })
    const raw = await service.request('POST', `${PATH}?overlay=false`, {
      headers: { 'content-type': 'image/jpeg' },
      body: good.jpeg,
    })
    for (const { status, body } of [url, raw]) {
      assert.equal(status, 200)
      assert.equal(numbersOf(body), numbersOf(goodReply.body))
    }
  })
})

describe('the same bytes give the same digits', () => {
  test('over runs and over two workers', async () => {
    const replies = await Promise.all(Array.from({ length: rounds(5, 20) }, () => measure(good.jpeg)))
    for (const { body } of replies) assert.equal(numbersOf(body), numbersOf(goodReply.body))
  })

  test('in a service with one worker, and in another process', async (t) => {
    const single = await startTestService({ WORKERS: '1' })
    t.after(() => single.stop())
    const image_base64 = good.jpeg.toString('base64')
    const { body } = await single.post(PATH, { image_base64 })
    assert.equal(numbersOf(body), numbersOf(goodReply.body))
    const file = `${single.dataDir}/photo.jpg`
    const { writeFile } = await import('node:fs/promises')
    await writeFile(file, good.jpeg)
    const { out, err } = await cli({}, 'measure', file, '--json')
    assert.equal(numbersOf(JSON.parse(out)), numbersOf(body), err)
  })
})

describe('turned', () => {
  const TURNS = [
    [6, 90],
    [3, 180],
  ] as const
  for (const [orientation, angle] of TURNS)
    test(`by ${angle} degrees, in EXIF or in the pixels: the length stays within 0.2 percent`, async () => {
      const { data, info } = await sharp(good.jpeg).raw().toBuffer({ resolveWithObject: true })
      const raw = { width: info.width, height: info.height, channels: 3 as const }
      const exif = { IFD2: { FocalLengthIn35mmFilm: '26' } }
      const byExif = await sharp(data, { raw }).withExif(exif).withMetadata({ orientation }).png().toBuffer()
      const byPixels = await sharp(data, { raw }).rotate(angle).withExif(exif).png().toBuffer()
      const still = await sharp(data, { raw }).withExif(exif).png().toBuffer()
      const lengths = []
      for (const picture of [still, byExif, byPixels]) lengths.push((await measure(picture)).body.metric.length.mm)
      for (const length of lengths) assert.ok(Math.abs(length / lengths[0] - 1) < 0.002, lengths.join(', '))
      assert.equal(lengths[1], lengths[2], 'upright, both are the same pixels')
    })
})

describe('a typed scale', () => {
  test('without where it came from is refused, and the fix works', async () => {
    const { status, body } = await measure(good.jpeg, { mm_per_px: 0.3 })
    assert.equal(status, 400)
    assert.match(body.fix.do, /scale_basis/)
    assert.equal(body.fix.body.mm_per_px, 0.3)
    assert.equal((await service.post(PATH, body.fix.body)).status, 200)
  })

  test('whose origin is blank is as good as none', async () => {
    assert.equal((await measure(good.jpeg, { mm_per_px: 0.3, scale_basis: '  ' })).status, 400)
  })

  test('is missing where only its origin is given', async () => {
    const { status, body } = await measure(good.jpeg, { scale_basis: 'a ruler' })
    assert.equal(status, 400)
    assert.match(body.fix.do, /mm_per_px/)
    assert.equal((await service.post(PATH, body.fix.body)).status, 200)
  })

  test('is refused before the picture is looked at', async () => {
    const { body } = await service.post(PATH, { mm_per_px: 0.3 })
    assert.match(body.reason, /scale_basis/)
  })

  for (const wrong of [
    { mm_per_px: 0, scale_basis: 'x' },
    { mm_per_px: -1, scale_basis: 'x' },
    { mm_per_px: '0.3', scale_basis: 'x' },
    { card_spacing_mm: 0 },
    { card_spacing_mm: 5000 },
    { card_spacing_mm: 240, find_card: false },
    { find_card: 'maybe' },
    { mm_per_pixel: 0.3 },
  ])
    test(`cannot be meant: ${JSON.stringify(wrong)}`, async () => {
      const { status, body } = await measure(good.jpeg, wrong)
      assert.equal(status, 400)
      assert.equal(body.error, 'invalid_input')
      assert.ok(body.fix.do)
    })

  test('is used beside a card, whose own is reported; 1 percent apart is nobody’s business', async () => {
    const mm_per_px = goodReply.body.scale_card.mm_per_px * 1.01
    const { body } = await measure(good.jpeg, { mm_per_px, scale_basis: 'the stand is 33 cm high' })
    assert.deepEqual(body.scale_basis, { from: 'typed', stated: 'the stand is 33 cm high', spacing_mm: null })
    assert.ok(Math.abs(body.metric.length.mm / (body.metric.length.px * mm_per_px) - 1) < 0.001)
    assert.equal(body.scale_card.mm_per_px, goodReply.body.scale_card.mm_per_px)
    assert.ok(Math.abs(body.scale_card.typed_differs_percent - 1) < 0.05)
    assert.equal(body.no_card_scale, null)
    assert.deepEqual(body.send_to_a_person_because, [])
  })

  test('that differs from the card’s by more than 2 percent goes to a person', async () => {
    const mm_per_px = goodReply.body.scale_card.mm_per_px * 1.03
    const { body } = await measure(good.jpeg, { mm_per_px, scale_basis: 'a guess' })
    assert.equal(body.send_to_a_person, true)
    assert.match(body.send_to_a_person_because.join(), /differs from the card's by 3/)
  })

  test('the example of the document is what it says', async () => {
    const { body } = await service.post(PATH, EXAMPLE.input)
    const [said, now] = [EXAMPLE.output.metric!.length.mm!, body.metric.length.mm]
    assert.ok(Math.abs(now / said - 1) < 0.01, `the document says ${said}, it is ${now}`)
  })
})

describe('a page that the printer shrank', () => {
  test('measures right with what the ruler says, and the reply says which spacing was used', async () => {
    const { jpeg, truth } = await photograph({ card: { paper: 'a4', dpi: 300, printScale: 0.96 } })
    const printed = goodReply.body.scale_card.spacing.across_mm
    const { body } = await measure(jpeg, { card_spacing_mm: printed * 0.96 })
    assert.equal(body.scale_card.spacing.from, 'ruler')
    assert.ok(Math.abs(body.scale_basis.spacing_mm - printed * 0.96) < 0.001)
    const { length } = body.metric
    assert.ok(Math.abs(length.mm - truth.fruits[0]!.lengthMm) <= length.accuracy_mm)
  })

  test('by more than printers do was measured elsewhere: a person has to look', async () => {
    const { body } = await measure(good.jpeg, { card_spacing_mm: 155.7 })
    assert.equal(body.send_to_a_person, true)
    assert.match(body.send_to_a_person_because.join(), /spacing given differs/)
  })
})

describe('without a scale', () => {
  test('there is no millimetre anywhere, and the reply says why', async () => {
    const { jpeg } = await photograph({ card: null })
    const { body } = await measure(jpeg)
    assert.deepEqual(body.scale_basis, { from: 'none', stated: null, spacing_mm: null })
    assert.deepEqual([body.scale_card, body.no_card_scale.code], [null, 'no_markers'])
    assert.ok(body.metric.length.px > 100 && body.metric.slenderness.ratio > 3)
    const millimetres = metricLengthsIn(body)
    assert.ok(millimetres.length >= 8)
    assert.deepEqual(new Set(millimetres), new Set([null]))
  })

  test('because nobody was to look for the card', async () => {
    const { body } = await measure(good.jpeg, { find_card: false })
    assert.equal(body.no_card_scale.code, 'not_looked_for')
    assert.deepEqual(new Set(metricLengthsIn(body)), new Set([null]))
  })
})

test('without stability nothing is compared, and nothing is said of a person', async () => {
  const { body } = await measure(good.jpeg, { stability: false })
  assert.deepEqual([body.self_agreement, body.send_to_a_person, body.send_to_a_person_because], [null, null, null])
  assert.ok(body.metric.length.mm > 150)
})

test('with overlay the reply holds a PNG, and the receipt does not', async () => {
  const { body } = await measure(good.jpeg, { overlay: true })
  const { format, width } = await sharp(Buffer.from(body.image.overlay_png_base64, 'base64')).metadata()
  assert.deepEqual([format, width], ['png', 1280])
  assert.ok(!JSON.stringify(body.receipt).includes('overlay'))
  assert.equal(goodReply.body.image.overlay_png_base64, undefined)
})

describe('what cannot be decoded is refused', () => {
  const cases: [string, () => Buffer][] = [
    ['text', () => Buffer.from('not a picture')],
    ['half a photograph', () => good.jpeg.subarray(0, good.jpeg.length >> 1)],
  ]
  for (const [name, bytes] of cases)
    test(name, async () => {
      const { status, body } = await measure(bytes())
      assert.equal(status, 400)
      assert.equal(body.error, 'image_undecodable')
      assert.ok(body.fix.do)
    })
})

describe('what cannot be measured is no confident number', () => {
  const isDoubted = ({ status, body }: Reply, name: string) => {
    assert.equal(status, 200, name)
    if (body.abstained === null) {
      assert.equal(body.send_to_a_person, true, `${name}: ${JSON.stringify(body.metric)}`)
      assert.ok(body.send_to_a_person_because.length > 0, name)
    } else {
      assert.equal(body.metric, null)
      assert.ok(body.abstained.code && body.abstained.reason)
      assert.equal(body.send_to_a_person, true)
    }
    assert.ok(body.receipt.payload, 'an abstention is signed like a reading')
  }

  test('a blank', async () => {
    const reply = await measure(await blank())
    isDoubted(reply, 'blank')
    assert.equal(reply.body.abstained.code, 'no_fruit')
  })

  test('a fruit that the picture cuts off', async () => {
    const { jpeg } = await photograph({ card: null, fruits: [finger({ centreMm: [170, 0] })] })
    const reply = await measure(jpeg)
    isDoubted(reply, 'cut off')
    assert.equal(reply.body.abstained.code, 'cut_off')
    assert.deepEqual(reply.body.mask_touches_frame_sides, ['right'])
  })

  test('a toy-sized crop', async () => {
    const toy = await sharp(good.jpeg).resize(96).jpeg().toBuffer()
    isDoubted(await measure(toy), 'toy')
  })

  test('an empty card', async () => {
    const { jpeg } = await photograph({ fruits: [] })
    const reply = await measure(jpeg)
    isDoubted(reply, 'empty card')
    assert.ok(reply.body.scale_card, 'the card is reported all the same')
  })

  test('photographs of everything but bananas', needsShared('photos/coco'), async () => {
    const folder = `${sharedData}photos/coco/`
    const names = readdirSync(folder).filter((name) => name.endsWith('.jpg'))
    for (const name of names.slice(0, rounds(6, names.length)))
      isDoubted(await measure(readFileSync(folder + name)), name)
  })
})
