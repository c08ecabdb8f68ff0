import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Pixels } from '../../../src/imaging/decode.ts'
import { type Colour, drawLines, drawText, fillBox } from '../../../src/imaging/draw.ts'
import { handRegion } from '../../../src/measure/ppe/hand-region.ts'
import { limb } from '../../../src/measure/ppe/limbs.ts'
import { neck } from '../../../src/measure/ppe/neck.ts'
import { type Place, SIDES } from '../../../src/measure/ppe/seen.ts'
import type { Box } from '../../../src/perceive/detect/box.ts'
import { copyOf } from './paint.ts'
import type { Read } from './read-all.ts'

const WIDTH = 620
const CELLS = 5
const COLOURS: Record<string, Colour> = { hand: [60, 230, 90], arm: [60, 200, 255], neck: [255, 190, 40] }

/** One picture a person: where was looked and what was said, with every head of the photograph made unrecognisable. */
export async function drawOverlays(rows: readonly Read[], folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  for (const [index, row] of rows.entries()) {
    const heads = rows.filter(({ photo }) => photo === row.photo).map(headOf)
    const name = `${String(index).padStart(2, '0')}-${row.photo.replace(/\.\w+$/, '')}.png`
    await drawn(row, heads).then((png) => sharp(png).toFile(join(folder, name)))
  }
}

async function drawn(row: Read, heads: readonly Box[]): Promise<Buffer> {
  const picture = copyOf(row.pixels)
  for (const head of heads) mosaic(picture, head)
  const [x1, y1, x2, y2] = row.box
  const [left, top] = [Math.max(0, Math.floor(x1)), Math.max(0, Math.floor(y1))]
  const [width, height] = [Math.min(picture.width, Math.ceil(x2)) - left, Math.min(picture.height, Math.ceil(y2)) - top]
  const scale = WIDTH / Math.max(width, height)
  const { data, info } = await sharp(picture.data, {
    raw: { width: picture.width, height: picture.height, channels: 3 },
  })
    .extract({ left, top, width, height })
    .resize(Math.round(width * scale), Math.round(height * scale))
    .raw()
    .toBuffer({ resolveWithObject: true })
  const canvas: Pixels = { width: WIDTH, height: WIDTH + 90, data: new Uint8Array(WIDTH * (WIDTH + 90) * 3).fill(255) }
  for (let line = 0; line < info.height; line++)
    canvas.data.set(data.subarray(line * info.width * 3, (line + 1) * info.width * 3), line * WIDTH * 3)
  const place = ([x, y]: Place): Place => [(x - left) * scale, (y - top) * scale]
  for (const { corners, colour } of regionsOf(row)) {
    const closed = [...corners, corners[0]!].map(place)
    drawLines(canvas, [closed], { width: 2, colour })
  }
  const { respirator, gloves, coverall, usable, why } = row.reading
  const words = usable
    ? `respirator ${respirator}, gloves ${gloves}, coverall ${coverall}`
    : `not usable: ${(why as { code: string }).code}`
  drawText(canvas, words, [8, WIDTH + 30], { size: 13, colour: [0, 0, 0] })
  drawText(canvas, `${row.photo}  eyes ${row.eyes}, hands ${row.hands}`, [8, WIDTH + 65], {
    size: 13,
    colour: [0, 0, 0],
  })
  return sharp(canvas.data, { raw: { width: canvas.width, height: canvas.height, channels: 3 } })
    .png()
    .toBuffer()
}

function regionsOf({ person }: Read): { corners: Place[]; colour: Colour }[] {
  if (person === null) return []
  const regions = SIDES.flatMap((side) => [
    { corners: handRegion(person, side)?.corners ?? null, colour: COLOURS.hand! },
    { corners: limb(person, side, ['elbow', 'wrist']), colour: COLOURS.arm! },
  ])
  const seen = regions.filter((region): region is { corners: Place[]; colour: Colour } => region.corners !== null)
  return [...seen, { corners: neck(person), colour: COLOURS.neck! }]
}

/** By the face where one was found; otherwise the upper half of the person. */
function headOf({ person, box: [x1, y1, x2, y2] }: Read): Box {
  if (person === null) return [x1, y1, x2, y1 + 0.5 * (y2 - y1)]
  const xs = person.face.points.map(([x]) => x)
  const ys = person.face.points.map(([, y]) => y)
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const [dx, dy] = [0.25 * (right - left), 0.25 * (bottom - top)]
  return [left - dx, top - 2 * dy, right + dx, bottom + 0.2 * dy]
}

function mosaic(pixels: Pixels, [x1, y1, x2, y2]: Box): void {
  const cell = Math.ceil(Math.max(x2 - x1, y2 - y1) / CELLS)
  for (let top = Math.floor(y1); top < y2; top += cell)
    for (let left = Math.floor(x1); left < x2; left += cell) {
      const at =
        (Math.min(pixels.height - 1, Math.max(0, top + (cell >> 1))) * pixels.width +
          Math.min(pixels.width - 1, Math.max(0, left + (cell >> 1)))) *
        3
      const colour = [...pixels.data.subarray(at, at + 3)] as unknown as Colour
      fillBox(pixels, { left, top: Math.max(0, top), width: cell, height: cell }, colour)
    }
}
