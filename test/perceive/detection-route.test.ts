import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import sharp from 'sharp'
import { MODES } from '../../src/perceive/detect/modes.ts'
import { EXAMPLE } from '../../src/routes/seeing/detection-example.ts'
import { needsModels, needsShared, sharedData } from '../support/needs.ts'
import { rounds } from '../support/rounds.ts'
import { type Reply, startTestService, type TestService } from '../support/service.ts'
import { READ, UNREAD } from './prompts.ts'

const KEYLESS = '/api/v1/object-detection'
const METERED = '/api/tool/camera-stream/detections'
const SIGN = EXAMPLE.input.image_base64
const STREET = `${sharedData}photos/coco/000000017627.jpg`

const models = needsModels('nanodet', 'ssdlite')

let service: TestService
let key: string
before(async () => {
  service = await startTestService({ LIMIT_DETECTION: '0', WORKERS: '1' })
  key = await service.mint()
})
after(() => service.stop())

function look(options: Record<string, unknown> = {}, image_base64 = SIGN): Promise<Reply> {
  return service.post(KEYLESS, { image_base64, ...options })
}

function lookWithKey(options: Record<string, unknown> = {}, image_base64 = SIGN): Promise<Reply> {
  return service.post(METERED, { image_base64, ...options }, { authorization: `Bearer ${key}` })
}

type Item = { label: string; matched_class: string; relation: string; score: number; box: number[]; is_alert: boolean }

describe('a picture of a stop sign', models, () => {
  test('without prompts, every class is looked for and called by its name', async () => {
    const { status, body } = await look()
    assert.equal(status, 200, JSON.stringify(body))
    const [sign] = body.detections
    assert.deepEqual([sign.label, sign.matched_class, sign.relation], ['stop sign', 'stop sign', 'exact'])
    assert.equal(body.total_objects, body.detections.length)
    assert.deepEqual([body.image_width, body.image_height], [160, 160])
    assert.deepEqual([body.alerts, body.read_prompts, body.unread_prompts, body.not_shown], [[], [], [], 0])
    assert.equal(body.scene_analysis, undefined)
    assert.equal(body.overlay_png_base64, undefined)
  })

  test('the reply names the model, the threshold, the mode and what could be missed', async () => {
    for (const mode of ['fast', 'thorough'] as const) {
      const { body } = await look({ mode })
      assert.equal(body.mode, mode)
      assert.equal(body.confidence_threshold, MODES[mode].threshold)
      assert.equal(body.detectorFnId, MODES[mode].detector)
      assert.match(body.detectorFnId, /^[a-z-]+@[0-9a-f]{16,}$/)
      assert.match(body.model, /closed vocabulary/)
      assert.ok(body.could_miss.smaller_than_px > 0 && body.could_miss.why)
    }
    assert.notEqual(MODES.fast.detector, MODES.thorough.detector)
  })

  test('the box lies on the sign', async () => {
    const { body } = await look({ prompts: ['stop sign'] })
    const [x1, y1, x2, y2] = body.detections[0].box
    assert.ok(Math.abs(x1 - 37) < 12 && Math.abs(y1 - 22) < 12, `${x1}, ${y1}`)
    assert.ok(Math.abs(x2 - 123) < 12 && Math.abs(y2 - 108) < 12, `${x2}, ${y2}`)
  })

  test('the same bytes give the same reading, also as a data: URL and as a body of their own', async () => {
    const readingOf = ({ body }: Reply) => JSON.stringify([body.detections, body.could_miss, body.image])
    const first = await look()
    const url = await look({}, `data:image/jpeg;base64,${SIGN}`)
    const raw = await service.request('POST', `${KEYLESS}?prompts=stop%20sign,traffic%20cone`, {
      headers: { 'content-type': 'image/jpeg' },
      body: Buffer.from(SIGN, 'base64'),
    })
    assert.equal(readingOf(url), readingOf(first))
    assert.equal(readingOf(raw), readingOf(first))
    assert.deepEqual(
      raw.body.unread_prompts.map(({ prompt }: { prompt: string }) => prompt),
      ['traffic cone'],
    )
  })

  test('is read as the example of the document says', async () => {
    const { receipt, verify, ...body } = (await look({ ...EXAMPLE.input })).body
    const numbersOf = ({ detections }: { detections: { score: number; box: number[] }[] }) =>
      detections.flatMap(({ score, box }) => [100 * score, ...box])
    const [now, said] = [numbersOf(body), numbersOf(EXAMPLE.output)]
    assert.equal(now.length, said.length)
    for (const [index, number] of now.entries()) assert.ok(Math.abs(number - said[index]!) < 3, `${now}; ${said}`)
    assert.deepEqual({ ...body, detections: [] }, { ...EXAMPLE.output, detections: [] })
  })

  test('the threshold given is used and echoed', async () => {
    const { body } = await look({ confidence_threshold: 0.99 })
    assert.deepEqual([body.confidence_threshold, body.detections, body.total_objects], [0.99, [], 0])
    const low = (await look({ confidence_threshold: 0.05 })).body
    assert.ok(low.total_objects >= 1)
    for (const { score } of low.detections) assert.ok(score >= 0.05)
  })
})

describe('prompts', models, () => {
  test('sixty of them: each is read as its class or named as unread, and no unknown one has a box', async () => {
    const prompts = [...READ.map(([prompt]) => prompt), ...UNREAD]
    const { body } = await look({ prompts, confidence_threshold: 0 })
    const read = new Map(body.read_prompts.map((each: { prompt: string }) => [each.prompt, each]))
    for (const [prompt, matched_class, relation] of READ) {
      const { note, found, ...said } = read.get(prompt) as Record<string, unknown>
      assert.deepEqual(said, { prompt, matched_class, relation, alert: false })
    }
    assert.deepEqual(
      body.unread_prompts.map(({ prompt }: { prompt: string }) => prompt),
      UNREAD,
    )
    for (const item of body.detections as Item[]) {
      assert.ok(!UNREAD.includes(item.label), item.label)
      assert.deepEqual(
        READ.find(([prompt]) => prompt === item.label)?.slice(1),
        [item.matched_class, item.relation],
        item.label,
      )
    }
  })

  for (const prompt of UNREAD)
    test(`"${prompt}" alone: no box, no number, a reason`, async () => {
      const { status, body } = await look({ prompts: [prompt], confidence_threshold: 0 })
      assert.equal(status, 200)
      assert.deepEqual([body.detections, body.total_objects, body.could_miss], [[], null, null])
      assert.equal(body.unread_prompts[0].prompt, prompt)
      assert.ok(body.unread_prompts[0].reason)
      assert.ok(body.receipt.payload, 'signed like any other reading')
    })

  test('that are read and find nothing are a count of 0', async () => {
    const { body } = await look({ prompts: ['giraffe'] })
    assert.deepEqual([body.total_objects, body.detections], [0, []])
    assert.deepEqual(body.read_prompts[0], {
      prompt: 'giraffe',
      matched_class: 'giraffe',
      relation: 'exact',
      note: null,
      alert: false,
      found: 0,
    })
  })

  test('keep the word they were asked by', async () => {
    const { body } = await look({ prompts: ['STOP-signs'] })
    assert.deepEqual(
      [body.detections[0].label, body.detections[0].matched_class, body.detections[0].relation],
      ['STOP-signs', 'stop sign', 'exact'],
    )
  })

  test('an empty list is no prompts', async () => {
    assert.equal((await look({ prompts: [] })).body.detections[0].label, 'stop sign')
  })
})

describe('alerts', models, () => {
  test('a trigger is looked for beside the prompts, and its box is an alert', async () => {
    const { body } = await look({ prompts: ['dog'], alert_triggers: ['Stop Sign'] })
    assert.deepEqual(
      body.alerts.map(({ label, is_alert, alerted_by }: Item & { alerted_by: string[] }) => [
        label,
        is_alert,
        alerted_by,
      ]),
      [['Stop Sign', true, ['Stop Sign']]],
    )
    assert.deepEqual(body.detections, body.alerts)
    assert.deepEqual(
      body.read_prompts.map(({ prompt, alert }: { prompt: string; alert: boolean }) => [prompt, alert]),
      [
        ['dog', false],
        ['Stop Sign', true],
      ],
    )
  })

  test('one that cannot be read is named as such, and nothing is called an alert for it', async () => {
    const { body } = await look({ alert_triggers: ['gun', 'hard hat'] })
    assert.deepEqual(body.alerts, [])
    assert.equal(body.detections[0].is_alert, false)
    assert.equal(body.total_objects, 1, 'without prompts all classes are looked for')
    for (const unread of body.unread_prompts) assert.equal(unread.alert, true)
    assert.equal(body.unread_prompts.length, 2)
  })

  test('none of the words read at all: no number', async () => {
    const { body } = await look({ prompts: ['hard hat'], alert_triggers: ['gun'] })
    assert.deepEqual([body.total_objects, body.detections, body.alerts], [null, [], []])
  })
})

describe('a question', models, () => {
  test('is answered from the reading it rests on', async () => {
    const { body } = await look({ ask_question: 'How many stop signs are there?' })
    const { rests_on, ...said } = body.scene_analysis
    assert.deepEqual(said, {
      question: 'How many stop signs are there?',
      answered: true,
      kind: 'count',
      answer: '1 stop sign was found.',
      value: 1,
      reason: null,
    })
    assert.equal(rests_on.detectorFnId, body.detectorFnId)
    assert.equal(rests_on.confidence_threshold, body.confidence_threshold)
    assert.equal(rests_on.could_miss, body.could_miss.why)
  })

  test('asks after classes that no prompt names, and is answered all the same', async () => {
    const { body } = await look({ prompts: ['hard hat'], ask_question: 'Is there a stop sign?' })
    assert.deepEqual([body.detections, body.total_objects], [[], null])
    assert.deepEqual([body.scene_analysis.answered, body.scene_analysis.value], [true, true])
  })

  test('that boxes cannot answer is left unanswered, with the reason', async () => {
    for (const ask_question of ['What colour is the sign?', 'Is there a crane?', 'Is it safe?', 'hello']) {
      const { body } = await look({ ask_question })
      const { answered, answer, value, reason, rests_on } = body.scene_analysis
      assert.deepEqual([answered, answer, value, rests_on], [false, null, null, null], ask_question)
      assert.ok(reason.length > 20)
    }
  })
})

describe('the receipt', models, () => {
  for (const [path, asker] of [
    [KEYLESS, look],
    [METERED, lookWithKey],
  ] as const)
    test(`of ${path} binds picture, prompts, answer and detector, and verifies`, async () => {
      const options = { prompts: ['stop sign', 'traffic cone'], ask_question: 'Is there a dog?', overlay: true }
      const { body } = await asker(options)
      const { payload } = body.receipt
      assert.equal(payload.schema, 'svc.detection.v1')
      assert.equal(payload.image_sha256, createHash('sha256').update(Buffer.from(SIGN, 'base64')).digest('hex'))
      assert.deepEqual(payload.asked, {
        prompts: options.prompts,
        alert_triggers: [],
        ask_question: options.ask_question,
        confidence_threshold: null,
        max_detections: 100,
        max_dimension: null,
        mode: 'fast',
      })
      for (const name of ['detections', 'total_objects', 'unread_prompts', 'read_prompts', 'scene_analysis', 'model'])
        assert.deepEqual(payload[name], body[name], name)
      for (const name of ['confidence_threshold', 'detectorFnId', 'could_miss', 'mode'])
        assert.deepEqual(payload[name], body[name], name)
      assert.ok(!JSON.stringify(body.receipt).includes('overlay'))
      assert.equal(body.verify.steps.length, 5)
      const verdict = await service.post('/api/world-model/verify/receipt', { receipt: body.receipt })
      assert.equal(verdict.body.valid, true, JSON.stringify(verdict.body))
      payload.detections[0].score += 0.1
      const forged = await service.post('/api/world-model/verify/receipt', { receipt: body.receipt })
      assert.equal(forged.body.valid, false)
    })
})

describe('a street', { skip: models.skip || needsShared('photos/coco').skip }, () => {
  let street: string
  before(() => {
    street = readFileSync(STREET).toString('base64')
  })

  test('taxi is read as car, broader, and says so on every box', async () => {
    const { body } = await look({ prompts: ['taxi', 'hard hat'] }, street)
    assert.ok(body.total_objects >= 3, `${body.total_objects} cars`)
    for (const item of body.detections as Item[])
      assert.deepEqual([item.label, item.matched_class, item.relation], ['taxi', 'car', 'broader'])
    assert.match(body.read_prompts[0].note, /cannot tell them apart/)
  })

  test('no unknown word has a box on any photograph, however low the threshold', async () => {
    const folder = `${sharedData}photos/coco/`
    const names = readdirSync(folder).filter((name) => name.endsWith('.jpg'))
    const prompts = [...READ.map(([prompt]) => prompt), ...UNREAD]
    const terms = new Map<string, [string, string]>(READ.map(([prompt, name, relation]) => [prompt, [name, relation]]))
    let boxes = 0
    for (const name of names.slice(0, rounds(3, names.length))) {
      const picture = readFileSync(folder + name).toString('base64')
      const { body } = await look({ prompts, confidence_threshold: 0, max_detections: 1000 }, picture)
      for (const { label, matched_class, relation } of body.detections as Item[])
        assert.deepEqual([matched_class, relation], terms.get(label), `${name}: ${label}`)
      boxes += body.detections.length
      const none = (await look({ prompts: UNREAD, confidence_threshold: 0 }, picture)).body
      assert.deepEqual([none.detections, none.total_objects], [[], null], name)
    }
    assert.ok(boxes > 100, `${boxes} boxes were looked at`)
  })

  test('max_detections shows the best, counts all, and lets no alert fall behind', async () => {
    const all = (await look({}, street)).body
    const few = (await look({ max_detections: 2 }, street)).body
    assert.deepEqual(few.detections, all.detections.slice(0, 2))
    assert.deepEqual([few.total_objects, few.not_shown], [all.total_objects, all.total_objects - 2])
    const rarest = all.detections.at(-1)
    const alerted = (await look({ max_detections: 1, alert_triggers: [rarest.matched_class] }, street)).body
    assert.equal(alerted.detections[0].matched_class, rarest.matched_class)
    assert.equal(alerted.alerts.length, 1)
    const asked = (await look({ max_detections: 1, ask_question: 'How many cars are there?' }, street)).body
    assert.ok(asked.scene_analysis.value > 1, 'the cap is on what is shown, not on what is counted')
  })

  test('max_dimension shrinks what is looked at; boxes stay in pixels of the input', async () => {
    const large = (await look({ prompts: ['car'] }, street)).body
    const small = (await look({ prompts: ['car'], max_dimension: 320 }, street)).body
    assert.deepEqual([small.image_width, small.image_height], [large.image_width, large.image_height])
    assert.equal(small.max_dimension, 320)
    assert.ok(small.could_miss.smaller_than_px >= large.could_miss.smaller_than_px)
    assert.ok(small.detections.length > 0)
    const overlap = Math.max(
      ...small.detections.flatMap((one: Item) => large.detections.map((other: Item) => iou(one.box, other.box))),
    )
    assert.ok(overlap > 0.6, `${overlap}`)
  })

  test('turned by EXIF, it is read upright, in upright pixels', async () => {
    const upright = (await look({ prompts: ['car'] }, street)).body
    const { data, info } = await sharp(Buffer.from(street, 'base64'))
      .rotate(-90)
      .raw()
      .toBuffer({ resolveWithObject: true })
    const raw = { width: info.width, height: info.height, channels: 3 as const }
    const turned = await sharp(data, { raw }).withMetadata({ orientation: 6 }).png().toBuffer()
    const { body } = await look({ prompts: ['car'] }, turned.toString('base64'))
    assert.deepEqual([body.image_width, body.image_height], [upright.image_width, upright.image_height])
    assert.deepEqual(body.detections, upright.detections)
  })

  test('with overlay there is a PNG with something drawn into it, and only then', async () => {
    const { body } = await look({ overlay: true, alert_triggers: ['car'] }, street)
    const drawn = await sharp(Buffer.from(body.overlay_png_base64, 'base64'))
      .raw()
      .toBuffer({ resolveWithObject: true })
    const plain = await sharp(Buffer.from(street, 'base64'))
      .resize(drawn.info.width, drawn.info.height)
      .raw()
      .toBuffer()
    let changed = 0
    for (let at = 0; at < plain.length; at += 3) if (Math.abs(plain[at]! - drawn.data[at]!) > 60) changed++
    assert.ok(changed > 2000, `${changed} pixels`)
    assert.equal((await look({ overlay: false }, street)).body.overlay_png_base64, undefined)
  })
})

function iou(a: number[], b: number[]): number {
  const width = Math.min(a[2]!, b[2]!) - Math.max(a[0]!, b[0]!)
  const height = Math.min(a[3]!, b[3]!) - Math.max(a[1]!, b[1]!)
  const shared = Math.max(0, width) * Math.max(0, height)
  const area = ([x1, y1, x2, y2]: number[]) => (x2! - x1!) * (y2! - y1!)
  return shared / (area(a) + area(b) - shared)
}

describe('what cannot be meant is refused', () => {
  const cases: [string, Record<string, unknown>, RegExp][] = [
    ['no picture', { prompts: ['car'] }, /image_missing/],
    ['two pictures', { image_base64: SIGN, image_url: 'https://example.com/a.jpg' }, /image_ambiguous/],
    ['a picture that is none', { image_base64: 'aGVsbG8=' }, /image_undecodable/],
    ['an address that is not https', { image_url: 'http://example.com/a.jpg' }, /image_url_refused/],
    ['an address inside', { image_url: 'https://127.0.0.1/a.jpg' }, /image_url_refused/],
    ['a threshold over 1', { image_base64: SIGN, confidence_threshold: 1.1 }, /invalid_input/],
    ['a threshold below 0', { image_base64: SIGN, confidence_threshold: -0.1 }, /invalid_input/],
    ['a threshold as text', { image_base64: SIGN, confidence_threshold: '0.5' }, /invalid_input/],
    ['no detections', { image_base64: SIGN, max_detections: 0 }, /invalid_input/],
    ['half a detection', { image_base64: SIGN, max_detections: 1.5 }, /invalid_input/],
    ['a dimension of nothing', { image_base64: SIGN, max_dimension: 1 }, /invalid_input/],
    ['a blank prompt', { image_base64: SIGN, prompts: ['  '] }, /invalid_input/],
    ['a prompt that is no text', { image_base64: SIGN, prompts: [7] }, /invalid_input/],
    ['prompts that are no list', { image_base64: SIGN, prompts: 'car' }, /invalid_input/],
    ['101 prompts', { image_base64: SIGN, prompts: Array(101).fill('car') }, /invalid_input/],
    ['a prompt of 201 characters', { image_base64: SIGN, prompts: ['x'.repeat(201)] }, /invalid_input/],
    ['a blank question', { image_base64: SIGN, ask_question: ' ' }, /invalid_input/],
    ['a mode that there is not', { image_base64: SIGN, mode: 'best' }, /invalid_input/],
    ['a member that there is not', { image_base64: SIGN, threshold: 0.5 }, /invalid_input/],
  ]
  for (const [name, body, error] of cases)
    test(name, { skip: name === 'a picture that is none' ? models.skip : false }, async () => {
      for (const path of [KEYLESS, METERED]) {
        const reply = await service.post(path, body, { authorization: `Bearer ${key}` })
        assert.equal(reply.status, 400, JSON.stringify(reply.body))
        assert.match(reply.body.error, error)
        assert.ok(reply.body.fix.do)
      }
    })

  test('half a photograph', models, async () => {
    const bytes = Buffer.from(SIGN, 'base64')
    const { status, body } = await look({}, bytes.subarray(0, bytes.length >> 1).toString('base64'))
    assert.deepEqual([status, body.error], [400, 'image_undecodable'])
  })

  test('storing without a key', async () => {
    const { status, body } = await look({ store: true })
    assert.deepEqual([status, body.error], [400, 'invalid_input'])
  })

  test('and the fix for a missing picture works', models, async () => {
    for (const path of [KEYLESS, METERED]) {
      const { body } = await service.post(path, {}, { authorization: `Bearer ${key}` })
      const again = await service.post(path, body.fix.body, { authorization: `Bearer ${key}` })
      assert.equal(again.status, 200, JSON.stringify(again.body))
    }
  })
})

describe('the keyless route', () => {
  test('takes 30 requests a minute of one address, then says how long to wait', async (t) => {
    const limited = await startTestService({ WORKERS: '1' })
    t.after(() => limited.stop())
    const statuses: number[] = []
    let last: Reply | undefined
    for (let count = 0; count < 31; count++) {
      last = await limited.post(KEYLESS, {})
      statuses.push(last.status)
    }
    assert.deepEqual([statuses.filter((status) => status === 400).length, statuses[30]], [30, 429])
    assert.equal(last!.body.error, 'rate_limited')
    const wait = Number(last!.headers.get('retry-after'))
    assert.ok(wait >= 1 && wait <= 60, `${wait}`)
    const metered = await limited.post(METERED, {}, { authorization: `Bearer ${await limited.mint()}` })
    assert.equal(metered.status, 400, 'the metered route has no such limit')
  })

  test('keeps no picture: nothing in the folder of the service holds its bytes or is a blob', models, async (t) => {
    const fresh = await startTestService({ WORKERS: '1' })
    t.after(() => fresh.stop())
    const { status } = await fresh.post(KEYLESS, { image_base64: SIGN, overlay: true })
    assert.equal(status, 200)
    const picture = Buffer.from(SIGN, 'base64')
    const files = readdirSync(fresh.dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    assert.ok(files.length > 2, 'the database and the log are there')
    for (const { parentPath, name } of files) {
      const bytes = readFileSync(join(parentPath, name))
      assert.ok(!bytes.includes(picture.subarray(200, 600)) && !bytes.includes(SIGN.slice(400, 800)), name)
      assert.ok(!parentPath.includes('blobs'), name)
    }
  })

  test('says that a model is not built on this host, and how to build it', async (t) => {
    const bare = await startTestService({ MODELS_DIR: '/nonexistent', WORKERS: '1' })
    t.after(() => bare.stop())
    const { status, body } = await bare.post(KEYLESS, { image_base64: SIGN })
    assert.deepEqual([status, body.error], [503, 'model_not_built'])
    assert.match(body.fix.call ?? body.fix.do, /models build/)
    assert.equal((await bare.get('/api/health')).status, 200)
  })
})

describe('the metered route', () => {
  test('wants a key: none, a mistyped one, an unknown one', async () => {
    const { status, body } = await service.post(METERED, { image_base64: SIGN })
    assert.deepEqual([status, body.error], [401, 'key_required'])
    assert.ok(body.detail.ways.length >= 2)
    const mistyped = key.slice(0, -1) + (key.endsWith('x') ? 'y' : 'x')
    for (const wrong of ['on_nonsense', mistyped, 'Basic']) {
      const reply = await service.post(METERED, { image_base64: SIGN }, { authorization: `Bearer ${wrong}` })
      assert.deepEqual([reply.status, reply.body.error], [401, 'key_invalid'], wrong)
    }
  })

  test('an admin key counts as a public one', models, async () => {
    const admin = await service.mint({ scope: 'admin' })
    const reply = await service.post(METERED, { image_base64: SIGN }, { authorization: `Bearer ${admin}` })
    assert.equal(reply.status, 200)
  })

  test('keeps its result, and the frame only where asked', models, async () => {
    const owner = { authorization: `Bearer ${await service.mint({ owner: 'frames@example.com' })}` }
    const kinds = async () =>
      (await service.get('/api/account/storage', owner)).body.items.map(({ kind }: { kind: string }) => kind).sort()
    const plain = await service.post(METERED, { image_base64: SIGN }, owner)
    assert.equal(plain.body.stored_frame, null)
    assert.deepEqual(await kinds(), ['result'])
    const { body } = await service.post(METERED, { image_base64: SIGN, store: true }, owner)
    assert.deepEqual(await kinds(), ['frame', 'result', 'result'])
    const bytes = Buffer.from(SIGN, 'base64')
    assert.deepEqual(
      [body.stored_frame.sha256, body.stored_frame.bytes],
      [createHash('sha256').update(bytes).digest('hex'), bytes.length],
    )
    const raw = await service.request('POST', `${METERED}?store=true`, {
      headers: { ...owner, 'content-type': 'image/jpeg' },
      body: bytes,
    })
    const { id, ...kept } = raw.body.stored_frame
    assert.deepEqual(kept, { sha256: body.stored_frame.sha256, bytes: bytes.length }, 'a body of its own is kept whole')
    const listed = (await service.get('/api/account/storage', owner)).body.items
    assert.equal(listed.find((item: { id: string }) => item.id === id).sha256, kept.sha256)
    await service.request('DELETE', `/api/account/storage/${id}`, { headers: owner })
    const deleted = await service.request('DELETE', `/api/account/storage/${body.stored_frame.id}`, { headers: owner })
    assert.equal(deleted.status, 200)
    assert.deepEqual(await kinds(), ['result', 'result', 'result'])
  })

  test('at the quota it is 402, and deleting frees at once', models, async () => {
    const owner = { authorization: `Bearer ${await service.mint({ owner: 'full@example.com', quotaBytes: 30_000 })}` }
    let last: Reply
    let calls = 0
    do last = await service.post(METERED, { image_base64: SIGN, store: true }, owner)
    while (last.status === 200 && ++calls < 20)
    assert.deepEqual([last.status, last.body.error], [402, 'quota_reached'])
    assert.match(last.body.fix.do, /api\/account\/storage/)
    assert.ok(calls >= 1)
    const { items } = (await service.get('/api/account/storage', owner)).body
    for (const { id } of items) await service.request('DELETE', `/api/account/storage/${id}`, { headers: owner })
    assert.equal((await service.post(METERED, { image_base64: SIGN }, owner)).status, 200)
  })

  test('where the result does not fit beside its frame, neither stays', models, async () => {
    const frame = Buffer.from(SIGN, 'base64').length
    const owner = {
      authorization: `Bearer ${await service.mint({ owner: 'tight@example.com', quotaBytes: frame + 100 })}`,
    }
    const refused = await service.post(METERED, { image_base64: SIGN, store: true }, owner)
    assert.deepEqual([refused.status, refused.body.error], [402, 'quota_reached'])
    const { used_bytes, items } = (await service.get('/api/account/storage', owner)).body
    assert.deepEqual([used_bytes, items], [0, []])
  })

  test('an overlay is answered, and not kept: it is the frame again', models, async () => {
    const owner = { authorization: `Bearer ${await service.mint({ owner: 'drawn@example.com' })}` }
    const { body } = await service.post(METERED, { image_base64: SIGN, overlay: true }, owner)
    assert.ok(body.overlay_png_base64.length > 50_000)
    const { used_bytes } = (await service.get('/api/account/storage', owner)).body
    assert.ok(used_bytes < 20_000, `${used_bytes} bytes are kept`)
  })

  test('a picture that cannot be decoded leaves nothing stored', models, async () => {
    const owner = { authorization: `Bearer ${await service.mint({ owner: 'broken@example.com' })}` }
    const half = Buffer.from(SIGN, 'base64').subarray(0, 900).toString('base64')
    assert.equal((await service.post(METERED, { image_base64: half, store: true }, owner)).status, 400)
    assert.deepEqual((await service.get('/api/account/storage', owner)).body.items, [])
  })
})
