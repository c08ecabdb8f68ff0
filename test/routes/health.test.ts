import assert from 'node:assert/strict'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { MODEL_NAMES } from '../../src/perceive/models.ts'
import { shelf } from '../../src/perceive/pantry/shelf.ts'
import { startTestService, type TestService } from '../support/service.ts'

const nowhere = join(import.meta.dirname, 'no-models-here')

async function withService(use: (service: TestService) => Promise<void>) {
  const service = await startTestService({ MODELS_DIR: nowhere })
  try {
    await use(service)
  } finally {
    await service.stop()
  }
}

/** The log starts its thread again when it is asked, and then finds what no log can be read from. */
async function damageLog({ context, dataDir }: TestService) {
  await context.log.close()
  for (const end of ['-wal', '-shm']) rmSync(join(dataDir, `log.db${end}`), { force: true })
  writeFileSync(join(dataDir, 'log.db'), 'this is no database'.repeat(1000))
}

describe('health', () => {
  test('is 200 with every part touched', () =>
    withService(async (service) => {
      const { status, body } = await service.get('/api/health')
      assert.equal(status, 200)
      assert.deepEqual(body, {
        status: 'ok',
        version: '2.1.0',
        failing: [],
        parts: {
          database: { ok: true, reason: null },
          blobs: { ok: true, reason: null },
          log: { ok: true, reason: null },
        },
        receipts: { issued: 0, logged: 0 },
        log: { tree_size: 0 },
        models: Object.fromEntries(MODEL_NAMES.map((name) => [name, 'not_built'])),
      })
    }))

  test('is 503 naming the blobs when their folder is gone, and well again when it is back', () =>
    withService(async (service) => {
      const incoming = join(service.dataDir, 'blobs', 'incoming')
      rmSync(incoming, { recursive: true })
      const { status, body } = await service.get('/api/health')
      assert.equal(status, 503)
      assert.deepEqual([body.status, body.failing], ['failing', ['blobs']])
      assert.deepEqual([body.parts.database.ok, body.parts.blobs.ok, body.parts.log.ok], [true, false, true])
      assert.ok(!JSON.stringify(body).includes(service.dataDir), 'where things lie on our disk is not told')
      mkdirSync(incoming)
      assert.equal((await service.get('/api/health')).status, 200)
    }))

  test('is 503 naming the database when it cannot be read', () =>
    withService(async (service) => {
      await service.context.database.close()
      const { status, body } = await service.get('/api/health')
      assert.equal(status, 503)
      assert.deepEqual(body.failing, ['database'])
      assert.ok(body.parts.database.reason.length > 5)
    }))

  test('is 503 naming the log when it cannot be read', () =>
    withService(async (service) => {
      await damageLog(service)
      const { status, body } = await service.get('/api/health')
      assert.equal(status, 503)
      assert.deepEqual([body.failing, body.log.tree_size], [['log'], null])
    }))

  test('names everything that fails at once', () =>
    withService(async (service) => {
      rmSync(join(service.dataDir, 'blobs'), { recursive: true })
      await damageLog(service)
      await service.context.database.close()
      assert.deepEqual((await service.get('/api/health')).body.failing, ['database', 'blobs', 'log'])
    }))

  test('does not wait for a part that never answers', () =>
    withService(async (service) => {
      service.context.blobs.ping = () => new Promise(() => {})
      const { status, body } = await service.get('/api/health')
      assert.equal(status, 503)
      assert.deepEqual(body.parts.blobs, { ok: false, reason: 'no answer within 3 s' })
    }))

  test('stays 200 while a model is building or was never built', () =>
    withService(async (service) => {
      service.context.models = shelf(nowhere, (name) => name === 'nanodet')
      const { status, body } = await service.get('/api/health')
      assert.equal(status, 200)
      assert.deepEqual([body.models.nanodet, body.models.ssdlite], ['building', 'not_built'])
    }))

  test('counts the receipts that left and those in the log', () =>
    withService(async (service) => {
      const key = await service.mint()
      const headers = { authorization: `Bearer ${key}` }
      await service.request('POST', '/api/world-model/media', { headers, body: 'hello' })
      const { body } = await service.get('/api/health')
      assert.deepEqual([body.receipts, body.log], [{ issued: 1, logged: 1 }, { tree_size: 1 }])
    }))
})

describe('ready', () => {
  test('is 200 once started', () =>
    withService(async (service) => {
      assert.deepEqual((await service.get('/api/ready')).body, { ready: true })
    }))

  test('is 503 while a model is being built, and does not wait for one that never was', () =>
    withService(async (service) => {
      service.context.models = shelf(nowhere, (name) => name === 'nanodet')
      const { status, headers, body } = await service.get('/api/ready')
      assert.deepEqual([status, body.error], [503, 'model_building'])
      assert.match(body.reason, /^nanodet:/)
      assert.equal(headers.get('retry-after'), '5')
      service.context.models = shelf(nowhere, () => false)
      assert.equal((await service.get('/api/ready')).status, 200)
    }))
})
