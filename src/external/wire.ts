import { parseStrict } from '../evidence/strict-json.ts'
import type { Clock } from '../kernel/clock.ts'
import { Breaker } from '../net/breaker.ts'
import { type Answer, request, Unreachable, type UnreachableCode } from '../net/client.ts'

/** `silent` is everything from which nothing was learnt: no address, no answer, a wrong status, or garbage. */
export type Reply<Body> =
  | { state: 'answered'; status: 200 | 404 | 409; body: Body; mediaType: string }
  | { state: 'silent'; reason: string }

export interface Wire {
  bytes(path: string, accept: string): Promise<Reply<Uint8Array>>
  json(path: string, body?: unknown): Promise<Reply<unknown>>
  close(): void
}

const TIMEOUT_MS = 3000
const MAX_BYTES = 1024 * 1024
const REPLY_RULES = { maxDepth: 64, forSigning: false }

/** Said without the operator's name or address: in our replies it is `ext`. */
const WHY: Record<UnreachableCode, string> = {
  bad_address: 'the address of the external operator is malformed',
  name_not_resolved: 'the name of the external operator could not be resolved',
  connection_refused: 'the external operator refused the connection',
  connection_failed: 'the connection to the external operator failed',
  tls_failed: 'no trusted connection to the external operator could be made',
  malformed_answer: 'the external operator answered with something that is not HTTP',
  timed_out: 'the external operator did not answer in time',
  too_large: 'the external operator sent more than is read',
  cancelled: 'the call to the external operator was given up',
}

export function connect(baseUrl: string | null, clock: Clock, timeoutMs: number = TIMEOUT_MS): Wire {
  const breaker = new Breaker(clock)
  const stop = new AbortController()

  async function send(path: string, accept: string, body: unknown): Promise<Reply<Uint8Array>> {
    if (baseUrl === null) return silent('no external operator is configured')
    if (!breaker.admits()) return silent('the external operator did not answer lately and is not asked again yet')
    let answer: Answer
    try {
      answer = await request(baseUrl + path, {
        ...(body === undefined
          ? { headers: { accept } }
          : {
              method: 'POST',
              headers: { accept, 'content-type': 'application/json' },
              body: JSON.stringify(body),
            }),
        timeoutMs,
        maxBytes: MAX_BYTES,
        signal: stop.signal,
      })
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error
      if (error.reason.code === 'cancelled') breaker.abandoned()
      else breaker.failed()
      return silent(WHY[error.reason.code])
    }
    const { status, headers } = answer
    if (status >= 500 || status === 429) breaker.failed()
    else breaker.answered()
    if (status !== 200 && status !== 404 && status !== 409) {
      return silent(`the external operator answered with status ${status}`)
    }
    const mediaType = (headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase()
    return { state: 'answered', status, body: answer.body, mediaType }
  }

  return {
    bytes: (path, accept) => send(path, accept, undefined),
    async json(path, body) {
      const reply = await send(path, 'application/json', body)
      if (reply.state === 'silent' || reply.status !== 200) return reply
      const { value, problem } = parseStrict(reply.body, REPLY_RULES)
      if (problem) return silent('the external operator answered with something that is not JSON')
      return { ...reply, body: value }
    },
    close: () => stop.abort(),
  }
}

function silent(reason: string): { state: 'silent'; reason: string } {
  return { state: 'silent', reason }
}
