import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { KINDS } from '../store/fresh.ts'
import { postgresUrl } from '../support/needs.ts'
import { rounds } from '../support/rounds.ts'
import { type RealService, runCli, spawnService } from './child.ts'
import { checkpointHolds, headHolds, isConsistent } from './plain-verifier.ts'
import { freshFolder } from './stand.ts'

const WORKERS = 16
const ROUNDS = { sqlite: rounds(3, 20), postgres: rounds(3, 20) }

// biome-ignore lint/suspicious/noExplicitAny: what came over the wire has no type of ours
type Wire = any

for (const { kind, need } of KINDS)
  test(
    `${kind}: the service killed under uploads keeps every receipt it acknowledged and every head it showed`,
    need,
    async (t) => {
      const folder = freshFolder(t)
      const env: Record<string, string> = { DATA_DIR: folder }
      if (kind === 'postgres') env.DATABASE_URL = await freshDatabase(t)
      const minted = await runCli(['keys', 'mint', '--owner', 'a@example.com', '--name', 'load'], { cwd: folder, env })
      const key = minted.out.trim().split('\n').at(-1)!
      assert.match(key, /^on_/, minted.err)

      const heads = new Map<number, Wire>()
      const acknowledged = new Map<string, string>()
      for (let round = 0; round <= ROUNDS[kind]; round += 1) {
        const service = await spawnService(env)
        t.after(() => service.kill())
        await assertKept(service, acknowledged, heads)
        if (round < ROUNDS[kind])
          await uploadUntilKilled(service, key, acknowledged, heads, 100 + ((round * 137) % 700))
        else assert.equal((await get(service, '/api/health')).status, 'ok')
      }
      assert.ok(acknowledged.size > 0)
      t.diagnostic(`${acknowledged.size} receipts acknowledged, ${heads.size} heads seen, ${ROUNDS[kind]} kills`)
    },
  )

async function get({ url }: RealService, path: string): Promise<Wire> {
  const reply = await fetch(url + path)
  return reply.headers.get('content-type')?.includes('json') ? reply.json() : reply.text()
}

/** Uploads from all sides and reads heads, until the process is gone in the middle of it. */
async function uploadUntilKilled(
  service: RealService,
  key: string,
  acknowledged: Map<string, string>,
  heads: Map<number, Wire>,
  afterMs: number,
): Promise<void> {
  const before = acknowledged.size
  const note = (sth: Wire) => {
    const known = heads.get(sth.payload.tree_size)
    assert.equal(known?.payload.root_sha256 ?? sth.payload.root_sha256, sth.payload.root_sha256, 'two roots for a size')
    heads.set(sth.payload.tree_size, sth)
  }
  let dead = false
  const uploading = Array.from({ length: WORKERS }, async () => {
    while (!dead) {
      const reply = await fetch(`${service.url}/api/world-model/media`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}` },
        body: randomBytes(64),
      })
        .then((response) => response.json() as Wire)
        .catch(() => undefined)
      if (reply?.receipt === undefined) continue
      acknowledged.set(reply.receipt.payload.media_sha256, reply.cid)
      note(reply.receipt.log.sth)
    }
  })
  const reading = (async () => {
    while (!dead) {
      const reply: Wire = await get(service, '/api/world-model/verify/log/sth').catch(() => undefined)
      if (reply?.sth) note(reply.sth)
      await sleep(10)
    }
  })()
  while (acknowledged.size === before) await sleep(5)
  await sleep(afterMs)
  await service.kill()
  dead = true
  await Promise.all([...uploading, reading])
}

async function assertKept(
  service: RealService,
  receipts: Map<string, string>,
  heads: Map<number, Wire>,
): Promise<void> {
  const keyFile = await get(service, '/.well-known/svc.json')
  for (const [sha256, cid] of receipts) {
    const verdict = await get(service, `/api/world-model/verify/by-cid/${cid}`)
    assert.deepEqual([verdict.found, verdict.valid, verdict.checks[5].result], [true, true, true], cid)
    assert.equal((await get(service, `/api/world-model/media/receipt/${sha256}`)).cid, cid)
  }
  const { sth } = await get(service, '/api/world-model/verify/log/sth')
  assert.ok(headHolds(sth, keyFile))
  assert.deepEqual(checkpointHolds(await get(service, '/log/checkpoint'), keyFile.log.vkey), {
    size: sth.payload.tree_size,
    root: sth.payload.root_sha256,
  })
  for (const [size, seen] of heads) {
    assert.ok(headHolds(seen, keyFile))
    if (size === 0) continue
    const query = `first=${size}&second=${sth.payload.tree_size}`
    const reply = await get(service, `/api/world-model/verify/log/consistency?${query}`)
    assert.ok(isConsistent(reply), `${size} before ${sth.payload.tree_size}`)
    assert.deepEqual([reply.first_root, reply.second_root], [seen.payload.root_sha256, sth.payload.root_sha256])
  }
}

/** A database of its own, dropped after the test. */
async function freshDatabase(t: TestContext): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`
  const url = new URL(postgresUrl!)
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: postgresUrl })
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
  await run(`create database ${name}`)
  t.after(() => run(`drop database ${name} with (force)`))
  url.pathname = `/${name}`
  return url.href
}
