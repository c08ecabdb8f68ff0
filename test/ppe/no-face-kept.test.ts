import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { pino } from 'pino'
import sharp from 'sharp'
import { BODY_MODELS } from '../../src/perceive/body/person.ts'
import { DETECTORS } from '../../src/perceive/detect/modes.ts'
import { needsModels, needsShared, sharedData } from '../support/needs.ts'
import { type Reply, startTestService } from '../support/service.ts'

const models = needsModels(...DETECTORS, ...BODY_MODELS)
const photographs = { skip: models.skip || needsShared('photos/coco').skip }
const FACE = 'photos/coco/000000085329.jpg'

/** Everything a call could have left something in, as bytes. */
const places = new Map<string, Buffer>()
let bytes: Buffer
let pixels: { data: Buffer; width: number; height: number }
let reply: Reply

before(async () => {
  if (photographs.skip) return
  const dataDir = mkdtempSync(join(tmpdir(), 'witnessmark-'))
  const lines: string[] = []
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
  const service = await startTestService({ DATA_DIR: dataDir, WORKERS: '1' }, { log })
  bytes = readFileSync(sharedData + FACE)
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  pixels = { data, width: info.width, height: info.height }
  reply = await service.request('POST', '/api/ppe/spraying', {
    headers: { 'content-type': 'image/jpeg' },
    body: new Uint8Array(bytes),
  })
  const base64 = await service.post('/api/ppe/spraying', { image_base64: bytes.toString('base64') })
  const cid = reply.body.receipt.payload_sha256
  const stored = await service.get(`/api/world-model/verify/by-cid/${cid}`)
  places.set('the reply', Buffer.from(JSON.stringify(reply.body)))
  places.set('the reply to base64', Buffer.from(JSON.stringify(base64.body)))
  places.set('the stored receipt', Buffer.from(JSON.stringify(stored.body)))
  for (const file of filesBelow(dataDir)) places.set(`while running: ${file}`, readFileSync(file))
  await service.stop()
  for (const file of filesBelow(dataDir)) places.set(`after the stop: ${file}`, readFileSync(file))
  places.set('the log of requests', Buffer.from(lines.join('')))
  rmSync(dataDir, { recursive: true })
})

after(() => places.clear())

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
}

/** Pieces of the file and of its pixels, each as it is, in hex and in the three ways that base64 may fall. */
function* piecesOf(source: Buffer, length: number, step: number): Generator<Buffer> {
  for (let at = 0; at + length + 2 <= source.length; at += step) {
    const piece = source.subarray(at, at + length)
    if (new Set(piece).size < 6) continue
    yield piece
    yield Buffer.from(piece.toString('hex'))
    for (const shift of [0, 1, 2]) yield Buffer.from(source.subarray(at + shift, at + shift + 12).toString('base64'))
  }
}

function* searched(): Generator<Buffer> {
  yield* piecesOf(bytes, 16, Math.ceil(bytes.length / 400))
  const { data, width, height } = pixels
  for (let row = 0; row < height; row += 8) {
    yield* piecesOf(
      data.subarray((row * width + Math.floor(width * 0.55)) * 3, (row * width + Math.floor(width * 0.85)) * 3),
      16,
      97,
    )
  }
}

function firstFound(place: Buffer): string | null {
  for (const piece of searched()) if (place.includes(piece)) return piece.toString('latin1')
  return null
}

describe('after a face was read', photographs, () => {
  test('the reading was a real one', () => {
    assert.equal(reply.status, 200)
    assert.deepEqual([reply.body.usable, reply.body.no_face_kept], [true, true])
    assert.ok(places.size > 6, [...places.keys()].join())
  })

  test('nothing of the picture is in the reply, the receipt, the database, any file or the log', () => {
    for (const [name, place] of places) assert.equal(firstFound(place), null, name)
  })

  test('and the search would find it: the request itself, a crop of the face and its base64 are found', async () => {
    assert.notEqual(firstFound(bytes), null)
    assert.notEqual(firstFound(Buffer.from(JSON.stringify({ image_base64: bytes.toString('base64') }))), null)
    assert.notEqual(firstFound(pixels.data), null)
  })

  test('no place holds a picture of any format', () => {
    for (const [name, place] of places) {
      for (const sign of ['\xff\xd8\xff\xe0', '\xff\xd8\xff\xdb', '\x89PNG\r\n', 'ftypavif'])
        assert.ok(!place.includes(Buffer.from(sign, 'latin1')), `${name} holds a picture`)
      for (const sign of ['"/9j/4', 'iVBORw0KGgo', 'data:image']) assert.ok(!place.includes(sign), `${name}: ${sign}`)
    }
  })

  test('the reply holds no list of numbers but the box of the person, and no text that could carry an embedding', () => {
    const lists: string[] = []
    const texts: string[] = []
    const walk = (value: unknown, path: string): void => {
      if (Array.isArray(value) && value.some((item) => typeof item === 'number')) lists.push(path)
      if (typeof value === 'string' && /^[A-Za-z0-9+/_=-]{90,}$/.test(value)) texts.push(path)
      if (typeof value === 'object' && value !== null)
        for (const [name, item] of Object.entries(value)) walk(item, path === '' ? name : `${path}.${name}`)
    }
    walk(reply.body, '')
    assert.deepEqual(lists.toSorted(), ['person.box', 'receipt.payload.person.box'])
    assert.equal(reply.body.person.box.length, 4)
    assert.deepEqual(
      texts.filter((path) => !/(signature_b64|hint|raw|proof|note|head)/.test(path)),
      [],
    )
  })

  test('what is kept of the picture is its hash', () => {
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    assert.equal(reply.body.receipt.payload.image_sha256, sha256)
    assert.ok([...places].some(([name, place]) => name.startsWith('after the stop') && place.includes(sha256)))
  })
})
