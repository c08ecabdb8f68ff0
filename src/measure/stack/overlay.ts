import sharp from 'sharp'
import type { Pixels } from '../../imaging/decode.ts'
import { BOLD, type Colour, drawLines, drawText, fillBox } from '../../imaging/draw.ts'
import type { StackMarks, StackReading } from './count.ts'
import { columnLines, rowLines } from './grid.ts'

const LONGEST_SIDE = 1280
const WHITE: Colour = [255, 255, 255]
const DARK: Colour = [20, 24, 28]
const COUNTED: Colour = [0, 220, 130]
const DOUBTED: Colour = [255, 150, 40]
const BAND = 34

type Place = readonly [x: number, y: number]

/** The photograph with the faces that were counted, or with the lattice that was seen and not counted, and a line below. */
export async function overlayPng(pixels: Pixels, reading: StackReading, marks: StackMarks): Promise<Uint8Array> {
  const { data, info } = await sharp(pixels.data, { raw: { width: pixels.width, height: pixels.height, channels: 3 } })
    .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
    .extend({ bottom: BAND, background: { r: DARK[0], g: DARK[1], b: DARK[2] } })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const picture: Pixels = { width: info.width, height: info.height, data }
  drawFaces(picture, reading, marks, info.width / pixels.width)
  fillBox(picture, { left: 0, top: info.height - BAND, width: info.width, height: BAND }, DARK)
  drawText(picture, inWords(reading, marks), [10, info.height - 11], { size: 13, colour: WHITE, weight: BOLD })
  return sharp(picture.data, { raw: { width: picture.width, height: picture.height, channels: 3 } })
    .png()
    .toBuffer()
}

function drawFaces(
  picture: Pixels,
  { abstained }: StackReading,
  { lattice, filled, place }: StackMarks,
  scale: number,
): void {
  if (lattice === null || filled === null) return
  const [columns, rows, { across }] = [columnLines(lattice), rowLines(lattice), lattice]
  const outlines = filled.flatMap((isFilled, cell) => {
    if (!isFilled) return []
    const [row, column] = [Math.floor(cell / across), cell % across]
    return [outlineAt(columns[column]! + 2, columns[column + 1]! - 2, rows[row]! + 2, rows[row + 1]! - 2)]
  })
  const placed = outlines.map((corners) =>
    corners.map(([x, y]): Place => {
      const [px, py] = place(x, y)
      return [px * scale, py * scale]
    }),
  )
  drawLines(picture, placed, { width: 2, colour: abstained === null ? COUNTED : DOUBTED })
}

function outlineAt(left: number, right: number, top: number, bottom: number): Place[] {
  return [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
    [left, top],
  ]
}

function inWords({ crate_faces, across, down, abstained }: StackReading, { tilt, facing }: StackMarks): string {
  const stand = `tilt ${tilt.toFixed(1)}, roll ${facing.roll.toFixed(1)} degrees`
  if (abstained !== null) return `not counted: ${abstained.code} (${stand})`
  return `at least ${crate_faces} faces: ${across} across, ${down} down (${stand})`
}
