import { fork } from 'node:child_process'
import { once } from 'node:events'

export interface Measured {
  port: number
  /** CPU seconds of the child since it started, all threads. */
  cpu(): Promise<number>
  ask<Answer>(question: string): Promise<Answer>
  stop(): Promise<void>
}

/** A server in a process of its own, so that the load beside it is not counted as its work. */
export async function startChild(path: string, env: Record<string, string> = {}): Promise<Measured> {
  const child = fork(path, { env: { ...process.env, ...env }, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  async function ask<Answer>(question: string): Promise<Answer> {
    child.send(question)
    const [answer] = await once(child, 'message')
    return answer as Answer
  }
  return {
    port,
    ask,
    cpu: async () => (await ask<{ cpu: number }>('cpu')).cpu,
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

/** The child's side: says where it listens, then answers what it is asked. */
export function answerParent(port: number, more: Record<string, () => unknown> = {}): void {
  process.on('message', (question: string) => {
    const { user, system } = process.cpuUsage()
    process.send!(question === 'cpu' ? { cpu: (user + system) / 1e6 } : more[question]!())
  })
  process.once('SIGTERM', () => process.exit(0))
  process.send!({ port })
}
