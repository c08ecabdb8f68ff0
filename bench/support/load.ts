import { connect, type Socket } from 'node:net'

export interface Load {
  requests: number
  seconds: number
  statuses: Record<string, number>
}

/** Keeps `connections` sockets busy with the same bytes, one request at a time each; parses no more than it must. */
export async function load(port: number, request: Buffer, connections: number, seconds: number): Promise<Load> {
  const statuses: Record<string, number> = {}
  let requests = 0
  const started = performance.now()
  const until = started + seconds * 1000
  await Promise.all(
    Array.from({ length: connections }, () =>
      converse(port, request, until, (status) => {
        requests += 1
        statuses[status] = (statuses[status] ?? 0) + 1
      }),
    ),
  )
  return { requests, seconds: (performance.now() - started) / 1000, statuses }
}

function converse(port: number, request: Buffer, until: number, answered: (status: string) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(port, '127.0.0.1')
    let pending = Buffer.alloc(0)
    socket.setNoDelay(true)
    socket.on('connect', () => socket.write(request))
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk])
      const end = pending.indexOf('\r\n\r\n')
      if (end === -1) return
      const head = pending.toString('latin1', 0, end)
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
      if (pending.length < end + 4 + length) return
      pending = pending.subarray(end + 4 + length)
      answered(head.slice(9, 12))
      if (performance.now() < until) socket.write(request)
      else {
        socket.end()
        resolve()
      }
    })
  })
}

export function httpRequest(method: string, path: string, body = '', headers: Record<string, string> = {}): Buffer {
  const lines = Object.entries({
    Host: '127.0.0.1',
    ...(body !== '' && { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) }),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
}
