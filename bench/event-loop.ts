import { setPriority } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { startChild } from './support/child.ts'
import { httpRequest, load } from './support/load.ts'
import type { Bench } from './support/table.ts'

const SECONDS = 8

/** How long the event loop is held up while small requests, large rankings and pictures of up to 8 MB arrive together. */
export async function bench(): Promise<Bench> {
  const server = await startChild(join(import.meta.dirname, 'support/our-server.ts'))
  // The load must not take the core that the server answers from.
  setPriority(10)
  const picture = (
    await sharp({
      create: {
        width: 1900,
        height: 1050,
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .png({ compressionLevel: 0 })
      .toBuffer()
  ).toString('base64')
  const candidates = Array.from({ length: 2000 }, (_, id) => ({
    id: String(id),
    features: { near: { value: id, known: true } },
  }))
  const mix = [
    {
      name: 'decide, 2,000 candidates',
      request: httpRequest('POST', '/api/decide', JSON.stringify({ candidates, weights: { near: 1 } })),
      connections: 2,
    },
    { name: 'svc.json', request: httpRequest('GET', '/.well-known/svc.json'), connections: 8 },
    {
      name: `picture of ${(picture.length / 1e6).toFixed(1)} MB, decoded`,
      request: httpRequest('POST', '/bench/decode', JSON.stringify({ image_base64: picture })),
      connections: 4,
    },
  ]
  await Promise.all(mix.map(({ request, connections }) => load(server.port, request, connections, 2)))
  await server.ask('delay:reset')
  const loads = await Promise.all(
    mix.map(({ request, connections }) => load(server.port, request, connections, SECONDS)),
  )
  const delay = await server.ask<{ p50: number; p99: number; max: number }>('delay')
  await server.stop()
  return {
    name: 'Event loop delay under mixed load',
    rows: [
      ...mix.map(({ name, connections }, index) => ({
        part: name,
        connections,
        'requests/s': Math.round(loads[index]!.requests / loads[index]!.seconds),
        statuses: JSON.stringify(loads[index]!.statuses),
      })),
      { part: 'delay ms', p50: delay.p50.toFixed(1), p99: delay.p99.toFixed(1), max: delay.max.toFixed(1) },
    ],
  }
}
