import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { Refusal } from '../kernel/refusal.ts'
import { DOCS, refusalBody } from './refusals.ts'

/** Whoever never reaches a route gets the one error body and a request id too; node alone would answer with neither. */
export class Unroutable {
  readonly #newRequestId: () => string
  readonly #baseUrl: string

  constructor(newRequestId: () => string, baseUrl: string) {
    this.#newRequestId = newRequestId
    this.#baseUrl = baseUrl
  }

  listen(server: Server): void {
    server.on('connect', (_request: IncomingMessage, socket: Socket) => {
      const refusal = new Refusal('wrong_method', 'CONNECT is not served here: this is no proxy', { fix: DOCS })
      this.#answer(socket, '405 Method Not Allowed', refusal, 'Allow: GET, HEAD, POST, DELETE, OPTIONS\r\n')
    })
    server.on('checkExpectation', ({ socket, headers }: IncomingMessage) => {
      const reason = `the expectation ${JSON.stringify(headers.expect)} cannot be met: only 100-continue can`
      this.#answer(socket, '417 Expectation Failed', new Refusal('bad_request', reason))
    })
  }

  /** Bytes that are no HTTP, too many headers, or a request that never ends. */
  clientError({ code }: NodeJS.ErrnoException, socket: Socket): void {
    if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    const isSlow = code === 'ERR_HTTP_REQUEST_TIMEOUT'
    const reason = isSlow ? 'the request did not arrive in time' : 'this is no HTTP request that can be read'
    const isOverflow = code === 'HPE_HEADER_OVERFLOW'
    const status = isSlow
      ? '408 Request Timeout'
      : isOverflow
        ? '431 Request Header Fields Too Large'
        : '400 Bad Request'
    this.#answer(socket, status, new Refusal('bad_request', reason))
  }

  #answer(socket: Socket, status: string, refusal: Refusal, headers = ''): void {
    const requestId = this.#newRequestId()
    const body = JSON.stringify(refusalBody(refusal, requestId, this.#baseUrl))
    socket.end(
      `HTTP/1.1 ${status}\r\nConnection: close\r\nX-Request-Id: ${requestId}\r\nCache-Control: no-store\r\n${headers}` +
        `Content-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    )
  }
}

/** Requests that are HTTP by their grammar, and still name nothing that could be served. */
export function refuseUnlawful({ url, method, headers, httpVersion }: IncomingMessage): Refusal | undefined {
  if (httpVersion !== '1.1' && httpVersion !== '1.0')
    return new Refusal('bad_request', `HTTP/${httpVersion} is not spoken here: HTTP/1.1 is`)
  if (headers.host === undefined && httpVersion === '1.1')
    return new Refusal('bad_request', 'the request has no Host header', { fix: { do: 'Send a Host header.' } })
  if (url![0] !== '/' && !/^https?:\/\//i.test(url!) && method !== 'OPTIONS')
    return new Refusal('bad_request', 'the request names no path: it must begin with /', { fix: DOCS })
  return undefined
}
