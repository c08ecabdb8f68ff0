import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { drawGeoTiff } from '../support/geotiff.ts'

// biome-ignore lint/suspicious/noExplicitAny: JSON as a stranger writes and reads it
type Loose = Record<string, any>

/** What one pixel of a scene holds, as the sensor stored it. */
export interface ScenePixel {
  red: number
  nir: number
  scl: number
}

export interface DrawnScene {
  id: string
  datetime: string
  utm: number
  west: number
  north: number
  pixel?: number
  pixelHeight?: number
  width: number
  height: number
  /** Row and column of the 10 m bands. */
  at(row: number, col: number): ScenePixel
  bbox: [number, number, number, number]
  offset?: number
}

export interface StandInStac {
  url: string
  /** Bodies of the searches since start. */
  searches: Loose[]
  /** Paths and ranges of the files asked for. */
  reads: string[]
  /** In place of the answer to the next searches, or of files that match. */
  /** How further pages are linked, and where they are said to lie. */
  pageBy(way: 'POST' | 'GET', url?: string): void
  failSearch(status: number | 'garbage' | null): void
  failFiles(pattern: RegExp | null, status?: number): void
  put(scene: DrawnScene, change?: (item: Loose) => void): void
  /** In place of what was drawn, such as S2A_…_L2A/red.tif. */
  putFile(path: string, bytes: Uint8Array): void
  clear(): void
  stop(): Promise<void>
}

const PAGE = 3

/** A scene search and the files it names, on one host, as earth-search has them: POST, time, place, pages, ranges. */
export async function startStandInStac(): Promise<StandInStac> {
  const items: Loose[] = []
  const files = new Map<string, Uint8Array>()
  let searches: Loose[] = []
  let reads: string[] = []
  let paging: { way: 'POST' | 'GET'; url?: string } = { way: 'POST' }
  let searchFault: number | 'garbage' | null = null
  let fileFault: { pattern: RegExp; status: number } | null = null

  const server = createServer(async (request, reply) => {
    const path = request.url!.slice(1).split('?')[0]!
    if (path === 'search') {
      const linked = new URL(request.url!, origin).searchParams.get('question')
      const question = JSON.parse(linked ?? (await bodyOf(request)))
      searches.push(question)
      if (searchFault === 'garbage') return void reply.writeHead(200).end('<html>')
      if (searchFault !== null) return void reply.writeHead(searchFault).end('{}')
      return void reply.writeHead(200, { 'content-type': 'application/geo+json' }).end(JSON.stringify(answer(question)))
    }
    reads.push(`${path} ${request.headers.range}`)
    if (fileFault?.pattern.test(path)) return void reply.writeHead(fileFault.status).end()
    const bytes = files.get(path)
    if (bytes === undefined) return void reply.writeHead(404).end()
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')!
    const piece = bytes.subarray(Number(from), Number(to) + 1)
    const contentRange = `bytes ${from}-${Number(from) + piece.length - 1}/${bytes.length}`
    reply.writeHead(206, { etag: `"${bytes.length}"`, 'content-range': contentRange }).end(piece)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  function answer(question: Loose) {
    const [since, until] = question.datetime.split('/')
    const { type, coordinates } = question.intersects
    const points: [number, number][] = type === 'Point' ? [coordinates] : coordinates
    const found = items
      .filter(({ properties: { datetime } }) => datetime >= since && datetime <= until)
      .filter(({ bbox: [w, s, e, n] }) => points.some(([lng, lat]) => lng >= w && lng <= e && lat >= s && lat <= n))
      .sort((a, b) => (a.properties.datetime < b.properties.datetime ? 1 : -1))
    const from = question.token ?? 0
    const more = from + PAGE < found.length
    const token = from + PAGE
    const href = paging.url ?? `${origin}/search`
    const byGet = `${href}?question=${encodeURIComponent(JSON.stringify({ ...question, token }))}`
    const next =
      paging.way === 'GET'
        ? { rel: 'next', href: byGet }
        : { rel: 'next', method: 'POST', href, merge: true, body: { token } }
    return { type: 'FeatureCollection', features: found.slice(from, from + PAGE), links: more ? [next] : [] }
  }

  return {
    url: `${origin}/search`,
    get searches() {
      return searches
    },
    get reads() {
      return reads
    },
    pageBy(way, url) {
      paging = { way, url }
    },
    failSearch(fault) {
      searchFault = fault
    },
    failFiles(pattern, status = 500) {
      fileFault = pattern && { pattern, status }
    },
    put(scene, change) {
      const item = itemOf(scene, origin)
      for (const [name, bytes] of Object.entries(filesOf(scene))) files.set(`${scene.id}/${name}.tif`, bytes)
      change?.(item)
      items.push(item)
    },
    putFile: (path, bytes) => void files.set(path, bytes),
    clear() {
      items.length = 0
      searches = []
      reads = []
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

function itemOf({ id, datetime, utm, bbox, offset = -0.1 }: DrawnScene, origin: string): Loose {
  const band = (name: string) => ({
    href: `${origin}/${id}/${name}.tif`,
    'raster:bands': [{ nodata: 0, data_type: 'uint16', spatial_resolution: 10, scale: 0.0001, offset }],
  })
  return {
    type: 'Feature',
    id,
    bbox,
    properties: { datetime, 'proj:code': `EPSG:${utm}` },
    assets: { red: band('red'), nir: band('nir'), scl: { href: `${origin}/${id}/scl.tif` } },
  }
}

/** Red and near infrared at 10 m; the classification at 20 m, each of its pixels that of the first of four. */
function filesOf({ at, utm, west, north, pixel = 10, pixelHeight = pixel, width, height }: DrawnScene) {
  const grid = { utm, west, north, predictor: true, block: 32 }
  const fine = { ...grid, pixel, pixelHeight, width, height, bits: 16 as const }
  const coarse = { ...grid, pixel: 2 * pixel, pixelHeight: 2 * pixelHeight, bits: 8 as const }
  return {
    red: drawGeoTiff({ ...fine, value: (row, col) => at(row, col).red }),
    nir: drawGeoTiff({ ...fine, value: (row, col) => at(row, col).nir }),
    scl: drawGeoTiff({
      ...coarse,
      width: Math.ceil(width / 2),
      height: Math.ceil(height / 2),
      value: (row, col) => at(2 * row, 2 * col).scl,
    }),
  }
}
