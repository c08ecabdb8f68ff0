import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { accessLog, type Logged } from './access-log.ts'
import type { Metrics, Observe } from './metrics.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The route that took it; fastify's own account of it is made anew at every look. */
    servedBy: ServedBy | null
    startedAt: number
    isTallied: boolean
  }
}

export interface ServedBy {
  observe: Observe
  logged: Logged
}

/** Told of every reply, once it is written or before it is begun: counts it and logs it when all of it has left. */
export type Tally = (request: FastifyRequest, reply: FastifyReply) => void

export function createTally(
  log: Logger,
  metrics: Metrics,
  ended: () => void,
): { tally: Tally; servedBy: (url: string) => ServedBy } {
  const loggedOf = accessLog(log)
  const servedBy = (url: string): ServedBy => ({ observe: metrics.counterOf(url), logged: loggedOf(url) })
  const unmatched = servedBy('unmatched')
  const count = (request: FastifyRequest, status: number) => {
    const { id, method, startedAt } = request
    const { observe, logged } = request.servedBy ?? unmatched
    const ms = performance.now() - startedAt
    observe(method, status, ms / 1000)
    logged(id, method, status, Math.round(ms))
    ended()
  }
  const tally: Tally = (request, { raw }) => {
    // A reply that fails while it is written is taken over by the refusal that says so.
    if (request.isTallied) return
    request.isTallied = true
    // Small replies have left by the time `end` returns; to wait for their event costs more than to count them.
    if (raw.writableEnded && raw.writableLength === 0 && raw.socket?.destroyed === false)
      return count(request, raw.statusCode)
    const atEnd = () => {
      raw.removeListener('finish', atEnd)
      raw.removeListener('error', atEnd)
      count(request, raw.statusCode)
    }
    raw.on('finish', atEnd)
    raw.on('error', atEnd)
  }
  return { tally, servedBy }
}
