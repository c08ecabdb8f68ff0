import { threadId } from 'node:worker_threads'
import type { ModelName, ModelsAt } from '../../perceive/models.ts'
import { session } from '../../perceive/session.ts'

export interface WarmInput {
  models: ModelsAt
  names: ModelName[]
}

/** Loads the code of the commonest job and opens its models; answers in which thread. */
export default async function warm({ models, names }: WarmInput): Promise<number> {
  await import('./detect.ts')
  for (const name of names) await session(models, name)
  return threadId
}
