import type { Socket } from 'node:net'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, LogController } from 'fastify'
import type { Logger } from 'pino'
import type { Context } from '../context.ts'
import { Refusal } from '../kernel/refusal.ts'
import type { AnyRoute } from '../operation/route.ts'
import { acceptsGzip, compress, isCompressible } from './compress.ts'
import { KEYLESS_CORS, preflight } from './cors.ts'
import type { Metrics } from './metrics.ts'
import { Paths } from './paths.ts'
import { asRefusal, refusalBody, refusalHeaders } from './refusals.ts'
import { keepContentType, serve } from './serve.ts'

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
  const server = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => context.newId('req'),
    trustProxy: context.config.trustProxy.length > 0 ? context.config.trustProxy : false,
    bodyLimit: Number.MAX_SAFE_INTEGER,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    requestTimeout: 120_000,
    routerOptions: { maxParamLength: 2048 },
    clientErrorHandler: (error, socket) => answerUnparsable(error, socket as Socket, context.newId('req')),
    frameworkErrors: (error, request, reply) => {
      answerRefusal(asRefusal(error), request.id, reply as FastifyReply)
    },
  })
  server.server.headersTimeout = 20_000
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', (_request, payload, done) => done(null, payload))

  server.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    keepContentType(request)
    if (!isStopping()) return done()
    reply.header('connection', 'close')
    done(
      new Refusal('stopping', 'this instance is stopping', {
        retryAfterS: 1,
        fix: { do: 'Send it again in a moment.' },
      }),
    )
  })
  server.addHook('onSend', async (request, reply, body: unknown) => {
    if (!isCompressible(reply.getHeader('content-type') as string | undefined, body)) return body
    reply.header('vary', 'accept-encoding')
    if (!acceptsGzip(request.headers['accept-encoding'])) return body
    const packed = await compress(body)
    reply.header('content-encoding', 'gzip').header('content-length', packed.length)
    return packed
  })
  server.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unmatched'
    metrics.observe(request.method, route, reply.statusCode, reply.elapsedTime / 1000)
    log.info(
      {
        req_id: request.id,
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    )
    done()
  })
  server.setErrorHandler((error, request, reply) => {
    const refusal = asRefusal(error)
    if (refusal.status >= 500)
      log.error({ req_id: request.id, code: refusal.code, err: refusal.cause ?? error }, refusal.reason)
    return answerRefusal(refusal, request.id, reply)
  })
  server.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0]!
    const served = paths.find(path)
    if (request.method === 'OPTIONS' && served !== undefined)
      return reply.code(204).headers(preflight(served.methods, served.keyless)).send()
    if (served?.keyless !== false) reply.headers(KEYLESS_CORS)
    return answerRefusal(paths.refuse(request.method, path), request.id, reply)
  })
  for (const route of routes)
    server.route({
      method: route.method,
      url: route.path.replace(/\{[^}]+\*\}/g, '*').replace(/\{([^}]+)\}/g, ':$1'),
      handler: serve(route, context),
    })
  return server
}

function answerRefusal(refusal: Refusal, requestId: string, reply: FastifyReply): FastifyReply {
  return reply
    .code(refusal.status)
    .headers({ 'x-request-id': requestId, ...refusalHeaders(refusal) })
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(refusalBody(refusal, requestId)))
}

/** Bytes that are no HTTP never reach a route; they too get the one error body and a request id. */
function answerUnparsable(error: NodeJS.ErrnoException, socket: Socket, requestId: string): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const slow = error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
  const status = slow
    ? '408 Request Timeout'
    : error.code === 'HPE_HEADER_OVERFLOW'
      ? '431 Request Header Fields Too Large'
      : '400 Bad Request'
  const reason = slow ? 'the request did not arrive in time' : 'this is no HTTP request that can be read'
  const body = JSON.stringify(refusalBody(new Refusal('bad_request', reason), requestId))
  socket.end(
    `HTTP/1.1 ${status}\r\nConnection: close\r\nX-Request-Id: ${requestId}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}
