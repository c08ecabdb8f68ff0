import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export interface WireReply {
  status: number
  headers: Record<string, string>
  // biome-ignore lint/suspicious/noExplicitAny: tests read replies as a client without our types does
  body: any
}

export interface WireRequest {
  method?: string
  path: string
  /** In the order and spelling given; a name may stand twice. */
  headers?: [string, string][]
  body?: string | Uint8Array
}

/** A request as its bytes: nothing between the test and the service mends what is wrong with it. */
export function bytesOf({ method = 'GET', path, headers = [], body }: WireRequest): Buffer {
  const payload = body === undefined ? Buffer.alloc(0) : Buffer.from(body as string)
  const isFramed = headers.some(([name]) => /^(content-length|transfer-encoding)$/i.test(name))
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: localhost',
    'Connection: close',
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined || isFramed ? [] : [`Content-Length: ${payload.length}`]),
  ]
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), payload])
}

/** Sends the bytes, piece by piece, and reads until the service closes. `hangUp` ends our side after the last piece. */
export async function exchange(
  url: string,
  pieces: Uint8Array | string | (Uint8Array | string)[],
  { hangUp = false, pauseMs = 0 } = {},
): Promise<WireReply> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  const received: Buffer[] = []
  const closed = new Promise<void>((resolve) => {
    socket.on('data', (chunk) => received.push(chunk))
    socket.on('end', resolve)
    socket.on('close', () => resolve())
    // The service may close before it has read everything; what it said by then is what counts.
    socket.on('error', () => resolve())
  })
  for (const piece of Array.isArray(pieces) ? pieces : [pieces]) {
    if (!socket.writable) break
    socket.write(piece)
    if (pauseMs > 0) await sleep(pauseMs)
  }
  if (hangUp) socket.end()
  await closed
  socket.destroy()
  return parse(Buffer.concat(received))
}

export function send(url: string, request: WireRequest): Promise<WireReply> {
  return exchange(url, bytesOf(request))
}

function parse(bytes: Buffer): WireReply {
  const split = bytes.indexOf('\r\n\r\n')
  if (split < 0) throw new Error(`no HTTP reply came: ${JSON.stringify(bytes.toString().slice(0, 200))}`)
  const [statusLine, ...lines] = bytes.subarray(0, split).toString('latin1').split('\r\n')
  if (/^HTTP\/1\.1 100 /.test(statusLine!)) return parse(bytes.subarray(split + 4))
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const text = bytes.subarray(split + 4).toString()
  const isJson = headers['content-type']?.includes('json') && text !== ''
  return { status: Number(statusLine!.split(' ')[1]), headers, body: isJson ? JSON.parse(text) : text }
}
