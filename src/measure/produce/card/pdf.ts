import { deflateSync } from 'node:zlib'
import { BOLD, placedText, REGULAR } from '../../../imaging/draw.ts'
import type { Paper } from '../types.ts'
import { type Box, type CardLayout, cardLayout, MM_PER_INCH, PAPER_MM, type Writing } from './layout.ts'
import { whiteCells } from './raster.ts'

const POINTS_PER_INCH = 72

/** The same card as the PNG's, drawn as shapes: the page is the paper's exact size, the card lies in its middle. */
export function cardPdf({ paper, dpi }: { paper: Paper; dpi: number }): Uint8Array {
  const layout = cardLayout({ paper, dpi })
  const width = (PAPER_MM[paper].width * POINTS_PER_INCH) / MM_PER_INCH
  const height = (PAPER_MM[paper].height * POINTS_PER_INCH) / MM_PER_INCH
  const scale = POINTS_PER_INCH / dpi
  const left = (width - layout.width * scale) / 2
  const top = height - (height - layout.height * scale) / 2
  const content = [`${[scale, 0, 0, -scale, left, top].map(exact).join(' ')} cm`, ...drawn(layout)].join('\n')
  const packed = deflateSync(Buffer.from(content, 'latin1'))
  return document([
    // Readers that heed it offer to print at actual size first.
    '<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None /PickTrayByPDFSize true >> >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${exact(width)} ${exact(height)}] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>`,
    Buffer.concat([
      Buffer.from(`<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n`),
      packed,
      Buffer.from('\nendstream'),
    ]),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Title (Witnessmark scale card) >>',
  ])
}

function drawn({ markers, boxes, writings }: CardLayout): string[] {
  return [
    ...markers.flatMap((marker) => [
      filled([{ left: marker.left, top: marker.top, width: marker.side, height: marker.side }], 0),
      // In one piece: cells filled one by one would show hairlines between them on a screen.
      filled(whiteCells(marker), 255),
    ]),
    ...boxes.map(({ shade, ...box }) => filled([box], shade)),
    '1 J 1 j',
    ...writings.flatMap((writing) => [stroked(writing), searchable(writing)]),
  ]
}

function filled(boxes: Box[], shade: number): string {
  const shapes = boxes.map(({ left, top, width, height }) => `${left} ${top} ${width} ${height} re`)
  return `${grey(shade)} g ${shapes.join(' ')} f`
}

function stroked({ text, x, y, size, bold, align, shade }: Writing): string {
  const lines = placedText(text, [x, y], { size, align, colour: [shade, shade, shade] }).map((line) =>
    line.map(([px, py], index) => `${near(px)} ${near(py)} ${index === 0 ? 'm' : 'l'}`).join(' '),
  )
  return `${grey(shade)} G ${near(size * (bold ? BOLD : REGULAR))} w ${lines.join(' ')} S`
}

/** Unseen, under the drawn letters, so that the card's words can be searched, copied and read aloud. */
function searchable({ text, x, y, size, align }: Writing): string {
  const start = placedText(text, [x, y], { size, align, colour: [0, 0, 0] })[0]?.[0]?.[0] ?? x
  const escaped = text.replace(/[\\()]/g, '\\$&')
  return `BT 3 Tr /F ${near(size * 1.4)} Tf 1 0 0 -1 ${near(start)} ${near(y)} Tm (${escaped}) Tj ET`
}

function document(objects: (string | Buffer)[]): Uint8Array {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')]
  const starts: number[] = []
  let length = parts[0]!.length
  const add = (part: Buffer) => {
    parts.push(part)
    length += part.length
  }
  objects.forEach((object, index) => {
    starts.push(length)
    add(Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')]))
  })
  const table = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R /Info ${objects.length} 0 R >>\nstartxref\n${length}\n%%EOF\n`
  add(Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n${table}${trailer}`))
  return Buffer.concat(parts)
}

function grey(shade: number): string {
  return near(shade / 255)
}

function near(value: number): string {
  return String(Math.round(value * 1000) / 1000)
}

function exact(value: number): string {
  return String(Math.round(value * 1e8) / 1e8)
}
