import type { Socket } from 'node:net'
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import type { Logger } from 'pino'
import type { Context } from '../context.ts'
import type { NewId } from '../kernel/ids.ts'
import { Refusal } from '../kernel/refusal.ts'
import type { AnyRoute } from '../operation/route.ts'
import { KEYLESS_CORS, preflight } from './cors.ts'
import type { Metrics } from './metrics.ts'
import { Paths } from './paths.ts'
import { asRefusal, refusalBody, refusalHeaders } from './refusals.ts'
import { serve } from './serve.ts'
import { createTally } from './tally.ts'
import { refuseUnlawful, Unroutable } from './unroutable.ts'

export interface ServerParts {
  routes: AnyRoute[]
  context: Context
  metrics: Metrics
  log: Logger
  /** While true, every new request is turned away: the process is about to end. */
  isStopping: () => boolean
}

export function createServer({ routes, context, metrics, log, isStopping }: ServerParts): FastifyInstance {
  const paths = new Paths(routes)
  const { baseUrl } = context.config
  const unroutable = new Unroutable(() => context.newId('req'), baseUrl)
  const server = Fastify({
    // Requests are logged here, with nothing of their bodies; fastify would make a logger for each of them.
    logger: false,
    genReqId: requestIds(context.newId),
    trustProxy: context.config.trustProxy.length > 0 ? context.config.trustProxy : false,
    bodyLimit: Number.MAX_SAFE_INTEGER,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    requestTimeout: 120_000,
    routerOptions: { maxParamLength: 2048 },
    http: { requireHostHeader: false },
    clientErrorHandler: (error, socket) => unroutable.clientError(error, socket as Socket),
    frameworkErrors: (error, request, reply) => {
      answerRefusal(asRefusal(error), request.id, reply as FastifyReply, baseUrl)
    },
  })
  server.server.headersTimeout = 20_000
  unroutable.listen(server.server)

  const { tally, servedBy } = createTally(log, metrics, () => {
    // A connection that falls idle now would hold the stop up: nothing new may come over it.
    if (isStopping()) setImmediate(() => server.server.closeIdleConnections())
  })
  server.decorateRequest('servedBy', null)
  server.decorateRequest('startedAt', 0)
  server.decorateRequest('isTallied', false)
  server.addHook('onRequest', (request, reply, done) => {
    request.startedAt = performance.now()
    if (!isStopping()) return done(refuseUnlawful(request.raw))
    reply.header('connection', 'close')
    done(
      new Refusal('stopping', 'this instance is stopping', {
        retryAfterS: 1,
        fix: { do: 'Send it again in a moment.' },
      }),
    )
  })
  server.setErrorHandler((error, request, reply) => {
    const refusal = asRefusal(error)
    // A model that is missing was reported once, by its build; a caller who left has been counted by the pool.
    const isNoNews = refusal.code.startsWith('model_') || (error instanceof DOMException && reply.raw.destroyed)
    if (refusal.status >= 500 && !isNoNews)
      log.error({ req_id: request.id, code: refusal.code, err: refusal.cause ?? error }, refusal.reason)
    tally(request, reply)
    return answerRefusal(refusal, request.id, reply, baseUrl)
  })
  server.setNotFoundHandler((request, reply) => {
    tally(request, reply)
    const path = request.url.split('?')[0]!
    const served = paths.find(path)
    if (request.method === 'OPTIONS' && served !== undefined)
      return reply
        .code(204)
        .headers({ 'x-request-id': request.id, ...preflight(served.methods, served.keyless) })
        .send()
    if (served?.keyless !== false) reply.headers(KEYLESS_CORS)
    return answerRefusal(paths.refuse(request.method, path), request.id, reply, baseUrl)
  })
  for (const route of routes) {
    const url = route.path.replace(/\{[^}]+\*\}/g, '*').replace(/\{([^}]+)\}/g, ':$1')
    const here = servedBy(url)
    const served = serve(route, context, tally)
    server.route({
      method: route.method,
      url,
      // Before fastify parses anything: the order of refusals is ours, and so is the reading of bodies.
      onRequest: (request, reply, done) => {
        request.servedBy = here
        served(request, reply, done)
      },
      handler: unreached,
    })
  }
  return server
}

function unreached(): never {
  throw new Error('every route answers before its handler')
}

/** Random once, then counted: unique, and cheaper than fresh randomness for every request. */
function requestIds(newId: NewId): () => string {
  const start = newId('req')
  let count = 0
  return () => `${start}${(count++).toString(36)}`
}

function answerRefusal(refusal: Refusal, requestId: string, reply: FastifyReply, baseUrl: string): FastifyReply {
  return reply
    .code(refusal.status)
    .headers({ 'x-request-id': requestId, ...refusalHeaders(refusal) })
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(refusalBody(refusal, requestId, baseUrl)))
}
