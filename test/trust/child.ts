import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const source = (name: string) => fileURLToPath(new URL(`../../src/${name}`, import.meta.url))

export interface RealService {
  url: string
  process: ChildProcess
  /** SIGKILL, and the process is gone when it resolves. */
  kill(): Promise<void>
}

/** The service as an operator starts it, in a process of its own. */
export async function spawnService(env: Record<string, string>): Promise<RealService> {
  const child = spawn(process.execPath, [source('main.ts')], {
    env: { PATH: process.env.PATH, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  for await (const line of createInterface({ input: child.stdout! })) {
    const { msg, url } = JSON.parse(line)
    if (msg !== 'ready') continue
    child.stdout!.resume()
    const kill = async () => {
      child.kill('SIGKILL')
      await ended
    }
    return { url, process: child, kill }
  }
  throw new Error(`the service ended before it was ready: ${await ended}`)
}

export interface Ran {
  code: number
  out: string
  err: string
}

/** The command line as a user runs it; `cwd` is where it looks for files. */
export async function runCli(
  words: string[],
  { cwd, stdin, env = {} }: { cwd: string; stdin?: string | Uint8Array; env?: Record<string, string> },
): Promise<Ran> {
  const child = spawn(process.execPath, [source('cli.ts'), ...words], { cwd, env: { PATH: process.env.PATH, ...env } })
  let [out, err] = ['', '']
  child.stdout.on('data', (text) => {
    out += text
  })
  child.stderr.on('data', (text) => {
    err += text
  })
  child.stdin.on('error', () => {})
  child.stdin.end(stdin ?? '')
  const [code] = await once(child, 'close')
  return { code, out, err }
}
