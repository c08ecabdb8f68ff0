import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Environment } from '../../src/config.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

export interface Ended {
  code: number | null
  out: string
  err: string
}

/** The command line as an operator runs it, in a process of its own. */
export async function cli(env: Environment, ...words: string[]): Promise<Ended> {
  return ended(launch('src/cli.ts', env, words))
}

/** The service as an operator starts it; `url` answers once it is ready. */
export async function serviceProcess(env: Environment) {
  const port = await freePort()
  const child = launch('src/main.ts', { LOG_LEVEL: 'warn', PORT: String(port), ...env }, [])
  const end = ended(child)
  const url = `http://127.0.0.1:${port}`
  const ready = async () => {
    for (;;) {
      if (child.exitCode !== null) throw new Error(`the service ended: ${(await end).err}`)
      const reply = await fetch(`${url}/api/ready`).catch(() => undefined)
      if (reply?.ok) return
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  return { url, child, end, ready }
}

function launch(file: string, env: Environment, words: string[]) {
  const child = spawn(process.execPath, [file, ...words], {
    cwd: root,
    env: { PATH: process.env.PATH, MODELS_BUILD: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return child
}

async function ended(child: ReturnType<typeof launch>): Promise<Ended> {
  const [out, err] = [text(child.stdout), text(child.stderr)]
  const [code] = await once(child, 'exit')
  return { code: code as number | null, out: await out, err: await err }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
