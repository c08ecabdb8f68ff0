import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { jsonParts, lengthOf, written } from '../kernel/in-base64.ts'
import type { Answer } from '../operation/answer.ts'
import type { AnyRoute } from '../operation/route.ts'
import { cacheControl, etagOf, matches } from './caching.ts'
import { acceptsGzip, compress, isCompressible, WORTH_COMPRESSING } from './compress.ts'
import { giveHead, type Head, headValue, put, putAll } from './head.ts'
import type { Tally } from './tally.ts'

export type Respond = (answer: Answer, head: Head, request: FastifyRequest, reply: FastifyReply) => void | Promise<void>

/** Writes what a route answered: remembered text where it may be kept, compressed where that is worth it and asked for. */
export function responder(route: AnyRoute, tally: Tally): Respond {
  const caching = cacheControl(route.cache)
  const remembered = new Remembered()
  return ({ status, headers: own, body }, head, request, reply) => {
    const isJson = !('content-type' in own)
    const isCacheable = status === 200 && route.cache !== undefined
    const kept = isJson && isCacheable ? remembered.of(body) : null
    const parts = isJson && kept === null ? jsonParts(body) : null
    const payload = isJson ? (kept?.text ?? parts![0]) : body
    head.push('cache-control', status === 200 ? caching : 'no-store')
    if (isCacheable && isAtHand(payload)) {
      const etag = kept?.etag ?? etagOf(payload)
      head.push('etag', etag)
      if (matches(request.raw.headers['if-none-match'], etag)) return hand(tally, request, reply, 304, head, undefined)
    }
    if (isJson) head.push('content-type', JSON_TYPE)
    putAll(head, own)
    if (parts !== null && parts.length > 1) {
      // Not compressed: what is written in pieces is a picture, which is so already.
      head.push('content-length', String(lengthOf(parts)))
      return hand(tally, request, reply, status, head, Readable.from(written(parts), { objectMode: false }))
    }
    if (!isAtHand(payload)) return hand(tally, request, reply, status, head, payload)
    if (payload.length >= WORTH_COMPRESSING && isCompressible(headValue(head, 'content-type'))) {
      put(head, 'vary', 'accept-encoding')
      if (acceptsGzip(request.raw.headers['accept-encoding'])) {
        put(head, 'content-encoding', 'gzip')
        return compress(payload).then((packed) => write(tally, request, reply, status, head, packed))
      }
    }
    write(tally, request, reply, status, head, payload)
  }
}

const JSON_TYPE = 'application/json; charset=utf-8'

function isAtHand(payload: unknown): payload is string | Uint8Array {
  return typeof payload === 'string' || payload instanceof Uint8Array
}

/** Status, headers and body are all known here, so nothing is left for fastify's reply to find out. */
function write(
  tally: Tally,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  head: Head,
  payload: string | Uint8Array,
): void {
  const length = Buffer.byteLength(payload)
  put(head, 'content-length', String(length))
  const { raw } = reply.hijack()
  raw.writeHead(status, head)
  // As many bytes as characters is ASCII, which leaves as it is.
  if (typeof payload === 'string' && length === payload.length) raw.end(payload, 'latin1')
  else raw.end(payload)
  tally(request, reply)
}

/** What is still to be read, or has no body, is fastify's to write. */
function hand(
  tally: Tally,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  head: Head,
  payload: unknown,
): void {
  tally(request, reply)
  reply.code(status)
  giveHead(head, reply)
  reply.send(payload)
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
