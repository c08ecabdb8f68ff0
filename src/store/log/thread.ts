import { parentPort, workerData } from 'node:worker_threads'
import { openCore } from './core.ts'
import type { EngineOptions } from './engine.ts'
import { type Answer, type Call, copyError, type Started } from './messages.ts'

/** node:sqlite blocks while it waits for the disk, so the log has this thread to itself. */
const port = parentPort!
const say = (message: Answer | Started) => port.postMessage(message)

try {
  const { options, now } = workerData as { options: EngineOptions; now: string }
  const core = await openCore(options, now)
  port.on('message', async ({ id, method, args }: Call) => {
    try {
      const result = await (core[method] as (...args: unknown[]) => Promise<unknown>).apply(core, args)
      say({ id, result })
    } catch (problem) {
      say({ id, problem: copyError(problem) })
    }
    if (method === 'close') port.close()
  })
  say({ started: true })
} catch (problem) {
  say({ started: false, problem: copyError(problem) })
}
