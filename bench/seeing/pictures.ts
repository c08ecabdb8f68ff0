import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { readConfig } from '../../src/config.ts'
import detect from '../../src/work/jobs/detect.ts'

/** Makes the documentation's street again: the picture to try, from its drawing, and what detection draws over it. */
const folder = join(import.meta.dirname, '../../docs/pictures')
const drawing = await readFile(join(folder, 'street.svg'))
const bytes = await sharp(drawing).flatten({ background: '#ffffff' }).jpeg({ quality: 72, mozjpeg: true }).toBuffer()
await writeFile(join(folder, 'street.jpg'), bytes)
const { width, height } = await sharp(bytes).metadata()
const { reading, overlay } = await detect({
  image: { bytes, width, height, media_type: 'image/jpeg' },
  request: {
    mode: 'fast',
    threshold: null,
    maxDetections: 100,
    prompts: ['taxi', 'stop sign', 'traffic light'],
    alertTriggers: ['traffic light'],
    question: null,
  },
  maxDimension: null,
  overlay: true,
  seers: { models: readConfig(process.env).models, operator: null },
})
await sharp(overlay!).jpeg({ quality: 80, mozjpeg: true }).toFile(join(folder, 'street-found.jpg'))
console.log(reading.detections)
