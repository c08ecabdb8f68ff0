import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import sharp from 'sharp'
import { BODY_MODELS } from '../../src/perceive/body/person.ts'
import { DETECTORS } from '../../src/perceive/detect/modes.ts'
import { needsModels, needsShared, sharedData } from '../support/needs.ts'
import { startTestService, type TestService } from '../support/service.ts'

const PATH = '/api/ppe/spraying'
const ITEMS = ['respirator', 'gloves', 'coverall']
const photo = (name: string) => readFileSync(`${sharedData}photos/coco/000000${name}.jpg`)

const models = needsModels(...DETECTORS, ...BODY_MODELS)
const photographs = { skip: models.skip || needsShared('photos/coco').skip }

let service: TestService
before(async () => {
  service = await startTestService({ WORKERS: '1' })
})
after(() => service.stop())

const read = (bytes: Uint8Array) =>
  service.request('POST', PATH, { headers: { 'content-type': 'image/jpeg' }, body: new Uint8Array(bytes) })

// biome-ignore lint/suspicious/noExplicitAny: a reply as a stranger reads it
function assertNothingRead(body: any, code: string): void {
  assert.equal(body.usable, false)
  for (const item of ITEMS) assert.equal(body[item], 'not_visible')
  assert.deepEqual(Object.keys(body.why), ['code', 'text'])
  assert.equal(body.why.code, code)
  assert.ok(body.why.text.length > 10)
  assert.deepEqual(body.rests_on, {})
}

describe('a picture in which nothing can be read', photographs, () => {
  test('nobody is in it', async () => {
    const { status, body } = await read(photo('037777'))
    assert.equal(status, 200)
    assertNothingRead(body, 'no_person')
    assert.equal(body.person, null)
  })

  test('the largest person measures under 100 pixels', async () => {
    const { body } = await read(photo('017627'))
    assertNothingRead(body, 'person_under_100_px')
    const [x1, y1, x2, y2] = body.person.box
    assert.ok(Math.max(x2 - x1, y2 - y1) < 100)
    assert.ok(body.person.people_found >= 1)
  })

  test('the largest person looks away', async () => {
    const { body } = await read(photo('025560'))
    assertNothingRead(body, 'no_visible_eyes')
  })

  test('a bar, a mosaic or a blur hides the eyes', async () => {
    const { data, info } = await sharp(photo('085329')).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    const picture = () => sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } })
    const over = (left: number, top: number, width: number, height: number) => ({
      input: { create: { width, height, channels: 3 as const, background: '#000' } },
      left,
      top,
    })
    const face = { left: 320, top: 90, width: 190, height: 210 }
    const cells = await picture().extract(face).resize(6, 7).toBuffer()
    const mosaic = await sharp(cells, { raw: { width: 6, height: 7, channels: 3 } })
      .resize(face.width, face.height, { kernel: 'nearest' })
      .png()
      .toBuffer()
    const hidden = [
      picture().composite([over(325, 140, 180, 45)]),
      picture().composite([{ input: mosaic, left: face.left, top: face.top }]),
      picture().blur(20),
    ]
    for (const each of hidden) {
      const { body } = await read(await each.jpeg().toBuffer())
      assert.equal(body.usable, false, JSON.stringify(body.rests_on))
    }
  })

  test('a whole person shrunk below 100 pixels is no longer read', async () => {
    const small = await sharp(photo('085329')).resize(150).jpeg().toBuffer()
    assertNothingRead((await read(small)).body, 'person_under_100_px')
  })
})

describe('a person whose eyes are seen', photographs, () => {
  test('every item is read or says why it is not', async () => {
    const { status, body } = await read(photo('085329'))
    assert.equal(status, 200, JSON.stringify(body))
    assert.equal(body.usable, true)
    assert.equal(body.respirator, 'absent')
    assert.equal(body.gloves, 'not_visible')
    for (const item of ITEMS) {
      const isRead = body[item] !== 'not_visible'
      assert.equal(typeof (isRead ? body.rests_on[item] : body.why[item]), 'string', item)
      assert.equal(isRead ? body.why[item] : body.rests_on[item], undefined, item)
    }
    assert.equal(body.why.code, undefined)
  })

  test('the reply says what it is not, and that no face is kept nor anybody recognised', async () => {
    const { body } = await read(photo('085329'))
    assert.match(body.is_not, /standard/)
    assert.equal(body.no_face_kept, true)
    assert.equal(body.identity.read, false)
    assert.match(body.model.id, /^ppe-spraying@[0-9a-f]{32}$/)
    assert.match(body.model.detector, /^coco-fast@/)
    assert.equal(body.person.read, 'the largest')
  })

  test('the receipt binds the picture, the verdicts and the model, and verifies', async () => {
    const bytes = photo('085329')
    const { body } = await read(bytes)
    const { payload } = body.receipt
    assert.equal(payload.schema, 'svc.ppe.v1')
    assert.equal(payload.image_sha256, createHash('sha256').update(bytes).digest('hex'))
    for (const member of [...ITEMS, 'usable', 'why', 'rests_on', 'person', 'model'])
      assert.deepEqual(payload[member], body[member], member)
    assert.equal(body.verify.steps.length, 5)
    const verdict = await service.post('/api/world-model/verify/receipt', { receipt: body.receipt })
    assert.equal(verdict.body.valid, true)
  })

  test('the same bytes give the same reading, in base64 as well', async () => {
    const bytes = photo('085329')
    const raw = (await read(bytes)).body
    const base64 = (await service.post(PATH, { image_base64: bytes.toString('base64') })).body
    for (const member of [...ITEMS, 'why', 'rests_on', 'person', 'model', 'image'])
      assert.deepEqual(base64[member], raw[member], member)
  })

  test('a picture stored sideways is read upright', async () => {
    const upright = (await read(photo('085329'))).body
    const turned = await sharp(photo('085329'))
      .rotate(90)
      .withMetadata({ orientation: 8 })
      .jpeg({ quality: 95 })
      .toBuffer()
    const { body } = await read(turned)
    assert.deepEqual([body.image.width, body.image.height], [upright.image.width, upright.image.height])
    assert.deepEqual([body.usable, body.respirator], [true, 'absent'])
  })
})

describe('refusals', () => {
  test('no picture, two pictures, an unknown member, something that is no picture', async () => {
    const refused = async (body: unknown) => {
      const reply = await service.post(PATH, body)
      assert.equal(reply.status, 400, JSON.stringify(reply.body))
      assert.ok(reply.body.fix.do)
      return reply.body
    }
    await refused({})
    await refused({ image_base64: 'AAAA', image_url: 'https://example.com/a.jpg' })
    assert.match((await refused({ image_base64: 'AAAA', overlay: true })).reason, /overlay/)
    await refused({ image_base64: Buffer.from('no picture').toString('base64') })
  })

  test('where a model is missing, the reply names it and how to build it', async (t) => {
    const bare = await startTestService({ WORKERS: '1', MODELS_DIR: '/nonexistent/models' })
    t.after(() => bare.stop())
    const image_base64 = (
      await sharp({ create: { width: 64, height: 64, channels: 3, background: '#777' } })
        .png()
        .toBuffer()
    ).toString('base64')
    const { status, body } = await bare.post(PATH, { image_base64 })
    assert.equal(status, 503)
    assert.ok(['model_not_built', 'model_building'].includes(body.error), body.error)
    assert.ok(body.detail.models.includes('parts') && body.fix.do)
  })

  test('GET is answered with 405', async () => {
    assert.equal((await service.get(PATH)).status, 405)
  })
})
