import { execFileSync } from 'node:child_process'
import { createHash, generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { openCore } from '../src/store/log/core.ts'
import type { EngineOptions } from '../src/store/log/engine.ts'
import { openLog } from '../src/store/log/log.ts'

const FEW = 10_000
const BATCH = 8192
const PROOFS = 20_000
const MEGABYTE = 2 ** 20

type Row = Record<string, string | number>
interface Measured {
  p50_us: number
  p99_us: number
  max_rss_mb: number
}

/** Inclusion proofs by content id, through the log's thread, from a short log and from a long one. */
export async function bench(leaves = 200_000): Promise<{ name: string; rows: Row[] }> {
  const rows: Row[] = []
  for (const size of [FEW, leaves]) rows.push(await measureSize(size))
  const [few, many] = rows as [Row & Measured, Row & Measured]
  rows.push({
    leaves: 'many against few',
    p50_us: Number((many.p50_us / few.p50_us).toFixed(2)),
    p99_us: Number((many.p99_us / few.p99_us).toFixed(2)),
    max_rss_mb: many.max_rss_mb - few.max_rss_mb,
  })
  return { name: 'inclusion proof by content id', rows }
}

async function measureSize(leaves: number): Promise<Row & Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'witnessmark-bench-'))
  try {
    const pkcs8Pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
    const file = join(folder, 'log.db')
    const signHead = { kid: 'bench-2026-01', pkcs8Pem }
    const options = {
      database: { kind: 'sqlite' as const, file },
      logId: 'svc.log.bench.v1',
      origin: 'bench.test/v1',
      signHead,
    }
    const start = performance.now()
    await build(options, leaves)
    const built = {
      build_s: Math.round((performance.now() - start) / 1000),
      file_mb: Math.round(statSync(file).size / MEGABYTE),
    }
    // A process of its own, so that its memory is that of reading alone.
    const self = fileURLToPath(import.meta.url)
    const measured = execFileSync(process.execPath, [self, '--measure', JSON.stringify({ options, leaves })], {
      encoding: 'utf8',
    })
    return { leaves, ...(JSON.parse(measured) as Measured), ...built }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Ids rise with their leaf so that the index is built in order and the build takes minutes; they are read at random. */
function cidOf(leaf: number): Uint8Array {
  const cid = createHash('sha256').update(String(leaf)).digest()
  cid.writeBigUInt64BE(BigInt(leaf))
  return cid
}

async function build(options: EngineOptions, leaves: number): Promise<void> {
  const now = () => new Date().toISOString()
  const core = await openCore(options, now())
  for (let leaf = 0; leaf < leaves; leaf += BATCH) {
    const width = Math.min(BATCH, leaves - leaf)
    await core.appendBatch(
      Array.from({ length: width }, (_, at) => ({ cid: cidOf(leaf + at), envelope: null })),
      now(),
    )
  }
  await core.close()
}

async function measure({ options, leaves }: { options: EngineOptions; leaves: number }): Promise<Measured> {
  const log = await openLog(options)
  const times: number[] = []
  for (let read = 0; read < PROOFS + 1000; read += 1) {
    const leaf = Math.floor(Math.random() * leaves)
    const start = performance.now()
    const proof = await log.proofByCid(cidOf(leaf))
    times.push((performance.now() - start) * 1000)
    if (proof?.leaf_index !== leaf || proof.tree_size !== leaves) throw new Error(`no proof for leaf ${leaf}`)
  }
  await log.close()
  const sorted = times.slice(1000).sort((a, b) => a - b)
  return {
    p50_us: Math.round(sorted[PROOFS * 0.5]!),
    p99_us: Math.round(sorted[PROOFS * 0.99]!),
    max_rss_mb: Math.round(process.resourceUsage().maxRSS / 1024),
  }
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { leaves: { type: 'string', default: '10000000' }, measure: { type: 'string' } },
  })
  if (values.measure) console.log(JSON.stringify(await measure(JSON.parse(values.measure))))
  else console.table((await bench(Number(values.leaves))).rows)
}
