import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { createPool } from '../src/work/pool.ts'

const BYTES = 8_000_000
const ROUNDS = 50

/** What a round trip through the pool costs beside calling the same function here, with 8 MB that change hands. */
export async function bench(): Promise<{ name: string; rows: Array<Record<string, string | number>> }> {
  const pool = createPool({
    workers: 1,
    queueLimit: 1,
    perAddressFairness: true,
    jobsDir: join(import.meta.dirname, 'jobs'),
  })
  const { default: sum } = await import('./jobs/sum.ts')
  try {
    const rows = [
      await measure('called here', (bytes) => sum({ bytes })),
      await measure('through the pool, transferred', (bytes) => pool.run('sum', { bytes }, { transferList: [bytes] })),
      await measure('through the pool, copied there', (bytes) => pool.run('sum', { bytes })),
    ]
    return { name: 'A pool round trip with 8 MB', rows }
  } finally {
    await pool.close(1_000)
  }
}

async function measure(how: string, call: (bytes: Uint8Array) => Promise<unknown>) {
  const pictures = Array.from({ length: ROUNDS + 5 }, () => new Uint8Array(BYTES).fill(randomBytes(1)[0]!))
  for (const picture of pictures.splice(0, 5)) await call(picture)
  const took: number[] = []
  const cpu = process.cpuUsage()
  for (const picture of pictures) {
    const began = performance.now()
    await call(picture)
    took.push(performance.now() - began)
  }
  const { user, system } = process.cpuUsage(cpu)
  took.sort((a, b) => a - b)
  const ms = (value: number) => Number(value.toFixed(2))
  return {
    how,
    'median ms': ms(took[ROUNDS >> 1]!),
    'p95 ms': ms(took[Math.floor(ROUNDS * 0.95)]!),
    'cpu ms': ms((user + system) / 1000 / ROUNDS),
  }
}
