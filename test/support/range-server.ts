import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

/** How an upstream may fail; `wrong_tile` sends another file under the name that was asked for. */
export type Fault = 'dead' | 'slow' | 403 | 404 | 500 | 'half' | 'garbage' | 'no_ranges' | { wrong_tile: Uint8Array }

export interface Served {
  path: string
  range: string | null
  status: number
}

export interface RangeServer {
  url: string
  /** Every request since start or the last `forget`. */
  served: Served[]
  forget(): void
  /** Until it is called again with null; only paths that match, where a pattern is given. */
  fail(fault: Fault | null, only?: RegExp): void
  put(path: string, bytes: Uint8Array): void
  stop(): Promise<void>
}

/** Stands in for upstream: files of a folder, or bytes that were put, by ranges. */
export async function startRangeServer(folder: string | null = null): Promise<RangeServer> {
  const files = new Map<string, Uint8Array>()
  const read = new Map<string, { bytes: Uint8Array; etag: string }>()
  let served: Served[] = []
  let fault: Fault | null = null
  let failing = /./

  function find(path: string): { bytes: Uint8Array; etag: string } | null {
    const put = files.get(path)
    if (put !== undefined) return { bytes: put, etag: `"${put.length}-${sum(put)}"` }
    const file = folder === null ? '' : join(folder, path)
    const stats = file === '' ? undefined : statSync(file, { throwIfNoEntry: false })
    if (!stats?.isFile()) return null
    const etag = `"${stats.size}-${stats.mtimeMs}"`
    if (read.get(file)?.etag !== etag) read.set(file, { bytes: readFileSync(file), etag })
    return read.get(file)!
  }

  function send(reply: ServerResponse, path: string, range: string | null, trouble: Fault | null): number {
    if (trouble === 'dead') {
      reply.destroy()
      return 0
    }
    if (typeof trouble === 'number') return end(reply, trouble, {}, new Uint8Array())
    const found = find(path)
    if (found === null) return end(reply, 404, {}, new Uint8Array())
    const wrong = typeof trouble === 'object' && trouble !== null ? trouble.wrong_tile : null
    const bytes = wrong ?? (trouble === 'garbage' ? noise(found.bytes.length) : found.bytes)
    const headers: Record<string, string | number> = { etag: found.etag, 'accept-ranges': 'bytes' }
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? []
    if (from === undefined || trouble === 'no_ranges') return end(reply, 200, headers, bytes)
    if (Number(from) >= bytes.length) return end(reply, 416, headers, new Uint8Array())
    const piece = bytes.subarray(Number(from), Number(to) + 1)
    headers['content-range'] = `bytes ${from}-${Number(from) + piece.length - 1}/${bytes.length}`
    if (trouble !== 'half') return end(reply, 206, headers, piece)
    reply.writeHead(206, { ...headers, 'content-length': piece.length })
    reply.write(piece.subarray(0, piece.length >> 1), () => reply.destroy())
    return 206
  }

  const slow = new Set<NodeJS.Timeout>()
  const server = createServer((request, reply) => {
    const path = decodeURIComponent(request.url!.slice(1).split('?')[0]!)
    const range = request.headers.range ?? null
    const trouble = failing.test(path) ? fault : null
    const answer = () => served.push({ path, range, status: send(reply, path, range, trouble) })
    if (trouble === 'slow') {
      served.push({ path, range, status: 0 })
      slow.add(setTimeout(() => send(reply, path, range, null), 60_000))
    } else answer()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get served() {
      return served
    },
    forget() {
      served = []
    },
    fail(next, only = /./) {
      fault = next
      failing = only
    },
    put: (path, bytes) => void files.set(path, bytes),
    async stop() {
      for (const timer of slow) clearTimeout(timer)
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function end(
  reply: ServerResponse,
  status: number,
  headers: Record<string, string | number>,
  body: Uint8Array,
): number {
  reply.writeHead(status, { ...headers, 'content-length': body.length }).end(body)
  return status
}

function noise(length: number): Uint8Array {
  let state = 12345
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    return state >>> 24
  })
}

function sum(bytes: Uint8Array): number {
  let total = 0
  for (const byte of bytes) total = (Math.imul(total, 31) + byte) >>> 0
  return total
}
