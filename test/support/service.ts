import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { type Environment, readConfig } from '../../src/config.ts'
import { type Service, type ServiceOptions, startService } from '../../src/service.ts'

/** Where test/run.ts built them; a service under test builds none of its own. */
const modelsEnv = { MODELS_DIR: process.env.MODELS_DIR, XDG_CACHE_HOME: process.env.XDG_CACHE_HOME }

export interface Reply {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests read replies as a client without our types does
  body: any
}

export interface TestService extends Service {
  get(path: string, headers?: Record<string, string>): Promise<Reply>
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>
  request(method: string, path: string, init?: RequestInit): Promise<Reply>
  dataDir: string
  mint(options?: { owner?: string; scope?: 'public' | 'admin'; quotaBytes?: number }): Promise<string>
}

/** The real service on a free port and a folder of its own; every reply is held against its schema. */
export async function startTestService(env: Environment = {}, options: ServiceOptions = {}): Promise<TestService> {
  const dataDir = env.DATA_DIR ?? (await mkdtemp(join(tmpdir(), 'witnessmark-')))
  const config = {
    ...readConfig({ DATA_DIR: dataDir, MODELS_BUILD: 'off', ...modelsEnv, ...env }),
    port: Number(env.PORT ?? 0),
  }
  const service = await startService(config, { checkReplies: true, log: pino({ level: 'silent' }), ...options })

  async function request(method: string, path: string, init: RequestInit = {}): Promise<Reply> {
    const reply = await fetch(service.url + path, { method, ...init })
    const text = await reply.text()
    const isJson = text !== '' && (reply.headers.get('content-type')?.includes('json') ?? false)
    return { status: reply.status, headers: reply.headers, body: isJson ? JSON.parse(text) : text }
  }

  return {
    ...service,
    dataDir,
    request,
    get: (path, headers = {}) => request('GET', path, { headers }),
    post: (path, body, headers = {}) =>
      request('POST', path, {
        headers: { 'content-type': 'application/json', ...headers },
        body: body === undefined ? undefined : JSON.stringify(body),
      }),
    async mint({ owner = 'owner@example.com', scope = 'public', quotaBytes } = {}) {
      return (await service.context.accounts.mint({ owner, name: 'test', scope, quotaBytes })).key
    },
    async stop() {
      await service.stop()
      if (env.DATA_DIR === undefined) await rm(dataDir, { recursive: true, force: true })
    },
  }
}
