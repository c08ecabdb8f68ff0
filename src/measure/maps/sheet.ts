import sharp from 'sharp'
import { BOLD, type Colour, drawLines, drawText } from '../../imaging/draw.ts'
import { textWidth } from '../../imaging/font.ts'

export interface Sheet {
  width: number
  height: number
  data: Uint8Array
}

export interface Frame {
  left: number
  top: number
  width: number
  height: number
}

export interface Entry {
  ink: Ink
  text: string
  /** Right of the text. */
  figure?: string
}

/** A plain colour, or one with stripes: what was not read must not look like something that was. */
export interface Ink {
  colour: Colour
  stripes?: Colour
}

export const PAPER: Colour = [255, 255, 255]
export const WRITING: Colour = [28, 33, 38]
const FAINT: Colour = [110, 118, 126]
export const NO_DATA: Ink = { colour: [226, 226, 226], stripes: [200, 200, 200] }
export const UNREAD: Ink = { colour: [120, 120, 120], stripes: [70, 70, 70] }

export const MARGIN = 24
const TEXT = 11
const LINE = 20
const SWATCH = 14

export function newSheet(width: number, height: number): Sheet {
  return { width, height, data: new Uint8Array(width * height * 3).fill(255) }
}

export function inkAt({ colour, stripes }: Ink, x: number, y: number): Colour {
  return stripes && (x + y) % 8 < 3 ? stripes : colour
}

export function paint({ width, data }: Sheet, x: number, y: number, colour: Colour): void {
  const at = (y * width + x) * 3
  data[at] = colour[0]
  data[at + 1] = colour[1]
  data[at + 2] = colour[2]
}

export function title(sheet: Sheet, text: string, below: string): void {
  drawText(sheet, text, [MARGIN, 36], { size: 14, colour: WRITING, weight: BOLD })
  drawText(sheet, below, [MARGIN, 58], { size: TEXT - 1, colour: FAINT })
}

/** Where the next thing below it may begin. */
export function legend(
  sheet: Sheet,
  [left, top]: [number, number],
  heading: string,
  entries: readonly Entry[],
): number {
  drawText(sheet, heading, [left, top + TEXT], { size: TEXT - 1, colour: FAINT })
  entries.forEach(({ ink, text, figure }, index) => {
    const y = top + LINE * (index + 1) + 6
    for (let row = 0; row < SWATCH; row++)
      for (let col = 0; col < SWATCH; col++) paint(sheet, left + col, y + row, inkAt(ink, left + col, y + row))
    outline(sheet, { left, top: y, width: SWATCH, height: SWATCH }, FAINT)
    drawText(sheet, text, [left + SWATCH + 8, y + 12], { size: TEXT, colour: WRITING })
    if (figure) drawText(sheet, figure, [sheet.width - MARGIN, y + 12], { size: TEXT, colour: WRITING, align: 'right' })
  })
  return top + LINE * (entries.length + 1) + 12
}

export function outline(sheet: Sheet, { left, top, width, height }: Frame, colour: Colour): void {
  const [right, bottom] = [left + width, top + height]
  drawLines(
    sheet,
    [
      [
        [left, top],
        [right, top],
        [right, bottom],
        [left, bottom],
        [left, top],
      ],
    ],
    { width: 1, colour },
  )
}

/** A round length that takes about a quarter of the frame. */
export function scaleBar(sheet: Sheet, { left, top, width }: Frame, metresPerPixel: number): void {
  const most = (width / 4) * metresPerPixel
  const power = 10 ** Math.floor(Math.log10(most))
  const metres = [5, 2, 1].map((digit) => digit * power).find((length) => length <= most) ?? power
  const length = metres / metresPerPixel
  const text = metres >= 1000 ? `${metres / 1000} km` : `${Number(metres.toPrecision(1))} m`
  drawLines(
    sheet,
    [
      [
        [left, top],
        [left, top + 6],
        [left + length, top + 6],
        [left + length, top],
      ],
    ],
    { width: 1.5, colour: WRITING },
  )
  drawText(sheet, text, [left + length + 10, top + 8], { size: TEXT - 1, colour: WRITING })
}

/** Lines of writing at the foot of the sheet; the last one ends at its margin. */
export function footer(sheet: Sheet, sentences: readonly string[]): void {
  const lines = sentences.flatMap((sentence) => wrapped(sentence, sheet.width - 2 * MARGIN, TEXT - 2))
  lines.forEach((line, index) => {
    const y = sheet.height - MARGIN - (lines.length - 1 - index) * 15
    drawText(sheet, line, [MARGIN, y], { size: TEXT - 2, colour: FAINT })
  })
}

export function footerHeight(width: number, sentences: readonly string[]): number {
  return sentences.flatMap((sentence) => wrapped(sentence, width - 2 * MARGIN, TEXT - 2)).length * 15 + MARGIN
}

function wrapped(sentence: string, width: number, size: number): string[] {
  const lines: string[] = []
  for (const word of sentence.split(' ')) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`
    if (lines.length > 0 && textWidth(longer) * size <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

export function png({ width, height, data }: Sheet): Promise<Uint8Array> {
  return sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
}
