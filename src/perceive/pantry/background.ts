import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { ModelName } from '../models.ts'
import type { OperatorModels } from '../operator/weights.ts'
import type { BuildStep } from './build.ts'
import { type Models, shelf } from './shelf.ts'

/** What is worth a line in the log. */
export type BuildNews =
  | Extract<BuildStep, { doing: 'fetching' | 'built' | 'failed' }>
  | { doing: 'broken'; reason: string }

export interface OpenModels {
  models: Models
  close(): Promise<void>
}

/** Nothing is lost by ending it hard: what is half built has no name yet. */
const END_WITHIN_MS = 1_500

/** What is missing is built beside the service; nothing here waits for it. */
export function openModels(
  { folder, build, operator }: { folder: string; build: boolean; operator: OperatorModels | null },
  tell: (news: BuildNews) => void,
): OpenModels {
  const pending = new Set<ModelName>()
  const models = shelf(folder, (name) => pending.has(name), operator)
  for (const [name, state] of Object.entries(models.states())) if (state !== 'ready') pending.add(name as ModelName)
  if (!build) pending.clear()
  if (pending.size === 0) return { models, close: async () => {} }

  const child = fork(join(import.meta.dirname, 'build-process.ts'), [folder], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  child.unref()
  child.channel?.unref()
  child.on('message', (step: BuildStep | BuildNews) => {
    if (step.doing === 'failed' || step.doing === 'built') pending.delete(step.model)
    if (step.doing !== 'waiting' && step.doing !== 'converting') tell(step)
  })
  child.on('error', (error) => tell({ doing: 'broken', reason: error.message }))
  child.on('exit', (code, signal) => {
    if (signal !== null && !child.killed) tell({ doing: 'broken', reason: `the build ended by ${signal}` })
    else if (code !== 0 && code !== 1 && code !== null)
      tell({ doing: 'broken', reason: `the build ended with ${code}` })
  })
  const ended = once(child, 'close').then(
    () => pending.clear(),
    () => pending.clear(),
  )
  return {
    models,
    async close() {
      child.kill('SIGTERM')
      const enough = setTimeout(() => child.kill('SIGKILL'), END_WITHIN_MS)
      await ended
      clearTimeout(enough)
    },
  }
}
