import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { type PinholeCamera, plainBanana, plainScene, renderScene } from '../../src/measure/produce/scene/index.ts'
import measure from '../../src/work/jobs/measure-produce.ts'

/** Makes the two pictures of the documentation again: a photograph to try, and what the measurement draws over it. */
const folder = join(import.meta.dirname, '../../docs/pictures')
const [width, height] = [1600, 1200]
const camera = {
  ...(plainScene().camera as PinholeCamera),
  focalPx: 1155.6,
  distanceMm: 345,
  tiltDeg: 6,
  azimuthDeg: 120,
  rollDeg: 3,
}
const bruise = { along: 0.42, roundDeg: 20, halfLengthMm: 8, halfWidthMm: 4 }
const { pixels, truth } = renderScene(
  plainScene({
    width,
    height,
    camera,
    card: { paper: 'a4', dpi: 300, printScale: 1 },
    table: 'wood',
    fruits: [plainBanana({ turnDeg: 6, stage: 5, bruises: [bruise] })],
  }),
)
const bytes = await sharp(pixels.data, { raw: { width, height, channels: 3 } })
  .withExif({ IFD2: { FocalLengthIn35mmFilm: '25' } })
  .jpeg({ quality: 85, mozjpeg: true })
  .toBuffer()
await writeFile(join(folder, 'banana-on-card.jpg'), bytes)
const { reply, overlay } = await measure({
  image: { bytes, width, height, media_type: 'image/jpeg' },
  request: { typed: null, findCard: true, cardSpacingMm: null, stability: true },
  overlay: true,
})
await sharp(overlay!).resize(1200).jpeg({ quality: 80, mozjpeg: true }).toFile(join(folder, 'measured.jpg'))
console.log({
  true_length_mm: truth.fruits[0]!.lengthMm,
  true_grade_mm: truth.fruits[0]!.gradeMm,
  measured: reply.metric,
})
