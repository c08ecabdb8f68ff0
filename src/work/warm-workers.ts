import { DETECTORS } from '../perceive/detect/modes.ts'
import type { Models } from '../perceive/pantry/shelf.ts'
import type { WarmInput } from './jobs/warm.ts'
import type { Pool } from './pool.ts'

/**
 * One job for each worker, so that the first who asks what a picture shows does not wait for models to be opened. What
 * cannot be opened is told to whoever needs it. Answers how many workers are warm.
 */
export async function warmWorkers(pool: Pool, models: Models): Promise<number> {
  const states = models.states()
  if (DETECTORS.some((name) => states[name] !== 'ready')) return 0
  const input: WarmInput = { models: { folder: models.folder }, names: DETECTORS }
  const jobs = Array.from({ length: pool.stats().workers }, () => pool.run<number>('warm', input))
  const warm = (await Promise.allSettled(jobs)).flatMap((job) => (job.status === 'fulfilled' ? [job.value] : []))
  return new Set(warm).size
}
