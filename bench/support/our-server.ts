import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { z } from 'zod'
import { readConfig } from '../../src/config.ts'
import { defineRoute } from '../../src/operation/route.ts'
import { createLog, startService } from '../../src/service.ts'
import { answerParent } from './child.ts'

/** The service as it runs, logging into nothing but formatting every line; and one route that only takes a picture in. */
const takesPicture = defineRoute({
  method: 'POST',
  path: '/bench/picture',
  group: 'service',
  summary: 'Takes a picture in.',
  auth: 'none',
  undocumented: true,
  body: 'image',
  input: z.strictObject({ image_base64: z.string().optional() }),
  output: z.object({ width: z.int(), height: z.int() }),
  handle: (_input, { image }) => ({ width: image.width, height: image.height }),
})
const decodesPicture = defineRoute({
  ...takesPicture,
  path: '/bench/decode',
  handle: async (_input, { image, context, signal, address }) => {
    const { width, height } = await context.pool.run<{ width: number; height: number }>('decode-image', image, {
      signal,
      address,
      transferList: [image.bytes],
    })
    return { width, height }
  },
})

const issuesReceipt = defineRoute({
  method: 'POST',
  path: '/bench/receipt',
  group: 'service',
  summary: 'Issues a receipt.',
  auth: 'none',
  undocumented: true,
  input: z.strictObject({ value: z.number() }),
  output: z.looseObject({ value: z.number() }),
  receipt: { schema: 'svc.bench.v1', payload: ({ value }, _reply, { requestId }) => ({ value, request: requestId }) },
  handle: ({ value }) => ({ value }),
})

const dataDir = mkdtempSync(join(tmpdir(), 'witnessmark-bench-'))
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }))
const delay = monitorEventLoopDelay({ resolution: 5 })
delay.enable()
const config = { ...readConfig({ DATA_DIR: dataDir, LIMIT_DETECTION: '0' }), port: 0 }
const service = await startService(config, {
  log: createLog('info', '/dev/null'),
  extraRoutes: [takesPicture, decodesPicture, issuesReceipt],
})
answerParent(Number(new URL(service.url).port), {
  'delay:reset': () => {
    delay.reset()
    return {}
  },
  memory: () => ({ rss: process.memoryUsage().rss }),
  delay: () => ({ p50: delay.percentile(50) / 1e6, p99: delay.percentile(99) / 1e6, max: delay.max / 1e6 }),
})
