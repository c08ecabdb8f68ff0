import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { openLog } from '../src/store/log/log.ts'
import { startChild } from './support/child.ts'
import { httpRequest, load } from './support/load.ts'

const CALLERS = 64
const ROUNDS = 9
const SECONDS = 0.7

type Loop = (until: number) => Promise<number>
type Row = Record<string, string | number>

const { privateKey } = generateKeyPairSync('ed25519')
const pkcs8Pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
const signHead = { kid: 'bench-2026-01', pkcs8Pem }
const envelopeOf = (cid: Uint8Array) =>
  JSON.stringify({ cid: Buffer.from(cid).toString('hex'), filler: 'x'.repeat(1200) })

/** Durable appends a second through the log, beside a plain loop that signs and commits batches of the same size. */
export async function bench(): Promise<{ name: string; rows: Row[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'witnessmark-bench-'))
  const url = process.env.TEST_DATABASE_URL
  try {
    const rows: Row[] = [{ what: 'raw fdatasync of 4 KiB', per_s: await median(syncLoop(folder)), ratio: '' }]
    rows.push(
      ...(await beside('SQLite', sqliteLoop(folder), logLoop({ kind: 'sqlite', file: join(folder, 'log.db') }))),
    )
    rows.push({ what: 'over HTTP: request, receipt signed, logged, answered', per_s: await overHttp(), ratio: '' })
    if (url) {
      const schema = `bench_${randomBytes(6).toString('hex')}`
      const plain = await postgresLoop(url, `${schema}_plain`)
      rows.push(...(await beside('PostgreSQL', plain.loop, logLoop({ kind: 'postgres', url, schema }))))
      await plain.drop(schema)
    }
    return { name: `durable appends a second, ${CALLERS} callers`, rows }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A route that does nothing but issue a receipt, with as many connections as there are callers. */
async function overHttp(): Promise<number> {
  const server = await startChild(join(import.meta.dirname, 'support/our-server.ts'))
  const request = httpRequest('POST', '/bench/receipt', '{"value":1}')
  await load(server.port, request, CALLERS, 1)
  const { requests, seconds, statuses } = await load(server.port, request, CALLERS, 3)
  await server.stop()
  if (Object.keys(statuses).join() !== '200') throw new Error(`answers other than 200: ${JSON.stringify(statuses)}`)
  return Math.round(requests / seconds)
}

/** In turns, and compared turn by turn: a busy moment of the machine or of its disk falls on both. */
async function beside(name: string, plain: Loop, log: Loop & { close(): Promise<void> }): Promise<Row[]> {
  const rates = { plain: [] as number[], log: [] as number[] }
  for (let round = 0; round < ROUNDS; round += 1) {
    rates.plain.push(await rate(plain))
    rates.log.push(await rate(log))
  }
  await log.close()
  const ratio = middle(rates.log.map((reached, round) => reached / rates.plain[round]!))
  return [
    { what: `${name}, plain loop that signs and commits`, per_s: Math.round(middle(rates.plain)), ratio: 1 },
    { what: `${name}, through the log`, per_s: Math.round(middle(rates.log)), ratio: Number(ratio.toFixed(2)) },
  ]
}

function logLoop(database: Parameters<typeof openLog>[0]['database']): Loop & { close(): Promise<void> } {
  const opened = openLog({ database, logId: 'svc.log.bench.v1', origin: 'bench.test/v1', signHead })
  const loop: Loop = async (until) => {
    const log = await opened
    let appended = 0
    const caller = async () => {
      while (performance.now() < until) {
        const cid = randomBytes(32)
        await log.append(cid, envelopeOf(cid))
        appended += 1
      }
    }
    await Promise.all(Array.from({ length: CALLERS }, caller))
    return appended
  }
  return Object.assign(loop, { close: async () => (await opened).close() })
}

function signBoth(): string {
  const message = randomBytes(200)
  return sign(null, message, privateKey).toString('base64') + sign(null, message, privateKey).toString('base64')
}

function sqliteLoop(folder: string): Loop {
  const db = new DatabaseSync(join(folder, 'plain.db'))
  db.exec('pragma journal_mode = wal; pragma synchronous = full')
  db.exec('create table leaf (leaf_index integer primary key, cid blob not null unique)')
  db.exec('create table receipt (leaf_index integer primary key, envelope text not null)')
  db.exec('create table head (tree_size integer primary key, head text not null)')
  const leaf = db.prepare('insert into leaf (leaf_index, cid) values (?, ?)')
  const receipt = db.prepare('insert into receipt (leaf_index, envelope) values (?, ?)')
  const head = db.prepare('insert into head (tree_size, head) values (?, ?)')
  let size = 0
  return async (until) => {
    const start = size
    while (performance.now() < until) {
      db.exec('begin immediate')
      for (let at = 0; at < CALLERS; at += 1) {
        const cid = randomBytes(32)
        leaf.run(size, cid)
        receipt.run(size, envelopeOf(cid))
        size += 1
      }
      head.run(size, signBoth())
      db.exec('commit')
    }
    return size - start
  }
}

async function postgresLoop(url: string, schema: string): Promise<{ loop: Loop; drop(other: string): Promise<void> }> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(`create schema ${schema}; set search_path to ${schema}; set synchronous_commit to on`)
  await client.query('create table leaf (leaf_index bigint primary key, cid bytea not null unique)')
  await client.query('create table receipt (leaf_index bigint primary key, envelope text not null)')
  await client.query('create table head (tree_size bigint primary key, head text not null)')
  let size = 0
  const loop: Loop = async (until) => {
    const start = size
    while (performance.now() < until) {
      const places = Array.from({ length: CALLERS }, (_, at) => size + at)
      const cids = places.map(() => randomBytes(32))
      size += CALLERS
      await client.query('begin')
      await client.query('insert into leaf select * from unnest($1::bigint[], $2::bytea[])', [places, cids])
      await client.query('insert into receipt select * from unnest($1::bigint[], $2::text[])', [
        places,
        cids.map(envelopeOf),
      ])
      await client.query('insert into head values ($1, $2)', [size, signBoth()])
      await client.query('commit')
    }
    return size - start
  }
  const drop = async (other: string) => {
    await client.query(`drop schema ${schema} cascade; drop schema ${other} cascade`)
    await client.end()
  }
  return { loop, drop }
}

function syncLoop(folder: string): Loop {
  return async (until) => {
    const file = openSync(join(folder, 'raw'), 'w')
    const block = randomBytes(4096)
    let synced = 0
    for (; performance.now() < until; synced += 1) {
      writeSync(file, block)
      fdatasyncSync(file)
    }
    closeSync(file)
    return synced
  }
}

async function rate(loop: Loop): Promise<number> {
  const start = performance.now()
  const count = await loop(start + SECONDS * 1000)
  return (count * 1000) / (performance.now() - start)
}

async function median(loop: Loop): Promise<number> {
  const rates: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) rates.push(await rate(loop))
  return Math.round(middle(rates))
}

function middle(rates: number[]): number {
  return rates.toSorted((a, b) => a - b)[rates.length >> 1]!
}

if (import.meta.main) console.table((await bench()).rows)
