import assert from 'node:assert/strict'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import sharp from 'sharp'
import { DETECTORS } from '../../../src/perceive/detect/modes.ts'
import { modelFile } from '../../../src/perceive/models.ts'
import { modelsAt, needsModels, needsShared, sharedData } from '../../support/needs.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { writeTinyOwlvit } from './tiny-owlvit.ts'

const folders: string[] = []
const services: TestService[] = []
after(async () => {
  for (const service of services) await service.stop()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

function folderWith(manifest: unknown): string {
  const folder = mkdtempSync(join(tmpdir(), 'witnessmark-operator-'))
  folders.push(folder)
  writeFileSync(join(folder, 'operator.json'), typeof manifest === 'string' ? manifest : JSON.stringify(manifest))
  return folder
}

async function serviceOn(folder: string): Promise<TestService> {
  const service = await startTestService({ MODELS_DIR: folder })
  services.push(service)
  return service
}

const detect = (service: TestService, bytes: Uint8Array, options: Record<string, unknown> = {}) =>
  service.post('/api/v1/object-detection', { image_base64: Buffer.from(bytes).toString('base64'), ...options })

const grey = await sharp({ create: { width: 200, height: 100, channels: 3, background: '#888' } })
  .png()
  .toBuffer()

const YOLOX = { adapter: 'yolox', name: 'yolox-nano', file: 'yolox_nano.onnx', threshold: 0.3 }
const yolox = { skip: needsShared('models/yolox_nano.onnx').skip || needsShared('photos/coco').skip }

describe('a YOLOX model that its operator brought', yolox, () => {
  let service: TestService
  const photograph = (file: string) => readFileSync(`${sharedData}photos/coco/${file}`)
  const labelled = (file: string) =>
    JSON.parse(readFileSync(`${sharedData}photos/coco/boxes.json`, 'utf8')).find(
      (picture: { file: string }) => picture.file === file,
    )

  test('finds the labelled people and says whose model it was, in place of the embedded ones', async () => {
    const folder = folderWith({ detector: YOLOX })
    copyFileSync(`${sharedData}models/yolox_nano.onnx`, join(folder, YOLOX.file))
    service = await serviceOn(folder)
    const { status, body } = await detect(service, photograph('000000181666.jpg'), { prompts: ['people', 'crane'] })
    assert.equal(status, 200, JSON.stringify(body))
    assert.match(body.model, /^yolox-nano, an operator's model of the yolox family/)
    assert.match(body.detectorFnId, /^yolox-nano@[0-9a-f]{32}$/)
    assert.equal(body.confidence_threshold, 0.3)
    assert.equal(body.could_miss, null)
    assert.deepEqual(
      body.unread_prompts.map(({ prompt }: { prompt: string }) => prompt),
      ['crane'],
    )
    const { objects, width, height } = labelled('000000181666.jpg')
    const large = objects.filter(
      ({ label, box: [x1, y1, x2, y2] }: { label: string; box: number[] }) =>
        label === 'person' && (x2! - x1!) * (y2! - y1!) > 0.01 * width * height,
    )
    assert.ok(large.length > 0)
    for (const { box } of large)
      assert.ok(
        body.detections.some((found: { box: number[] }) => overlapShare(found.box, box) > 0.5),
        `the person at ${box} is found`,
      )
    assert.equal(body.receipt.payload.detectorFnId, body.detectorFnId)
  })

  test('questions rest on it, and the same bytes get the same boxes', async () => {
    const ask = () => detect(service, photograph('000000181666.jpg'), { ask_question: 'how many people are there?' })
    const [one, two] = [await ask(), await ask()]
    assert.equal(one.body.scene_analysis.rests_on.detectorFnId, one.body.detectorFnId)
    assert.equal(
      one.body.scene_analysis.value,
      one.body.detections.filter(({ label }: { label: string }) => label === 'person').length,
    )
    assert.deepEqual(one.body.detections, two.body.detections)
  })

  test("with classes of the operator's own, only their names are read", async () => {
    const folder = folderWith({
      detector: {
        ...YOLOX,
        classes: Array.from({ length: 80 }, (_, index) => (index === 0 ? 'Worker' : `thing ${index}`)),
      },
    })
    symlinkSync(`${sharedData}models/yolox_nano.onnx`, join(folder, YOLOX.file))
    const { body } = await detect(await serviceOn(folder), photograph('000000181666.jpg'), {
      prompts: ['workers', 'person'],
    })
    assert.ok(body.detections.length > 0)
    assert.ok(body.detections.every((found: { matched_class: string }) => found.matched_class === 'Worker'))
    assert.deepEqual(
      body.unread_prompts.map(({ prompt }: { prompt: string }) => prompt),
      ['person'],
    )
  })

  test('an adapter that the model is not made for is told, not guessed around', async () => {
    const folder = folderWith({ detector: { ...YOLOX, classes: ['one', 'two'] } })
    symlinkSync(`${sharedData}models/yolox_nano.onnx`, join(folder, YOLOX.file))
    const { status, body } = await detect(await serviceOn(folder), photograph('000000181666.jpg'))
    assert.equal(status, 503)
    assert.equal(body.error, 'model_not_built')
    assert.match(body.reason, /rows of 7 numbers/)
  })
})

test('a file that is no model is told with what to do', async () => {
  const folder = folderWith({ detector: YOLOX })
  writeFileSync(join(folder, YOLOX.file), 'no weights')
  const { status, body } = await detect(await serviceOn(folder), grey)
  assert.deepEqual([status, body.error], [503, 'model_not_built'])
  assert.match(body.reason, /yolox-nano cannot be opened/)
  assert.match(body.fix.do, /operator/)
})

test('weights that were changed or taken away since the start do not run under the id of those before', async () => {
  const folder = folderWith({ detector: YOLOX })
  const file = join(folder, YOLOX.file)
  writeFileSync(file, 'weights as they were')
  const service = await serviceOn(folder)
  writeFileSync(file, 'other weights')
  const changed = await detect(service, grey)
  assert.deepEqual([changed.status, changed.body.error], [503, 'model_not_built'])
  assert.match(changed.body.reason, /yolox-nano is not what it was when the service started/)
  assert.match(changed.body.fix.do, /starts it again/)
  rmSync(file)
  assert.equal((await detect(service, grey)).body.error, 'model_not_built')
})

test(
  'a NanoDet file in an operator’s folder finds what the embedded one finds in it',
  needsModels(...DETECTORS),
  async () => {
    const folder = folderWith({
      detector: { adapter: 'nanodet', name: 'my-nanodet', file: 'mine.onnx', threshold: 0.3 },
    })
    symlinkSync(modelFile(modelsAt, 'nanodet'), join(folder, 'mine.onnx'))
    const sign = readFileSync(new URL('../../../docs/pictures/street.jpg', import.meta.url))
    const { body } = await detect(await serviceOn(folder), sign, {
      prompts: ['stop sign', 'car', 'traffic light', 'bus'],
    })
    assert.match(body.model, /^my-nanodet/)
    assert.ok(body.detections.length > 0)
  },
)

describe('an open-vocabulary model that its operator brought', () => {
  let service: TestService

  test('gets every prompt as it was given; nothing maps it', async () => {
    const folder = folderWith({
      open_vocabulary: { adapter: 'owlvit', name: 'tiny-owlvit', folder: 'tiny', threshold: 0.2 },
    })
    writeTinyOwlvit(join(folder, 'tiny'))
    service = await serviceOn(folder)
    const { status, body } = await detect(service, grey, {
      prompts: ['crane', 'hard hat', 'red van'],
      alert_triggers: ['crane'],
    })
    assert.equal(status, 200, JSON.stringify(body))
    assert.match(body.model, /tiny-owlvit, an operator's owlvit model: an open vocabulary/)
    assert.deepEqual(body.unread_prompts, [])
    assert.equal(body.detections.length, 1)
    const [found] = body.detections
    assert.equal(found.label, 'crane')
    assert.equal(found.matched_class, 'crane')
    assert.equal(found.is_alert, true)
    assert.ok(Math.abs(found.score - 1 / (1 + Math.exp(-5))) < 1e-3)
    // The middle of the square that the picture stands in the upper half of, cut where the picture ends.
    assert.deepEqual(found.box, [50, 75, 150, 100])
  })

  test('a word it does not see gives no box', async () => {
    const { body } = await detect(service, grey, { prompts: ['hard hat'] })
    assert.deepEqual(body.detections, [])
    assert.equal(body.total_objects, 0)
  })

  test('without prompts the embedded detectors are asked, and say where they are not built', async () => {
    const { status, body } = await detect(service, grey)
    assert.equal(status, 503)
    assert.equal(body.error, 'model_not_built')
  })
})

describe('a manifest that cannot be meant stops the start by name', () => {
  for (const [what, manifest, said] of [
    ['no JSON', '{', /operator\.json: .*JSON/],
    ['no model', {}, /names no model/],
    ['an unknown member', { detectors: {} }, /operator\.json/],
    ['an unknown adapter', { detector: { ...YOLOX, adapter: 'yolov8' } }, /detector\.adapter/],
    ['a file that is not there', { detector: YOLOX }, /yolox_nano\.onnx is not in/],
    ['a threshold beyond 1', { detector: { ...YOLOX, threshold: 3 } }, /detector\.threshold/],
  ] as const)
    test(what, async () => {
      await assert.rejects(startTestService({ MODELS_DIR: folderWith(manifest) }), said)
    })
})

function overlapShare(a: number[], b: number[]): number {
  const width = Math.min(a[2]!, b[2]!) - Math.max(a[0]!, b[0]!)
  const height = Math.min(a[3]!, b[3]!) - Math.max(a[1]!, b[1]!)
  const shared = Math.max(0, width) * Math.max(0, height)
  const area = (box: number[]) => (box[2]! - box[0]!) * (box[3]! - box[1]!)
  return shared / (area(a) + area(b) - shared)
}
