import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import type { ImageInput } from '../imaging/input.ts'
import { jsonParts, lengthOf, written } from '../kernel/in-base64.ts'
import { Refusal } from '../kernel/refusal.ts'
import { turn } from '../kernel/turns.ts'
import type { Answer } from '../operation/answer.ts'
import { authorise } from '../operation/authorise.ts'
import { type Invocation, invoke } from '../operation/invoke.ts'
import { type AnyRoute, bodyOf, type Call } from '../operation/route.ts'
import { exampleFix } from '../operation/validate.ts'
import { bodyLimit, bodyType, parseJsonBody, readBody, tooLarge } from './body.ts'
import { cacheControl, etagOf, matches } from './caching.ts'
import { acceptsGzip, compress, isCompressible } from './compress.ts'
import { KEYLESS_CORS } from './cors.ts'
import { gatherInput } from './input.ts'
import { takeFromLimit } from './limits.ts'

/** From here on, parsing takes milliseconds. */
const LARGE = 64 * 1024

/** One request through one route. The order of the lines is the order of refusals: 401, 403, 402, 429, 413, 415, 400. */
export function serve(route: AnyRoute, context: Context) {
  const limit = bodyLimit(route)
  const remembered = new Remembered()
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const headers: Headers = { 'x-request-id': request.id }
    // What a cache may keep must carry them always; a reply for this caller alone only if a page asked.
    const isShared = route.cache !== undefined || request.headers.origin !== undefined
    if (route.auth === 'none' && isShared) Object.assign(headers, KEYLESS_CORS)
    try {
      const key = route.auth === 'none' ? null : await authorise(route, authorizationHeaders(request), context)
      if (route.limit !== undefined) Object.assign(headers, takeFromLimit(route.limit, request.ip, context))
      if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(limit)
      const call = new HttpCall(context, request, reply, key)
      const invocation = await readInvocation(route, request, limit, call)
      return await send(route, await invoke(route, invocation, call), headers, request, reply, remembered)
    } catch (refused) {
      reply.headers(headers)
      throw refused
    }
  }
}

type Headers = Record<string, string | number>

/** What the route is told of the caller; the signal is only made for those who look at it. */
class HttpCall implements Call {
  readonly context: Context
  readonly key: Call['key']
  readonly #request: FastifyRequest
  readonly #reply: FastifyReply
  #signal: AbortSignal | undefined
  image!: ImageInput
  upload!: Call['upload']
  keeps?: Call['keeps']

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

  const stream = request.raw
  if (kind === 'bytes') {
    const declared = request.headers['content-length']
    call.upload = {
      stream,
      mediaType: request.headers['content-type'] ?? 'application/octet-stream',
      bytes: declared === undefined ? null : Number(declared),
    }
    return { input: gatherInput(route, params, query, {}) }
  }

  const declared = Number(request.headers['content-length'] ?? 0)
  const body = await readBody(stream, limit, declared > LARGE ? declared : null)
  if (body.length > LARGE) await turn()
  refuseEncoded(request)
  if (body.length === 0) throw new Refusal('empty_body', 'the body is empty', { fix: exampleFix(route) })
  if (bodyType(route, request.headers['content-type']) === 'picture')
    return {
      input: gatherInput(route, params, query, {}),
      picture: { bytes: body, mediaType: request.headers['content-type']! },
    }
  const { members, pictureText } = parseJsonBody(route, body)
  return { input: gatherInput(route, params, query, members), pictureText, isLarge: body.length > LARGE }
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

/** Node joins or drops repeated headers; two Authorization headers are a question nobody should answer for the caller. */
function authorizationHeaders(request: FastifyRequest): string[] {
  if (request.headers.authorization === undefined) return []
  const raw = request.raw.rawHeaders
  return raw.filter((_, index) => index % 2 === 1 && raw[index - 1]!.toLowerCase() === 'authorization')
}

/** The last reply of a cacheable route: while it is the same object, its text and tag are too. */
class Remembered {
  #body: unknown
  #text = ''
  #etag = ''

  of(body: unknown): { text: string; etag: string } {
    if (body !== this.#body) {
      this.#body = body
      this.#text = JSON.stringify(body)
      this.#etag = etagOf(this.#text)
    }
    return { text: this.#text, etag: this.#etag }
  }
}

function send(
  route: AnyRoute,
  { status, headers: own, body }: Answer,
  headers: Headers,
  request: FastifyRequest,
  reply: FastifyReply,
  remembered: Remembered,
): FastifyReply | Promise<FastifyReply> {
  const isJson = !('content-type' in own)
  const isCacheable = status === 200 && route.cache !== undefined
  const kept = isJson && isCacheable ? remembered.of(body) : null
  const [text, ...further] = kept === null && isJson ? jsonParts(body) : [kept?.text]
  const payload = isJson ? text : body
  headers['cache-control'] = status === 200 ? cacheControl(route.cache) : 'no-store'
  if (isCacheable && isAtHand(payload)) {
    headers.etag = kept?.etag ?? etagOf(payload)
    if (matches(request.headers['if-none-match'], headers.etag)) return reply.code(304).headers(headers).send()
  }
  if (isJson) headers['content-type'] = 'application/json; charset=utf-8'
  Object.assign(headers, own)
  if (further.length > 0) return writeInPieces(reply, status, headers, [text!, ...further])
  if (!isAtHand(payload)) return reply.code(status).headers(headers).send(payload)
  if (!isCompressible(String(headers['content-type']), payload)) return write(reply, status, headers, payload)
  headers.vary = 'accept-encoding'
  if (!acceptsGzip(request.headers['accept-encoding'])) return write(reply, status, headers, payload)
  headers['content-encoding'] = 'gzip'
  return compress(payload).then((packed) => write(reply, status, headers, packed))
}

function isAtHand(payload: unknown): payload is string | Uint8Array {
  return typeof payload === 'string' || payload instanceof Uint8Array
}

/** Status, headers and body are all known here, so nothing is left for fastify's reply to find out. */
function write(reply: FastifyReply, status: number, headers: Headers, payload: string | Uint8Array): FastifyReply {
  const length = Buffer.byteLength(payload)
  headers['content-length'] = length
  reply.hijack()
  reply.raw.writeHead(status, headers)
  // As many bytes as characters is ASCII, which leaves as it is.
  if (typeof payload === 'string' && length === payload.length) reply.raw.end(payload, 'latin1')
  else reply.raw.end(payload)
  return reply
}

/** Not compressed: what is written in pieces is a picture, which is so already. */
function writeInPieces(
  reply: FastifyReply,
  status: number,
  headers: Headers,
  parts: readonly (string | Uint8Array)[],
): FastifyReply {
  headers['content-length'] = lengthOf(parts)
  return reply
    .code(status)
    .headers(headers)
    .send(Readable.from(written(parts), { objectMode: false }))
}
