import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { PROBES } from '../http/probe-routes.ts'
import { needsPostgres, postgresUrl } from '../support/needs.ts'
import { cli } from '../support/process.ts'
import { startTestService, type TestService } from '../support/service.ts'

describe('the service over PostgreSQL', needsPostgres(), () => {
  const schema = `test_${randomBytes(8).toString('hex')}`
  let DATABASE_URL: string
  let service: TestService

  const administer = async (statement: string) => {
    const client = new pg.Client({ connectionString: postgresUrl })
    await client.connect()
    await client.query(statement)
    await client.end()
  }

  before(async () => {
    await administer(`create schema ${schema}`)
    const url = new URL(postgresUrl!)
    url.searchParams.set('options', `-c search_path=${schema}`)
    DATABASE_URL = url.href
    service = await startTestService({ DATABASE_URL }, { extraRoutes: [PROBES.metered] })
  })
  after(async () => {
    await service.stop()
    await administer(`drop schema ${schema} cascade`)
  })

  test('is healthy, and keeps its tables where the address says', async () => {
    assert.equal((await service.get('/api/health')).status, 200)
    const client = new pg.Client({ connectionString: postgresUrl })
    await client.connect()
    const { rows } = await client.query('select count(*)::int as tables from pg_tables where schemaname = $1', [schema])
    await client.end()
    assert.ok(rows[0].tables >= 4, `${rows[0].tables} tables`)
  })

  test('decides, meters, refuses at the quota and frees', async () => {
    const key = await service.mint({ owner: 'pg@example.com', quotaBytes: 16 })
    const headers = { authorization: `Bearer ${key}` }
    assert.equal((await service.get('/api/probe/metered', headers)).status, 200)
    assert.equal((await service.get('/api/probe/metered', headers)).status, 402)
    const { body } = await service.get('/api/account/storage', headers)
    assert.deepEqual([body.used_bytes, body.items.length], [16, 1])
    const freed = await service.request('DELETE', `/api/account/storage/${body.items[0].id}`, { headers })
    assert.equal(freed.body.used_bytes, 0)
    assert.equal((await service.get('/api/probe/metered', headers)).status, 200)
  })

  test('signs and logs an upload, and proves it', async () => {
    const key = await service.mint({ owner: 'up@example.com' })
    const upload = { headers: { authorization: `Bearer ${key}` }, body: 'hello' }
    const { status, body } = await service.request('POST', '/api/world-model/media', upload)
    assert.equal(status, 200, JSON.stringify(body))
    const proof = await service.get(`/api/world-model/verify/log/proof/${body.cid}`)
    assert.equal(proof.body.found, true)
    const verdict = await service.post('/api/world-model/verify/receipt', { receipt: body.receipt })
    assert.equal(verdict.body.valid, true)
  })

  test('takes keys that the command line mints beside it', async () => {
    const { code, out, err } = await cli(
      { DATABASE_URL, DATA_DIR: service.dataDir },
      ...['keys', 'mint', '--owner', 'cli@example.com', '--name', 'x'],
    )
    assert.equal(code, 0, err)
    const key = out.trimEnd().split('\n').at(-1)!
    assert.equal((await service.get('/api/account/storage', { authorization: `Bearer ${key}` })).status, 200)
  })
})
