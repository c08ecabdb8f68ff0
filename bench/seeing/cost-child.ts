import { readFileSync } from 'node:fs'
import { readConfig } from '../../src/config.ts'
import { decode } from '../../src/imaging/decode.ts'
import { NANODET_NUMBERS, nanodetInput } from '../../src/perceive/detect/nanodet-head.ts'
import { Pyramid } from '../../src/perceive/detect/pyramid.ts'
import { SSDLITE_NUMBERS, ssdliteInput } from '../../src/perceive/detect/ssdlite-head.ts'
import { wholeOf } from '../../src/perceive/detect/tiles.ts'
import { session } from '../../src/perceive/session.ts'
import { FRAME } from './frame.ts'

/** The least a frame can cost: its decoding, and both sessions on numbers that are there already. Answers CPU ms a frame. */
const { models } = readConfig(process.env)
const image = { ...FRAME, bytes: new Uint8Array(readFileSync(process.argv[2]!)) }
const nanodet = await session(models, 'nanodet')
const ssdlite = await session(models, 'ssdlite')
const pyramid = new Pyramid(await decode(image))
const region = wholeOf(FRAME.width, FRAME.height)
const shown = nanodetInput(pyramid, region, new Float32Array(NANODET_NUMBERS))
const stretched = ssdliteInput(pyramid, region, new Float32Array(SSDLITE_NUMBERS))

async function frame(): Promise<void> {
  await decode(image)
  await nanodet.run({ input: shown })
  await ssdlite.run({ input: stretched })
}

process.on('message', async (frames: number) => {
  const before = process.cpuUsage()
  for (let count = 0; count < frames; count++) await frame()
  const { user, system } = process.cpuUsage(before)
  process.send!((user + system) / 1000 / frames)
})
await frame()
process.send!('ready')
