import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { Unreachable, unreachableFrom } from './unreachable.ts'

export interface Answer {
  status: number
  headers: Record<string, string>
  body: Uint8Array
}

export type Head = Omit<Answer, 'body'>

export interface Exchange {
  method: string
  headers: Record<string, string>
  body?: Uint8Array | string
  maxBytes: number
  signal: AbortSignal
  agent: RequestOptions['agent']
  lookup?: RequestOptions['lookup']
  /** Asked before any of the body is read; false leaves it unread, an error thrown here ends the exchange. */
  wantsBody?: (head: Head) => boolean
}

/** One request and its whole answer, or Unreachable; follows nothing, repeats nothing but a stale kept-alive socket. */
export function exchange(url: URL, options: Exchange): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => reject(options.signal.aborted ? options.signal.reason : error)
    if (options.signal.aborted) return fail(null)
    const { method, headers, agent, lookup } = options
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest
    let request: ClientRequest
    try {
      request = send(url, { method, headers, agent, lookup, signal: options.signal })
    } catch (error) {
      return fail(unreachableFrom(error, url.host))
    }
    request.on('error', (error) => {
      const stale = request.reusedSocket && (error as NodeJS.ErrnoException).code === 'ECONNRESET'
      if (stale && isRepeatable(method) && !options.signal.aborted) resolve(exchange(url, options))
      else fail(unreachableFrom(error, url.host))
    })
    request.on('response', (response) => {
      const stop = (error: unknown) => {
        fail(error)
        request.destroy()
      }
      const head = headOf(response)
      try {
        if (options.wantsBody && !options.wantsBody(head)) {
          resolve({ ...head, body: new Uint8Array() })
          return request.destroy()
        }
      } catch (error) {
        return stop(error)
      }
      readBody(response, url.host, options).then(
        (body) => resolve({ ...head, body }),
        (error) => stop(brokenOff(error, url.host)),
      )
    })
    request.end(options.body)
  })
}

function brokenOff(error: unknown, host: string): Unreachable {
  if (error instanceof Unreachable) return error
  return new Unreachable('connection_failed', `${host} broke off in the middle of its answer.`, error, true)
}

export function isRepeatable(method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}

async function readBody(response: IncomingMessage, host: string, options: Exchange): Promise<Uint8Array> {
  const overSize = () =>
    new Unreachable('too_large', `${host} sent more than the ${options.maxBytes} bytes that are read.`)
  const announced = Number(response.headers['content-length'] ?? 0)
  if (announced > options.maxBytes && options.method !== 'HEAD') throw overSize()
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > options.maxBytes) throw overSize()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, size)
}

function headOf(response: IncomingMessage): Head {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(response.headers))
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value
  return { status: response.statusCode ?? 0, headers }
}
