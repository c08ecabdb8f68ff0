import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { before, describe, test } from 'node:test'
import { partyFolder } from '../../bench/seeing/ppe/photographs.ts'
import { longer, type Read, readAll } from '../../bench/seeing/ppe/read-all.ts'
import { isBareHanded } from '../../bench/seeing/ppe/tables.ts'
import { BODY_MODELS } from '../../src/perceive/body/person.ts'
import { DETECTORS } from '../../src/perceive/detect/modes.ts'
import { modelsAt, needsModels, needsShared, sharedData } from '../support/needs.ts'
import { rounds } from '../support/rounds.ts'
import { COCO_PEOPLE, PARTY_PEOPLE } from './looked-at.ts'

const models = needsModels(...DETECTORS, ...BODY_MODELS)
const coco = { skip: models.skip || needsShared('photos/coco').skip }
const party = {
  skip:
    models.skip || (existsSync(partyFolder()) ? false : 'needs photographs that npm run bench -- seeing/ppe fetches'),
}

function assertHonest(rows: readonly Read[]): void {
  for (const { photo, box, eyes, hands, reading } of rows) {
    const where = `${photo} ${box.join()}: ${JSON.stringify(reading)}`
    assert.ok(![reading.respirator, reading.gloves, reading.coverall].includes('present'), where)
    if (eyes === 'not seen') assert.equal(reading.usable, false, where)
    if (reading.gloves === 'absent') assert.equal(hands, 'bare', where)
  }
}

describe('the people of the COCO folder, beside what a look at each shows', coco, () => {
  let rows: Read[]
  before(async () => {
    if (!coco.skip) rows = await readAll(`${sharedData}photos/coco`, COCO_PEOPLE, modelsAt)
  })

  test('everybody of 100 pixels and more was looked at', () => {
    const labels: {
      file: string
      objects: { label: string; crowd: boolean; box: [number, number, number, number] }[]
    }[] = JSON.parse(readFileSync(`${sharedData}photos/coco/boxes.json`, 'utf8'))
    const people = labels.flatMap(({ objects }) => objects).filter(({ label, crowd }) => label === 'person' && !crowd)
    assert.equal(people.filter(({ box }) => longer(box) >= 100).length, COCO_PEOPLE.length)
  })

  test('nothing is said to be present, nothing is read where the eyes are hidden, no glove is missed on a hidden hand', () => {
    assertHonest(rows)
  })

  test('whoever shows eyes is read', () => {
    const seen = rows.filter(({ eyes }) => eyes === 'seen')
    assert.ok(seen.filter(({ reading }) => reading.usable).length >= 0.75 * seen.length)
  })

  test('everybody smaller is not', async () => {
    const small = { ...COCO_PEOPLE[0]!, box: [10, 10, 60, 109] as const }
    const [row] = await readAll(`${sharedData}photos/coco`, [small], modelsAt)
    assert.deepEqual((row!.reading.why as { code: string }).code, 'person_under_100_px')
  })
})

describe('people close and well lit', party, () => {
  test('nothing is said to be present, and of those with bare hands at least half read gloves absent', async () => {
    const bare = PARTY_PEOPLE.filter(({ eyes, hands }) => eyes === 'seen' && hands === 'bare')
    const rows = await readAll(partyFolder(), bare.slice(-rounds(5, bare.length)), modelsAt)
    assertHonest(rows)
    const judged = rows.filter(isBareHanded)
    const absent = judged.filter(({ reading }) => reading.gloves === 'absent')
    assert.ok(absent.length >= judged.length / 2, `${absent.length} of ${judged.length}`)
    for (const { reading } of rows) assert.equal(reading.respirator, 'absent')
  })
})
