import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { after } from 'node:test'
import { DETECTORS } from '../../src/perceive/detect/modes.ts'
import { modelFile } from '../../src/perceive/models.ts'
import { shelf } from '../../src/perceive/pantry/shelf.ts'
import { createPool } from '../../src/work/pool.ts'
import { warmWorkers } from '../../src/work/warm-workers.ts'
import { modelsAt, needsModels } from '../support/needs.ts'

const pool = createPool({ workers: 2, queueLimit: 4, perAddressFairness: true })
const folder = mkdtempSync(join(tmpdir(), 'witnessmark-warm-'))
after(async () => {
  await pool.close(1_000)
  rmSync(folder, { recursive: true })
})

test('without models nothing is done, and models that cannot be opened break nothing', async () => {
  const models = shelf(folder, () => false)
  assert.equal(await warmWorkers(pool, models), 0)
  assert.equal(pool.stats().done, 0)
  for (const name of DETECTORS) writeFileSync(modelFile({ folder }, name), 'no model')
  assert.equal(await warmWorkers(pool, models), 0)
  assert.equal(pool.stats().lost, 0)
})

test('every worker opens the detectors', needsModels(...DETECTORS), async () => {
  assert.equal(
    await warmWorkers(
      pool,
      shelf(modelsAt.folder, () => false),
    ),
    2,
  )
})
