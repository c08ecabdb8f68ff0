import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import type { ImageInput } from '../imaging/input.ts'
import { Refusal } from '../kernel/refusal.ts'
import type { Answer } from '../operation/answer.ts'
import { authorise } from '../operation/authorise.ts'
import { type Invocation, invoke } from '../operation/invoke.ts'
import { type AnyRoute, bodyOf, type Call } from '../operation/route.ts'
import { exampleFix } from '../operation/validate.ts'
import { bodyLimit, bodyType, parseJsonBody, readBody, tooLarge } from './body.ts'
import { cacheControl, etagOf, matches } from './caching.ts'
import { KEYLESS_CORS } from './cors.ts'
import { gatherInput } from './input.ts'
import { takeFromLimit } from './limits.ts'

/** One request through one route. The order of the lines is the order of refusals: 401, 403, 402, 429, 413, 415, 400. */
export function serve(route: AnyRoute, context: Context) {
  const limit = bodyLimit(route)
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    if (route.auth === 'none') reply.headers(KEYLESS_CORS)
    const key = await authorise(route, authorizationHeaders(request), context)
    if (route.limit !== undefined) reply.headers(takeFromLimit(route.limit, request.ip, context))
    if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(limit)
    const call = new HttpCall(context, request, reply, key)
    const invocation = await readInvocation(route, request, limit, call)
    return send(route, await invoke(route, invocation, call), request, reply)
  }
}

/** What the route is told of the caller; the signal is only made for those who look at it. */
class HttpCall implements Call {
  readonly context: Context
  readonly key: Call['key']
  readonly #request: FastifyRequest
  readonly #reply: FastifyReply
  #signal: AbortSignal | undefined
  image!: ImageInput
  upload!: Call['upload']

  constructor(context: Context, request: FastifyRequest, reply: FastifyReply, key: Call['key']) {
    this.context = context
    this.#request = request
    this.#reply = reply
    this.key = key
  }

  get requestId(): string {
    return this.#request.id
  }

  get address(): string {
    return this.#request.ip
  }

  get headers(): Call['headers'] {
    return this.#request.headers
  }

  get signal(): AbortSignal {
    if (this.#signal === undefined) {
      const gone = new AbortController()
      const { raw } = this.#reply
      if (raw.destroyed) gone.abort()
      raw.once('close', () => {
        if (!raw.writableFinished) gone.abort()
      })
      this.#signal = gone.signal
    }
    return this.#signal
  }
}

async function readInvocation(
  route: AnyRoute,
  request: FastifyRequest,
  limit: number,
  call: HttpCall,
): Promise<Invocation> {
  const params = request.params as Record<string, string>
  const query = request.query as Record<string, string>
  const kind = bodyOf(route)
  if (kind === 'none') return { input: gatherInput(route, params, query, {}) }

  const stream = request.body as Readable | undefined
  if (kind === 'bytes') {
    const declared = request.headers['content-length']
    call.upload = {
      stream: stream ?? (await emptyStream()),
      mediaType: givenType(request) ?? 'application/octet-stream',
      bytes: declared === undefined ? null : Number(declared),
    }
    return { input: gatherInput(route, params, query, {}) }
  }

  const body = stream === undefined ? Buffer.alloc(0) : await readBody(stream, limit)
  refuseEncoded(request)
  if (body.length === 0) throw new Refusal('empty_body', 'the body is empty', { fix: exampleFix(route) })
  if (bodyType(route, givenType(request)) === 'picture')
    return { input: gatherInput(route, params, query, {}), picture: { bytes: body, mediaType: givenType(request)! } }
  return { input: gatherInput(route, params, query, parseJsonBody(route, body)) }
}

async function emptyStream(): Promise<Readable> {
  const { Readable } = await import('node:stream')
  return Readable.from([])
}

/** A small body can unpack to any size; callers here have nothing that compresses well enough to take that on. */
function refuseEncoded(request: FastifyRequest): void {
  const encoding = request.headers['content-encoding']
  if (encoding === undefined || encoding === 'identity') return
  throw new Refusal(
    'unsupported_media_type',
    `a body with Content-Encoding ${JSON.stringify(encoding)} is not read here`,
    {
      fix: { do: 'Send the body uncompressed, without a Content-Encoding header.' },
    },
  )
}

/** Kept aside before fastify judges it: an odd content type must not be answered ahead of an empty body. */
const GIVEN_TYPE = Symbol('content type as given')
type Noted = { [GIVEN_TYPE]?: string }

export function keepContentType(request: FastifyRequest): void {
  const { headers } = request.raw
  ;(request as Noted)[GIVEN_TYPE] = headers['content-type']
  delete headers['content-type']
}

function givenType(request: FastifyRequest): string | undefined {
  return (request as Noted)[GIVEN_TYPE]
}

/** Node joins or drops repeated headers; two Authorization headers are a question nobody should answer for the caller. */
function authorizationHeaders(request: FastifyRequest): string[] {
  if (request.headers.authorization === undefined) return []
  const raw = request.raw.rawHeaders
  return raw.filter((_, index) => index % 2 === 1 && raw[index - 1]!.toLowerCase() === 'authorization')
}

function send(route: AnyRoute, answer: Answer, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const isBytes = 'content-type' in answer.headers
  const body = isBytes ? answer.body : JSON.stringify(answer.body)
  reply.code(answer.status)
  if (!isBytes) reply.header('content-type', 'application/json; charset=utf-8')
  reply.header('cache-control', answer.status === 200 ? cacheControl(route.cache) : 'no-store')
  if (answer.status === 200 && route.cache !== undefined && (typeof body === 'string' || body instanceof Uint8Array)) {
    const etag = etagOf(body)
    reply.header('etag', etag)
    if (matches(request.headers['if-none-match'], etag)) return reply.code(304).removeHeader('content-type').send()
  }
  reply.headers(answer.headers)
  return reply.send(body)
}
