import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Measured, startChild } from '../support/child.ts'
import { median } from '../support/numbers.ts'
import type { Bench } from '../support/table.ts'
import { clientAt, served } from './clients.ts'
import { frameJpeg } from './frame.ts'

const ROUNDS = 7
const WARMING = 4
const FRAMES = 30
const CLIENTS = 8
const isLong = process.argv.includes('--long')
const MOST_TIMES = 1.3
const LEAST_FAIR = 0.8
/** In the order of arrival the others would get 0.13 of what it gets. */
const LEAST_BESIDE_GREED = 0.3
const MOST_GROWN_MB = 50

/**
 * What a frame costs through the real route beside its decoding and its sessions alone; whether clients are served
 * alike; and whether memory stays where it was (2,000 frames with `--long`).
 */
export async function bench(): Promise<Bench> {
  const folder = mkdtempSync(join(tmpdir(), 'witnessmark-bench-'))
  const jpeg = await frameJpeg()
  writeFileSync(join(folder, 'frame.jpg'), jpeg)
  const least = fork(join(import.meta.dirname, 'cost-child.ts'), [join(folder, 'frame.jpg')])
  const service = await startChild(join(import.meta.dirname, '../support/our-server.ts'))
  try {
    await once(least, 'message')
    const { route, bare, times } = await costs(service, least, jpeg)
    const fair = await fairness(service.port, jpeg)
    const { frames, grownMb } = await growth(service, jpeg)
    return {
      name: `A 1280 x 720 frame of ${Math.round(jpeg.length / 1000)} KB through POST /api/v1/object-detection, fast`,
      rows: [
        { what: 'decode and both sessions alone, CPU ms', value: bare.toFixed(1), target: '', met: '' },
        { what: 'through the route, CPU ms', value: route.toFixed(1), target: '', met: '' },
        held('times decode and sessions', times, 2, times <= MOST_TIMES, `at most ${MOST_TIMES}`),
        held('8 clients: least served of most served', fair.even, 2, fair.even >= LEAST_FAIR, `at least ${LEAST_FAIR}`),
        held(
          'one of them with 8 requests waiting: least served of it',
          fair.greedy,
          2,
          fair.greedy >= LEAST_BESIDE_GREED,
          `at least ${LEAST_BESIDE_GREED}`,
        ),
        held(`MB grown over ${frames} frames`, grownMb, 0, grownMb < MOST_GROWN_MB, `under ${MOST_GROWN_MB}`),
      ],
    }
  } finally {
    least.disconnect()
    await service.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function held(what: string, value: number, digits: number, met: boolean, target: string) {
  return { what, value: value.toFixed(digits), target, met: met ? 'yes' : 'no' }
}

/** In turns, so that a neighbour on the machine slows both; the first rounds only warm. */
async function costs(service: Measured, least: ChildProcess, jpeg: Buffer) {
  const rounds: { route: number; bare: number }[] = []
  const client = clientAt(service.port, 1)
  for (let round = 0; round < WARMING + ROUNDS; round++) {
    least.send(FRAMES)
    const [bare] = (await once(least, 'message')) as [number]
    const before = await service.cpu()
    for (let frame = 0; frame < FRAMES; frame++) await client.send(jpeg)
    const route = (((await service.cpu()) - before) / FRAMES) * 1000
    if (round >= WARMING) rounds.push({ route, bare })
  }
  client.close()
  const middle = (pick: (round: { route: number; bare: number }) => number) => median(rounds.map(pick))
  return {
    route: middle(({ route }) => route),
    bare: middle(({ bare }) => bare),
    times: middle(({ route, bare }) => route / bare),
  }
}

async function fairness(port: number, jpeg: Buffer): Promise<{ even: number; greedy: number }> {
  const seconds = isLong ? 60 : 20
  const even = await served(port, jpeg, CLIENTS, 1, seconds)
  const [greedy, ...others] = await served(port, jpeg, CLIENTS, CLIENTS, seconds)
  return { even: Math.min(...even) / Math.max(...even), greedy: Math.min(...others) / greedy! }
}

async function growth(service: Measured, jpeg: Buffer): Promise<{ frames: number; grownMb: number }> {
  const frames = isLong ? 2_000 : 200
  const clients = [clientAt(service.port, 1), clientAt(service.port, 2)]
  const send = (count: number) =>
    Promise.all(
      clients.map(async (client) => {
        for (let frame = 0; frame < count / clients.length; frame++) await client.send(jpeg)
      }),
    )
  const rss = async () => (await service.ask<{ rss: number }>('memory')).rss / 1e6
  await send(frames / 10)
  const before = await rss()
  await send(frames)
  for (const client of clients) client.close()
  return { frames, grownMb: (await rss()) - before }
}
