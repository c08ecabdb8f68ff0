import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'node:test'
import sharp from 'sharp'
import { modelsAt, needsModels } from '../support/needs.ts'
import { serviceProcess } from '../support/process.ts'
import { rounds } from '../support/rounds.ts'

const LOOK = '/api/v1/object-detection?mode=thorough'

function picture(width: number, height: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  return sharp({ create: { width, height, channels: 3, background: 'grey', noise } })
    .jpeg()
    .toBuffer()
}

test(
  'callers who leave in the middle of a long look end it, not the service, and are no error',
  needsModels('nanodet', 'ssdlite'),
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'witnessmark-leaving-'))
    const env = { DATA_DIR: dataDir, MODELS_DIR: modelsAt.folder, WORKERS: '1', LOG_LEVEL: 'error' }
    const service = await serviceProcess(env)
    await service.ready()
    const post = async (body: Uint8Array<ArrayBuffer>, signal?: AbortSignal) => {
      const headers = { 'content-type': 'image/jpeg' }
      const reply = await fetch(service.url + LOOK, { method: 'POST', headers, body, signal })
      await reply.arrayBuffer()
      return reply.status
    }
    const large = new Uint8Array(await picture(3000, 2600))
    for (let round = 0; round < rounds(1, 10); round++)
      await assert.rejects(post(large, AbortSignal.timeout(700)), { name: 'TimeoutError' })
    // The only worker is free again once the long look has been ended.
    assert.equal(await post(new Uint8Array(await picture(64, 64))), 200)
    service.child.kill('SIGTERM')
    assert.deepEqual(await service.end, { code: 0, out: '', err: '' })
    await rm(dataDir, { recursive: true })
  },
)
