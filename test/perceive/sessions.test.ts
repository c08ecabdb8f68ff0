import assert from 'node:assert/strict'
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from '../../src/kernel/refusal.ts'
import { MODELS, modelFile } from '../../src/perceive/models.ts'
import { session } from '../../src/perceive/session.ts'
import { createPool } from '../../src/work/pool.ts'
import { modelsAt, needsModels } from '../support/needs.ts'
import { rounds } from '../support/rounds.ts'

const jobsDir = join(import.meta.dirname, 'jobs')
const pool = () => createPool({ workers: 1, queueLimit: 64, perAddressFairness: true, jobsDir, graceMs: 20 })

interface Looked {
  last: number
  weightsHash: string
  rss: number
}

describe('a session', needsModels('facemesh', 'nanodet'), () => {
  test('is opened once, and says by which weights it reads', async () => {
    const opened = await session(modelsAt, 'facemesh')
    assert.equal(await session(modelsAt, 'facemesh'), opened)
    assert.equal(opened.weightsHash, MODELS.facemesh.sha256)
    assert.deepEqual(opened.shapes, {
      inputs: { input: [1, 192, 192, 3] },
      outputs: { points: [1, 1404], face: [1, 1] },
    })
  })

  test('refuses a file that is not the pinned one, and opens it once it is', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'witnessmark-models-'))
    const file = modelFile({ folder }, 'facemesh')
    const refused = (why: RegExp) => (error: unknown) =>
      error instanceof Refusal && error.code === 'model_not_built' && why.test(error.reason) && error.fix !== null
    try {
      await assert.rejects(session({ folder }, 'facemesh'), refused(/cannot be read/))
      const bytes = await readFile(modelFile(modelsAt, 'facemesh'))
      bytes[1000]! ^= 1
      await writeFile(file, bytes)
      await assert.rejects(session({ folder }, 'facemesh'), refused(/hash differs/))
      await copyFile(modelFile(modelsAt, 'facemesh'), file)
      assert.equal((await session({ folder }, 'facemesh')).weightsHash, MODELS.facemesh.sha256)
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  test('takes no more memory after many runs in a worker', async () => {
    const workers = pool()
    try {
      const look = (times: number) => workers.run<Looked>('look', { models: modelsAt, name: 'facemesh', times })
      const warm = await look(100)
      const late = await look(rounds(150, 2_000))
      assert.equal(warm.weightsHash, MODELS.facemesh.sha256)
      const grown = (late.rss - warm.rss) / 1e6
      assert.ok(grown < 64, `grew by ${grown.toFixed(0)} MB`)
    } finally {
      await workers.close(500)
    }
  })

  test('lets its worker end at rest and in the middle of a run', async () => {
    for (const times of [1, 10_000]) {
      const workers = pool()
      const running = workers.run<Looked>('look', { models: modelsAt, name: 'nanodet', times })
      if (times === 1) await running
      else await sleep(1_000)
      const ended = running.then(
        () => 'ended',
        (error: Refusal) => error.code,
      )
      const from = performance.now()
      await workers.close(100)
      assert.ok(performance.now() - from < 5_000)
      assert.equal(await ended, times === 1 ? 'ended' : 'stopping')
    }
  })

  test('lets its worker be ended when the caller has left, again and again', async () => {
    const workers = pool()
    try {
      for (let round = 0; round < rounds(3, 30); round++) {
        const leaving = AbortSignal.timeout(400 + 37 * round)
        const input = { models: modelsAt, name: 'facemesh', times: 1_000_000 }
        await assert.rejects(workers.run('look', input, { signal: leaving }), { name: 'TimeoutError' })
      }
      const input = { models: modelsAt, name: 'facemesh', times: 1 }
      assert.equal((await workers.run<Looked>('look', input)).weightsHash, MODELS.facemesh.sha256)
    } finally {
      await workers.close(500)
    }
  })
})
