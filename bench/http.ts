import { join } from 'node:path'
import sharp from 'sharp'
import decide from '../src/routes/measure/decide.ts'
import { startChild } from './support/child.ts'
import { httpRequest, load } from './support/load.ts'
import { median } from './support/numbers.ts'
import type { Bench } from './support/table.ts'

/** Many short rounds in turn: what slows the machine for a moment slows both, and the median forgets it. */
const SECONDS = 0.8
const ROUNDS = 15
const CONNECTIONS = 16
/** Until the compiler is done with both: a service is measured as it runs for days, not as it starts. */
const WARM_UP_S = 3

/** Requests a second and CPU a request, beside a bare node:http server that parses and answers the same bytes. */
export async function bench(): Promise<Bench> {
  const candidates = [
    ...(decide.examples![0]!.input as { candidates: unknown[] }).candidates,
    { id: 'spring', features: { near: { value: 0.4, known: true }, deep: { value: 0.9, known: true } } },
  ]
  const decideBody = JSON.stringify({ candidates, weights: { near: 0.5, deep: 0.5 } })
  const picture = await noise(4_000_000)
  const pictureBody = JSON.stringify({ image_base64: picture.toString('base64') })

  const ours = await startChild(join(import.meta.dirname, 'support/our-server.ts'))
  const answer = async (path: string, body?: string) =>
    (
      await fetch(
        `http://127.0.0.1:${ours.port}${path}`,
        body === undefined ? {} : { method: 'POST', body, headers: { 'content-type': 'application/json' } },
      )
    ).text()
  const bare = await startChild(join(import.meta.dirname, 'support/bare-server.ts'), {
    BARE_ANSWERS: JSON.stringify({
      '/api/decide': await answer('/api/decide', decideBody),
      '/.well-known/svc.json': await answer('/.well-known/svc.json'),
      '/bench/picture': await answer('/bench/picture', pictureBody),
    }),
  })

  const rows = []
  for (const [name, request, connections] of [
    ['POST /api/decide, 3 candidates', httpRequest('POST', '/api/decide', decideBody), CONNECTIONS],
    ['GET /.well-known/svc.json', httpRequest('GET', '/.well-known/svc.json'), CONNECTIONS],
    [
      `picture of ${(pictureBody.length / 1e6).toFixed(1)} MB as base64`,
      httpRequest('POST', '/bench/picture', pictureBody),
      2,
    ],
  ] as const) {
    for (const server of [bare, ours]) await measure(server, request, connections, WARM_UP_S)
    const rounds: Record<'ours' | 'bare', Awaited<ReturnType<typeof measure>>>[] = []
    for (let round = 0; round < ROUNDS; round++)
      rounds.push({
        bare: await measure(bare, request, connections, SECONDS),
        ours: await measure(ours, request, connections, SECONDS),
      })
    const middle = (pick: (round: (typeof rounds)[number]) => number) => median(rounds.map(pick))
    rows.push({
      case: name,
      'ours /s': Math.round(middle(({ ours }) => ours.rate)),
      'bare /s': Math.round(middle(({ bare }) => bare.rate)),
      'throughput ratio': middle(({ ours, bare }) => ours.rate / bare.rate).toFixed(2),
      'ours CPU us': Math.round(middle(({ ours }) => ours.cpuUs)),
      'bare CPU us': Math.round(middle(({ bare }) => bare.cpuUs)),
      'CPU ratio': middle(({ ours, bare }) => ours.cpuUs / bare.cpuUs).toFixed(2),
    })
  }
  await bare.stop()
  await ours.stop()
  return { name: 'HTTP beside a bare node:http server', rows }
}

async function measure(
  server: Awaited<ReturnType<typeof startChild>>,
  request: Buffer,
  connections: number,
  atLeastS: number,
) {
  const before = await server.cpu()
  const { requests, seconds, statuses } = await load(server.port, request, connections, atLeastS)
  if (Object.keys(statuses).join() !== '200') throw new Error(`answers other than 200: ${JSON.stringify(statuses)}`)
  return { rate: requests / seconds, cpuUs: (((await server.cpu()) - before) / requests) * 1e6 }
}

/** A JPEG cannot be made to measure; noise in a PNG keeps its size. */
async function noise(base64Length: number): Promise<Buffer> {
  const side = Math.floor(Math.sqrt((base64Length * 0.75) / 3))
  const pixels = Buffer.alloc(side * side * 3)
  for (let index = 0, state = 1; index < pixels.length; index++) {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    pixels[index] = state >>> 16
  }
  return sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer()
}
