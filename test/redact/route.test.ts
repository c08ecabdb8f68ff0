import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import sharp from 'sharp'
import { PEOPLE_MODELS } from '../../src/perceive/people/id.ts'
import { needsModels, needsShared, sharedData } from '../support/needs.ts'
import { rounds } from '../support/rounds.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
before(async () => {
  service = await startTestService()
})
after(() => service.stop())

const models = needsModels(...PEOPLE_MODELS)
const people = { skip: models.skip || needsShared('photos/coco').skip }
const photograph = (file: string) => readFileSync(`${sharedData}photos/coco/${file}`)
const redact = (bytes: Uint8Array, query = '') =>
  service.request('POST', `/api/redact/people${query}`, {
    headers: { 'content-type': 'image/jpeg' },
    body: Buffer.from(bytes),
  })

/** Upright pixels, as any reader of the file gets them. */
async function pixelsOf(bytes: Uint8Array) {
  const { data, info } = await sharp(bytes).rotate().removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

async function checkCovered(bytes: Uint8Array): Promise<void> {
  const { status, body } = await redact(bytes)
  assert.equal(status, 200, JSON.stringify(body))
  const png = Buffer.from(body.image_base64, 'base64')
  const [was, is] = [await pixelsOf(bytes), await pixelsOf(png)]
  assert.deepEqual([is.width, is.height], [was.width, was.height])
  const inside = new Uint8Array(is.width * is.height)
  for (const { box, cell_px } of body.regions)
    for (let top = box[1]; top < box[3]; top += cell_px)
      for (let left = box[0]; left < box[2]; left += cell_px) {
        const first = (top * is.width + left) * 3
        for (let y = top; y < Math.min(top + cell_px, box[3]); y++)
          for (let x = left; x < Math.min(left + cell_px, box[2]); x++) {
            const at = y * is.width + x
            inside[at] = 1
            const isSame = [0, 1, 2].every((channel) => is.data[at * 3 + channel] === is.data[first + channel])
            if (!isSame) assert.fail(`the cell at ${left}, ${top} has more than one colour`)
          }
      }
  for (let at = 0; at < inside.length; at++)
    if (inside[at] === 0 && [0, 1, 2].some((channel) => is.data[at * 3 + channel] !== was.data[at * 3 + channel]))
      assert.fail(`pixel ${at} outside the boxes changed`)
  assert.equal(body.floor_not_achieved, body.still_found.length > 0)
  assert.equal(body.image.redacted_sha256, createHash('sha256').update(png).digest('hex'))
  assert.equal(body.receipt.payload.redacted_sha256, body.image.redacted_sha256)
  assert.equal(body.redacted, body.boxes.length)
  assert.equal(body.scores.length, body.boxes.length)
}

describe('photographs with people', people, () => {
  const labels = people.skip ? [] : JSON.parse(readFileSync(`${sharedData}photos/coco/boxes.json`, 'utf8'))
  const withPeople = labels.filter(({ objects }: { objects: { label: string }[] }) =>
    objects.some(({ label }) => label === 'person'),
  )
  for (const { file } of withPeople.slice(0, rounds(3, withPeople.length)))
    test(`${file}: cells of one colour, the rest untouched`, () => checkCovered(photograph(file)))

  test('the same bytes give the same picture', async () => {
    const answers = [await redact(photograph('000000085329.jpg')), await redact(photograph('000000085329.jpg'))]
    assert.equal(answers[0]!.body.image_base64, answers[1]!.body.image_base64)
  })

  test('nothing of the file but its pixels comes back', async () => {
    const tagged = await sharp(photograph('000000085329.jpg'))
      .withExif({ IFD0: { Artist: 'Somebody Known' } })
      .withIccProfile('p3')
      .jpeg()
      .toBuffer()
    const png = Buffer.from((await redact(tagged)).body.image_base64, 'base64')
    const chunks = new Set<string>()
    for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
      chunks.add(png.toString('latin1', at + 4, at + 8))
    assert.deepEqual([...chunks], ['IHDR', 'IDAT', 'IEND'])
    assert.ok(!png.includes('Somebody Known'))
  })

  test('a higher floor covers less and says what it left near it; a floor nobody can check says so', async () => {
    const low = (await redact(photograph('000000143931.jpg'))).body
    const high = (await redact(photograph('000000143931.jpg'), '?floor=0.4')).body
    assert.ok(low.redacted > 0)
    assert.equal(high.redacted, 0)
    assert.ok(high.below_the_floor > 0)
    assert.equal(low.floor_unverified, false)
    const lowest = (await redact(photograph('000000143931.jpg'), '?floor=0.01')).body
    assert.equal(lowest.floor_unverified, true)
    assert.ok(lowest.send_to_a_person && lowest.send_to_a_person_because.join().includes('below what the detectors'))
  })

  test('someone still found in what was covered is said, and goes to a person', async () => {
    const { body } = await redact(photograph('000000233771.jpg'))
    assert.equal(body.floor_not_achieved, true)
    assert.ok(body.still_found.every(({ score }: { score: number }) => score >= body.floor / 2))
    assert.ok(body.send_to_a_person_because.join().includes('still find a person'))
  })

  test('turned by EXIF or by pixels, the same people are covered', async () => {
    const original = photograph('000000085329.jpg')
    const turned = await sharp(original).rotate(90).withMetadata({ orientation: 8 }).jpeg({ quality: 100 }).toBuffer()
    const [upright, tagged] = [(await redact(original)).body, (await redact(turned)).body]
    assert.deepEqual([tagged.image.width, tagged.image.height], [upright.image.width, upright.image.height])
    assert.equal(tagged.redacted, upright.redacted)
  })
})

test('a picture of nobody comes back as it was', models, async () => {
  const plain = await sharp({ create: { width: 160, height: 120, channels: 3, background: '#7a8a99' } })
    .png()
    .toBuffer()
  const { body } = await redact(plain)
  assert.equal(body.redacted, 0)
  assert.equal(body.floor_not_achieved, false)
  assert.deepEqual((await pixelsOf(Buffer.from(body.image_base64, 'base64'))).data, (await pixelsOf(plain)).data)
  assert.ok(!JSON.stringify({ ...body, image_base64: '' }).match(/\bis safe\b|\banonym/i))
})

test('a floor beyond 1 and a picture too large to send back are refused with a way out', models, async () => {
  const small = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#888' } })
    .png()
    .toBuffer()
  const floor = await redact(small, '?floor=1.5')
  assert.equal(floor.status, 400)
  assert.match(floor.body.reason, /^floor: /)
  const large = await sharp({ create: { width: 4100, height: 4100, channels: 3, background: '#888' } })
    .png()
    .toBuffer()
  const refused = await redact(large)
  assert.equal(refused.status, 413)
  assert.equal(refused.body.error, 'image_too_large')
  assert.ok(refused.body.fix.do.includes('smaller'))
})
