import sharp from 'sharp'
import { BOLD, type Colour, drawLines, drawText, fillBox } from '../../imaging/draw.ts'
import { textWidth } from '../../imaging/font.ts'
import type { Marks } from './reading.ts'
import type { CardPlane, Pixels, Point } from './types.ts'

const LONGEST_SIDE = 1600
const SHORTEST_SIDE = 900
const DARK: Colour = [20, 24, 28]
const WHITE: Colour = [255, 255, 255]
const OUTLINE: Colour = [0, 190, 255]
const PATH: Colour = [255, 60, 160]
const STALK: Colour = [255, 170, 215]
const SECTION: Colour = [40, 90, 255]
const MARKER: Colour = [0, 200, 90]

/** The photograph with what was measured drawn where it was measured, and the numbers below it. */
export async function overlayPng(
  pixels: Pixels,
  marks: Marks | null,
  plane: CardPlane | null,
  lines: readonly string[],
): Promise<Uint8Array> {
  const picture = await shown(pixels)
  const scale = picture.width / pixels.width
  const unit = Math.max(picture.width, picture.height) / LONGEST_SIDE
  const placed = (points: readonly Point[]): Point[] => points.map(([x, y]) => [x * scale, y * scale])
  if (plane) drawMarkers(picture, plane, placed, unit)
  if (marks) drawFruit(picture, marks, placed, unit)
  const { width, height, data } = withWritingBelow(picture, lines)
  return sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
}

/** A small picture is enlarged, so that what is written beside its points can be read. */
async function shown({ width, height, data }: Pixels): Promise<Pixels> {
  const side = Math.min(LONGEST_SIDE, Math.max(SHORTEST_SIDE, width, height))
  const { data: smaller, info } = await sharp(data, { raw: { width, height, channels: 3 } })
    .resize({ width: side, height: side, fit: 'inside' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data: smaller }
}

type Place = (points: readonly Point[]) => Point[]

function drawMarkers(picture: Pixels, { markers }: CardPlane, placed: Place, unit: number): void {
  const outlines = markers.map(({ corners }) => placed([...corners, corners[0]]))
  drawLines(picture, outlines, { width: 4 * unit, colour: MARKER })
}

function drawFruit(picture: Pixels, marks: Marks, placed: Place, unit: number): void {
  const contour = placed(marks.contour)
  const { body, stalk } = partedAt(marks.convexPath, marks.pedicelBase)
  const section = placed(marks.midSection)
  drawLines(picture, [[...contour, contour[0]!]], { width: 2 * unit, colour: OUTLINE })
  drawLines(picture, [placed(stalk)], { width: 4 * unit, colour: STALK })
  drawLines(picture, [placed(body)], { width: 5 * unit, colour: PATH })
  drawLines(picture, [section], { width: 4 * unit, colour: SECTION })
  const ends: [string, Point][] = [
    ['blossom end', marks.blossomTip],
    ['pedicel base', marks.pedicelBase],
    ['crown', marks.crown],
  ]
  const middle = middleOf(contour)
  const dots = placed(ends.map(([, point]) => point))
  const taken = dots.map((at) => dot(picture, at, unit))
  for (const [index, [name]] of ends.entries()) label(picture, name, dots[index]!, middle, unit, taken)
  label(picture, 'grade', section[1]!, section[0]!, unit, taken)
}

/** The room it takes: no name may cover it. */
function dot(picture: Pixels, at: Point, unit: number): Box {
  drawLines(picture, [[at]], { width: 15 * unit, colour: DARK })
  drawLines(picture, [[at]], { width: 10 * unit, colour: WHITE })
  const reach = 10 * unit
  return { left: at[0] - reach, top: at[1] - reach, right: at[0] + reach, bottom: at[1] + reach }
}

type Box = { left: number; top: number; right: number; bottom: number }

/** Beside its point, on the side that faces away from the fruit, inside the picture and clear of other names and ends. */
function label(picture: Pixels, text: string, [x, y]: Point, [fromX, fromY]: Point, unit: number, taken: Box[]): void {
  const size = 20 * unit
  const away = Math.hypot(x - fromX, y - fromY) || 1
  const [across, down] = [(x - fromX) / away, (y - fromY) / away]
  const reach = 34 * unit
  const width = textWidth(text) * size
  const left = clamped(x + across * reach - (width * (1 - across)) / 2, 4 * unit, picture.width - width - 4 * unit)
  const base = y + down * reach + size / 2
  for (const shift of [0, 1, -1, 2, -2]) {
    const bottom = clamped(base + shift * 1.6 * size, size + 4 * unit, picture.height - 8 * unit)
    const box = { left, top: bottom - 1.3 * size, right: left + width, bottom: bottom + 0.3 * size }
    if (taken.some((other) => overlaps(box, other))) continue
    taken.push(box)
    drawText(picture, text, [left, bottom], { size, colour: DARK, weight: BOLD, halo: WHITE })
    return
  }
}

function overlaps(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
}

function clamped(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value))
}

function partedAt(path: readonly Point[], [x, y]: Point): { body: Point[]; stalk: Point[] } {
  let nearest = 0
  let least = Number.POSITIVE_INFINITY
  path.forEach(([px, py], index) => {
    const distance = Math.hypot(px - x, py - y)
    if (distance < least) [nearest, least] = [index, distance]
  })
  return { body: [...path.slice(0, nearest + 1), [x, y]], stalk: [[x, y], ...path.slice(nearest + 1)] }
}

function middleOf(points: readonly Point[]): Point {
  const sum = points.reduce(([sumX, sumY], [x, y]) => [sumX + x, sumY + y] as Point, [0, 0] as Point)
  return [sum[0] / points.length, sum[1] / points.length]
}

/** Below the picture, so that no number covers what it is about. */
function withWritingBelow({ width, height, data }: Pixels, lines: readonly string[]): Pixels {
  const size = Math.max(9, Math.round(width / 70))
  const rows = lines.flatMap((line) => broken(line, (width - 2 * size) / size))
  const strip = Math.ceil(rows.length * size * 1.9 + size)
  const whole: Pixels = { width, height: height + strip, data: new Uint8Array(width * (height + strip) * 3) }
  whole.data.set(data)
  fillBox(whole, { left: 0, top: height, width, height: strip }, DARK)
  rows.forEach((row, index) => {
    drawText(whole, row, [size, height + size * (1.9 * index + 1.75)], { size, colour: WHITE })
  })
  return whole
}

/** `room` in units of the capital height. */
function broken(line: string, room: number): string[] {
  const rows: string[] = []
  let row = ''
  for (const word of line.split(' ')) {
    const longer = row === '' ? word : `${row} ${word}`
    if (row !== '' && textWidth(longer) > room) {
      rows.push(row)
      row = `  ${word}`
    } else row = longer
  }
  return [...rows, row]
}
