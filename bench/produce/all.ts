import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Row } from './rows.ts'

/** Measures all photographs of a seed, in workers; the rows come in the order of their index whatever the workers did. */
export async function measureAll(seed: number, count: number, workers = 2): Promise<Row[]> {
  const rows: Row[] = []
  await Promise.all(
    Array.from({ length: workers }, (_, from) => {
      const worker = new Worker(join(import.meta.dirname, 'worker.ts'), {
        workerData: { seed, count, from, every: workers },
      })
      return new Promise<void>((resolve, reject) => {
        worker.on('message', (row: Row) => {
          rows.push(row)
          if (process.stderr.isTTY) process.stderr.write(`\r${rows.length} of ${count}`)
        })
        worker.on('error', reject)
        worker.on('exit', () => resolve())
      })
    }),
  )
  return rows.sort((a, b) => a.index - b.index)
}
