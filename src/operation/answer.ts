import type { Readable } from 'node:stream'

/** A reply that says more than 200 and JSON: another status, headers, or bytes. */
export class Answer {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: unknown

  constructor(status: number, body: unknown, headers: Record<string, string> = {}) {
    this.status = status
    this.body = body
    this.headers = headers
  }
}

export function bytes(
  type: string,
  body: Uint8Array | string | Readable,
  headers: Record<string, string> = {},
): Answer {
  return new Answer(200, body, { 'content-type': type, ...headers })
}

export function html(body: string): Answer {
  return bytes('text/html; charset=utf-8', body)
}
