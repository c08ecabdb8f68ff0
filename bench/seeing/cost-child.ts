import { readFileSync } from 'node:fs'
import { readConfig } from '../../src/config.ts'
import { decode } from '../../src/imaging/decode.ts'
import { NANODET_NUMBERS } from '../../src/perceive/detect/nanodet-head.ts'
import { SSDLITE_NUMBERS } from '../../src/perceive/detect/ssdlite-head.ts'
import { session } from '../../src/perceive/session.ts'
import { FRAME } from './frame.ts'

/** The least a frame can cost: its decoding, and both sessions on numbers that are there already. Answers CPU ms a frame. */
const { models } = readConfig(process.env)
const image = { ...FRAME, bytes: new Uint8Array(readFileSync(process.argv[2]!)) }
const nanodet = await session(models, 'nanodet')
const ssdlite = await session(models, 'ssdlite')
const whole = new Float32Array(NANODET_NUMBERS).fill(0.1)
const square = new Float32Array(SSDLITE_NUMBERS).fill(100)

async function frame(): Promise<void> {
  await decode(image)
  await nanodet.run({ input: whole })
  await ssdlite.run({ input: square })
}

process.on('message', async (frames: number) => {
  const before = process.cpuUsage()
  for (let count = 0; count < frames; count++) await frame()
  const { user, system } = process.cpuUsage(before)
  process.send!((user + system) / 1000 / frames)
})
await frame()
process.send!('ready')
