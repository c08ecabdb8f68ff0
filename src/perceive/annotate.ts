import sharp from 'sharp'
import type { Pixels } from '../imaging/decode.ts'
import { BOLD, type Colour, drawText, fillBox } from '../imaging/draw.ts'
import { textWidth } from '../imaging/font.ts'
import type { DetectionItem } from './read-frame.ts'

const LONGEST_SIDE = 1600
const SHORTEST_SIDE = 1280
const DARK: Colour = [20, 24, 28]
const WHITE: Colour = [255, 255, 255]
const ALERT: Colour = [230, 30, 40]
/** Told apart on any picture; a label keeps its colour through one. */
const COLOURS: readonly Colour[] = [
  [0, 190, 255],
  [255, 170, 0],
  [60, 210, 110],
  [200, 110, 255],
  [255, 225, 60],
  [255, 120, 180],
  [0, 220, 200],
  [150, 190, 255],
]

/** The picture with each box drawn where it was found, under the word it was asked by and its score. */
export async function annotatedPng(
  pixels: Pixels,
  detections: readonly DetectionItem[],
  picture: { width: number; height: number },
): Promise<Uint8Array> {
  const shown = await resized(pixels)
  const unit = Math.max(shown.width, shown.height) / LONGEST_SIDE
  const [byX, byY] = [shown.width / picture.width, shown.height / picture.height]
  const labels = [...new Set(detections.map(({ label }) => label))]
  const placed = detections.map((item) => {
    const [x1, y1, x2, y2] = item.box
    const colour = item.is_alert ? ALERT : COLOURS[labels.indexOf(item.label) % COLOURS.length]!
    return { item, colour, corners: [x1 * byX, y1 * byY, x2 * byX, y2 * byY] as const }
  })
  for (const { item, colour, corners } of placed) drawBox(shown, corners, colour, (item.is_alert ? 6 : 4) * unit)
  const taken: Room[] = []
  const tags = placed.map(({ item, colour, corners }) => tagFor(shown, textOf(item), corners, colour, unit, taken))
  // The best are placed first and drawn last: where there is no room left, it is the weakest that are covered.
  for (const tag of tags.reverse()) drawTag(shown, tag)
  const { width, height, data } = shown
  return sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
}

async function resized({ width, height, data }: Pixels): Promise<Pixels> {
  const side = Math.min(LONGEST_SIDE, Math.max(SHORTEST_SIDE, width, height))
  const { data: shown, info } = await sharp(data, { raw: { width, height, channels: 3 } })
    .resize({ width: side, height: side, fit: 'inside' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data: shown }
}

type Corners = readonly [x1: number, y1: number, x2: number, y2: number]

/** Four bars: a box as large as the picture costs no more than its edges. */
function drawBox(picture: Pixels, corners: Corners, colour: Colour, thickness: number): void {
  const [x1, y1, x2, y2] = corners.map(Math.round) as unknown as Corners
  const around = (width: number, ink: Colour) => {
    const half = width >> 1
    for (const y of [y1, y2])
      fillBox(picture, { left: x1 - half, top: y - half, width: x2 - x1 + width, height: width }, ink)
    for (const x of [x1, x2]) fillBox(picture, { left: x - half, top: y1 - half, width, height: y2 - y1 + width }, ink)
  }
  const width = Math.max(2, Math.round(thickness))
  around(width + 2, DARK)
  around(width, colour)
}

function textOf({ label, score, relation, matched_class }: DetectionItem): string {
  const read = relation === 'broader' ? ` (any ${matched_class})` : ''
  return `${label}${read} ${score.toFixed(2)}`
}

interface Room {
  left: number
  top: number
  width: number
  height: number
}

interface Tag extends Room {
  text: string
  size: number
  colour: Colour
}

/** Above its box where there is room, else under it or inside; past names that stand there already. */
function tagFor(
  picture: Pixels,
  text: string,
  [x1, y1, x2, y2]: Corners,
  colour: Colour,
  unit: number,
  taken: Room[],
): Tag {
  const size = 17 * unit
  const [width, height] = [Math.ceil(textWidth(text) * size + size), Math.ceil(1.8 * size)]
  const lefts = [x1, x2 - width].map((left) => Math.round(Math.max(0, Math.min(left, picture.width - width))))
  const tops = [y1 - height, y2, y1, y2 - height, y1 - 2 * height, y2 + height].map(Math.round)
  const rooms = tops.flatMap((top) => lefts.map((left) => ({ left, top, width, height })))
  const inside = rooms.filter(({ top }) => top >= 0 && top + height <= picture.height)
  const room = inside.find((each) => isFree(each, taken)) ?? inside[0] ?? { ...rooms[0]!, top: 0 }
  taken.push(room)
  return { ...room, text, size, colour }
}

function drawTag(picture: Pixels, { text, size, colour, ...room }: Tag): void {
  fillBox(picture, room, colour)
  drawText(picture, text, [room.left + 0.5 * size, room.top + 1.4 * size], {
    size,
    colour: colour === ALERT ? WHITE : DARK,
    weight: BOLD,
  })
}

function isFree(room: Room, taken: readonly Room[]): boolean {
  return taken.every(
    (other) =>
      room.left >= other.left + other.width ||
      other.left >= room.left + room.width ||
      room.top >= other.top + other.height ||
      other.top >= room.top + room.height,
  )
}
