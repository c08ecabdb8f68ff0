import { readFileSync } from 'node:fs'
import { decode } from '../../src/imaging/decode.ts'
import type { ImageInput } from '../../src/imaging/input.ts'
import { findCard } from '../../src/measure/produce/card/find.ts'
import { measureProduce } from '../../src/measure/produce/measure.ts'
import { median } from '../support/numbers.ts'

export interface Cost {
  decodeMs: number
  measureMs: number
  addedMb: number
}

const ROUNDS = 5
const image: ImageInput = { bytes: readFileSync(process.argv[2]!), width: 4000, height: 3000, media_type: 'image/jpeg' }

/** An idle worker has its libraries loaded: a blank picture loads them here. */
await findCard({ width: 64, height: 64, data: new Uint8Array(64 * 64 * 3) }, { focalPx: null })
const idle = process.memoryUsage().rss

async function measure(): Promise<void> {
  const pixels = await decode(image)
  const found = await findCard(pixels, { focalPx: 2900 })
  if ('notFound' in found) throw new Error(`the card was not found: ${found.notFound.code}`)
  const { metric } = measureProduce(pixels, { plane: found }, { stability: true })
  if (!metric) throw new Error('the fruit was not measured')
}

async function cpuMs(work: () => Promise<unknown>): Promise<number> {
  const took: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const before = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(before)
    took.push((user + system) / 1000)
  }
  return median(took)
}

const measureMs = await cpuMs(measure)
const addedMb = (process.resourceUsage().maxRSS * 1024 - idle) / 1e6
const decodeMs = await cpuMs(() => decode(image))
process.send!({ decodeMs, measureMs, addedMb } satisfies Cost)
process.disconnect()
