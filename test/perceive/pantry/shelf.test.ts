import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { Refusal } from '../../../src/kernel/refusal.ts'
import { type ModelName, modelFile } from '../../../src/perceive/models.ts'
import { shelf } from '../../../src/perceive/pantry/shelf.ts'

describe('what a route needs of the models', () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'witnessmark-shelf-'))
    await writeFile(modelFile({ folder }, 'handlandmark'), '')
  })
  after(() => rm(folder, { recursive: true }))

  const refusal = (need: () => unknown): Refusal => {
    try {
      need()
    } catch (error) {
      if (error instanceof Refusal) return error
    }
    throw new Error('nothing was refused')
  }
  const building = new Set<ModelName>(['movenet', 'handlandmark'])
  const models = () => shelf(folder, (name) => building.has(name))

  test('is handed over once all of it is there', () => {
    assert.deepEqual(models().need('handlandmark'), { folder })
    assert.equal(models().states().handlandmark, 'ready')
  })

  test('is refused for a while where one is being built', () => {
    const { code, status, retryAfterS, detail, fix } = refusal(() => models().need('handlandmark', 'movenet'))
    assert.deepEqual([code, status, detail], ['model_building', 503, { models: ['movenet'] }])
    assert.ok(retryAfterS! > 0 && fix !== null)
  })

  test('is refused with what to do where one is not built, even while another is', () => {
    const { code, status, retryAfterS, detail, fix } = refusal(() => models().need('handlandmark', 'movenet', 'parts'))
    assert.deepEqual([code, status, retryAfterS, detail], ['model_not_built', 503, undefined, { models: ['parts'] }])
    assert.match(fix!.do, /npm run -s cli -- models build/)
  })

  test('is seen as soon as another process has built it', async () => {
    const seen = models()
    assert.equal(seen.states().parts, 'not_built')
    await writeFile(modelFile({ folder }, 'parts'), '')
    assert.equal(seen.states().parts, 'ready')
    assert.deepEqual(seen.need('parts', 'handlandmark'), { folder })
  })
})
