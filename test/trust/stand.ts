import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { TestContext } from 'node:test'
import { z } from 'zod'
import type { Environment } from '../../src/config.ts'
import { defineRoute } from '../../src/operation/route.ts'
import type { ServiceOptions } from '../../src/service.ts'
import { needsShared, sharedData } from '../support/needs.ts'
import { type Reply, startTestService, type TestService } from '../support/service.ts'

/** A measuring route in small: it returns a number about some bytes, and a receipt that binds both. */
export const stating = defineRoute({
  method: 'POST',
  path: '/api/test/state',
  group: 'service',
  summary: 'States a value of some bytes.',
  auth: 'none',
  input: z.strictObject({ subject_sha256: z.string(), value: z.number() }),
  output: z.looseObject({ value: z.number() }),
  receipt: { schema: 'svc.test.v1', payload: (input) => ({ ...input, model: 'test@1+0badc0de' }) },
  handle: ({ value }) => ({ value, note: 'outside the payload, so signed by nobody' }),
})

export interface Stand extends TestService {
  /** Issues a receipt through the mechanism; answers the whole reply. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read replies as a client without our types does
  state(value?: number): Promise<any>
  upload(bytes: Uint8Array<ArrayBuffer> | string, key: string, type?: string): Promise<Reply>
}

export async function startStand(env: Environment = {}, options: ServiceOptions = {}): Promise<Stand> {
  const service = await startTestService(env, { extraRoutes: [stating], ...options })
  return {
    ...service,
    async state(value = 0.25) {
      const { status, body } = await service.post('/api/test/state', {
        subject_sha256: randomBytes(32).toString('hex'),
        value,
      })
      if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
      return body
    },
    upload: (bytes, key, type = 'application/octet-stream') =>
      service.request('POST', '/api/world-model/media', {
        headers: { authorization: `Bearer ${key}`, 'content-type': type },
        body: bytes,
      }),
  }
}

export function freshFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'witnessmark-trust-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A real outage: the log's own statements fail, until its tables are back under their names. */
export function breakLog({ dataDir }: TestService): () => void {
  const rename = (from: string, to: string) => {
    const db = new DatabaseSync(join(dataDir, 'log.db'))
    for (const table of ['log_leaf', 'log_receipt', 'log_head', 'log_state'])
      db.exec(`alter table ${from}${table} rename to ${to}${table}`)
    db.close()
  }
  rename('', 'lost_')
  return () => rename('lost_', '')
}

export const needsContract = needsShared('../contract/contract.json')

interface ContractRoute {
  method: string
  path: string
  names?: string[]
}

/** The names that must stand at the top of a route's 200 body. */
export function contractNames(method: string, path: string): string[] {
  const { routes } = JSON.parse(readFileSync(`${sharedData}../contract/contract.json`, 'utf8'))
  const found = (routes as ContractRoute[]).find((route) => route.method === method && route.path === path)
  if (found?.names === undefined) throw new Error(`the contract lists no names for ${method} ${path}`)
  return found.names
}

export const UNKNOWN_CID = 'f'.repeat(64)

/** What each of the six checks says, in their order. */
// biome-ignore lint/suspicious/noExplicitAny: what came over the wire has no type of ours
export function results(verdict: any): (boolean | null)[] {
  return verdict.checks.map(({ result }: { result: boolean | null }) => result)
}

export const SIX = ['payload_hash', 'signer_key', 'signature', 'envelope_schema', 'schema', 'logged']
