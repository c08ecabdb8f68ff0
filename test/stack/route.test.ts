import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import sharp from 'sharp'
import { drawScene, type Scene } from '../../bench/seeing/stack-scenes/scenes.ts'
import { STACK_MODEL } from '../../src/measure/stack/model.ts'
import { type Reply, startTestService, type TestService } from '../support/service.ts'

const PATH = '/api/stack/count'

let service: TestService
let load: Scene
let reply: Reply
before(async () => {
  service = await startTestService({ WORKERS: '1' })
  load = await drawScene('square on', 1, 1)
  reply = await count(load.bytes)
})
after(() => service.stop())

function count(picture: Uint8Array, options: Record<string, unknown> = {}): Promise<Reply> {
  return service.post(PATH, { image_base64: Buffer.from(picture).toString('base64'), ...options })
}

describe('POST /api/stack/count', () => {
  test('counts the faces of a load, and says that the count is a floor', () => {
    const { status, body } = reply
    assert.equal(status, 200, JSON.stringify(body))
    const { across, down, faces } = load.load!
    assert.deepEqual([body.across, body.down, body.crate_faces], [across, down, faces])
    assert.deepEqual([body.abstained, body.retake], [null, null])
    assert.match(body.count_is_a_floor, /at least/)
    assert.match(body.errs_towards, /^not counting/)
    assert.match(body.method, /No learned model/)
    assert.deepEqual(body.model, STACK_MODEL)
    assert.equal(body.image.overlay_png_base64, undefined)
  })

  test('the receipt binds the picture, the count and the code, and verifies', async () => {
    const { receipt, crate_faces, across, down, model } = reply.body
    assert.equal(receipt.schema, 'svc.stack.v1')
    assert.equal(receipt.payload.image_sha256, createHash('sha256').update(load.bytes).digest('hex'))
    assert.deepEqual(
      [receipt.payload.crate_faces, receipt.payload.across, receipt.payload.down, receipt.payload.model],
      [crate_faces, across, down, model],
    )
    const verdict = await service.post('/api/world-model/verify/receipt', { receipt })
    assert.equal(verdict.body.valid, true, JSON.stringify(verdict.body))
  })

  test('the overlay is the picture, a little taller, and only on request', async () => {
    const { body } = await count(load.bytes, { overlay: true })
    const { width, height, format } = await sharp(Buffer.from(body.image.overlay_png_base64, 'base64')).metadata()
    assert.deepEqual([format, width], ['png', load.width])
    assert.ok(height! > load.height)
    assert.equal(body.crate_faces, reply.body.crate_faces)
    assert.equal(body.receipt.payload.image.overlay_png_base64, undefined)
  })

  test('a picture stored on its side, with the turn in its EXIF, counts the same', async () => {
    const sideways = await sharp(load.bytes).rotate(-90).withMetadata({ orientation: 6 }).png().toBuffer()
    const { body } = await count(sideways)
    assert.notEqual(body.image.sha256, reply.body.image.sha256)
    assert.deepEqual([body.image.width, body.image.height], [load.width, load.height])
    for (const name of ['crate_faces', 'across', 'down', 'abstained'])
      assert.deepEqual(body[name], reply.body[name], name)
  })

  test('one taken at an angle is not counted, and is to be taken again square on', async () => {
    const { status, body } = await count((await drawScene('at an angle', 1, 0)).bytes)
    assert.equal(status, 200)
    assert.equal(body.abstained.code, 'taken_at_an_angle')
    assert.deepEqual([body.retake, body.crate_faces, body.across, body.down], ['square_on', null, null, null])
    assert.equal(body.receipt.payload.retake, 'square_on')
  })

  test('what is no picture, no picture at all, and a misspelt member are refused with a fix', async () => {
    for (const body of [{ image_base64: 'AAAA' }, {}, { image_base64: 'AAAA', overlays: true }]) {
      const refused = await service.post(PATH, body)
      assert.equal(refused.status, 400)
      assert.ok(refused.body.fix, JSON.stringify(refused.body))
    }
  })
})
