import { setPriority } from 'node:os'
import { MODEL_NAMES } from '../models.ts'
import { buildModels } from './build.ts'

/** A process of its own beside the service, so that converting never holds a request; ends with the service. */
const ending = new AbortController()
for (const event of ['disconnect', 'SIGTERM', 'SIGINT'] as const) process.once(event, () => ending.abort())
setPriority(10)

const [folder] = process.argv.slice(2)
try {
  await buildModels(folder!, MODEL_NAMES, { signal: ending.signal, step: (step) => process.send?.(step) })
} catch (problem) {
  if (!ending.signal.aborted) process.send?.({ doing: 'broken', reason: (problem as Error).message })
  process.exitCode = 1
}
process.disconnect?.()
