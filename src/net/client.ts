import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { setTimeout as wait } from 'node:timers/promises'
import { deadline } from './deadline.ts'
import type { Answer } from './exchange.ts'
import { exchange, isRepeatable } from './exchange.ts'
import { Unreachable, unreachableFrom } from './unreachable.ts'
import { USER_AGENT } from './user-agent.ts'

export type { Answer } from './exchange.ts'
export { Unreachable, type UnreachableCode, type UnreachableReason } from './unreachable.ts'

export interface RequestOptions {
  method?: string
  headers?: Record<string, string>
  body?: Uint8Array | string
  /** Over the whole call, repeats included. */
  timeoutMs: number
  maxBytes: number
  signal?: AbortSignal
  /** How often a GET or HEAD is sent again after a broken connection or a 502, 503 or 504; none unless asked for. */
  retries?: number
}

const agents = { 'http:': new HttpAgent({ keepAlive: true }), 'https:': new HttpsAgent({ keepAlive: true }) }
const PASSING_TROUBLE = new Set([502, 503, 504])
const FIRST_WAIT_MS = 100

/** For addresses that the operator wrote: private ones and plain http are fine. Redirects come back as they are. */
export async function request(address: string, options: RequestOptions): Promise<Answer> {
  const url = parse(address)
  const method = options.method ?? 'GET'
  const headers = { 'user-agent': USER_AGENT, 'accept-encoding': 'identity', ...options.headers }
  const { body, maxBytes } = options
  const limit = deadline(options.timeoutMs, options.signal)
  const attempts = isRepeatable(method) ? 1 + (options.retries ?? 0) : 1
  try {
    for (let attempt = 1; ; attempt++) {
      const outcome = await exchange(url, {
        method,
        headers,
        body,
        maxBytes,
        signal: limit.signal,
        agent: agents[url.protocol as keyof typeof agents],
      }).catch((error: unknown) => unreachableFrom(error, url.host))
      if (attempt >= attempts || !mayPass(outcome)) {
        if (outcome instanceof Unreachable) throw outcome
        return outcome
      }
      await wait(FIRST_WAIT_MS * 2 ** (attempt - 1), undefined, { signal: limit.signal }).catch(() => {
        throw limit.signal.reason
      })
    }
  } finally {
    limit.clear()
  }
}

function parse(address: string): URL {
  const url = URL.parse(address)
  if (!url || !(url.protocol in agents))
    throw new Unreachable('bad_address', 'The address is not an http or https address.')
  return url
}

function mayPass(outcome: Answer | Unreachable): boolean {
  if (!(outcome instanceof Unreachable)) return PASSING_TROUBLE.has(outcome.status)
  return ['connection_refused', 'connection_failed', 'name_not_resolved'].includes(outcome.reason.code)
}
