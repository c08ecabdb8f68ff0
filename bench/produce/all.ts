import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Row } from './rows.ts'

/**
 * Measures all photographs of a seed, in workers; the rows come in the order of their index whatever the workers did.
 * With a file to keep them in, a run that was broken off goes on where it was.
 */
export async function measureAll(seed: number, count: number, workers = 2, keptIn?: string): Promise<Row[]> {
  const rows = keptIn && existsSync(keptIn) ? readFileSync(keptIn, 'utf8').trimEnd().split('\n').map(parsed) : []
  const known = new Set(rows.map(({ index }) => index))
  const missing = Array.from({ length: count }, (_, index) => index).filter((index) => !known.has(index))
  await Promise.all(
    Array.from({ length: workers }, (_, from) => {
      const worker = new Worker(join(import.meta.dirname, 'worker.ts'), {
        workerData: { seed, indices: missing.filter((_, nth) => nth % workers === from) },
      })
      return new Promise<void>((resolve, reject) => {
        worker.on('message', (row: Row) => {
          rows.push(row)
          if (keptIn) appendFileSync(keptIn, `${JSON.stringify(row)}\n`)
          if (process.stderr.isTTY) process.stderr.write(`\r${rows.length} of ${count}`)
        })
        worker.on('error', reject)
        worker.on('exit', () => resolve())
      })
    }),
  )
  return rows.sort((a, b) => a.index - b.index)
}

const parsed = (line: string) => JSON.parse(line) as Row
