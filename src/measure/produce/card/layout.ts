import type { CardVariant, Paper, Rectangle } from '../types.ts'
import { CELLS } from './dictionary.ts'
import { CORNERS, type Corner, markerIds } from './variants.ts'
import { writings } from './writings.ts'

export const MM_PER_INCH = 25.4

/** Lying on its long side: a finger of 260 mm fits between the upper and the lower markers. */
export const PAPER_MM: Record<Paper, { width: number; height: number }> = {
  a4: { width: 297, height: 210 },
  letter: { width: 279.4, height: 215.9 },
}

/** Whole pixels of the card's image, from its upper left. */
export interface Box {
  left: number
  top: number
  width: number
  height: number
}

export interface CardMarker {
  id: number
  corner: Corner
  left: number
  top: number
  /** Along a side: a whole number of pixels for each cell. */
  side: number
  cell: number
  /** The middle in the card's frame, and half a side. */
  centreMm: readonly [x: number, y: number]
  halfMm: number
}

/** A line of text; baseline and capital height in pixels, not necessarily whole. */
export interface Writing {
  text: string
  x: number
  y: number
  size: number
  bold: boolean
  align: 'left' | 'centre' | 'right'
  shade: number
}

export interface CardLayout {
  variant: CardVariant
  /** Of the whole page, in pixels. */
  width: number
  height: number
  markers: CardMarker[]
  /** Lines and frames, each of one shade: 0 black .. 255 white. */
  boxes: (Box & { shade: number })[]
  writings: Writing[]
  regions: { whitePatch: Rectangle; field: Rectangle; page: Rectangle; printed: Rectangle[] }
}

const MARKER_MM = 30
/** Printers leave up to half an inch of the page unprinted. */
const EDGE_MM = 12
const PATCH_MM = { width: 34, height: 22 }
const BRACKET_MM = 9
const BLACK = 0
const PALE = 150

/** Every length is a whole number of pixels, so that a printer that keeps the resolution keeps every length exactly. */
export function cardLayout({ paper, dpi }: { paper: Paper; dpi: number }): CardLayout {
  const px = (mm: number) => Math.round((mm * dpi) / MM_PER_INCH)
  const mm = (pixels: number) => (pixels * MM_PER_INCH) / dpi
  const width = px(PAPER_MM[paper].width)
  const height = px(PAPER_MM[paper].height)
  const cell = px(MARKER_MM / CELLS)
  const side = cell * CELLS
  const edge = px(EDGE_MM)
  const spacing = { across: width - 2 * edge - side, down: height - 2 * edge - side }
  const variant: CardVariant = { paper, dpi, spacingMm: { across: mm(spacing.across), down: mm(spacing.down) } }
  const inFrame = (box: Box): Rectangle => ({
    left: mm(box.left - width / 2),
    top: mm(box.top - height / 2),
    right: mm(box.left + box.width - width / 2),
    bottom: mm(box.top + box.height - height / 2),
  })

  const ids = markerIds(paper, dpi)
  const markers = CORNERS.map((corner, index): CardMarker => {
    const left = edge + (index % 2) * spacing.across
    const top = edge + Math.floor(index / 2) * spacing.down
    const centreMm = [mm(left + side / 2 - width / 2), mm(top + side / 2 - height / 2)] as const
    return { id: ids[index]!, corner, left, top, side, cell, centreMm, halfMm: mm(side / 2) }
  })

  const stripTop = edge
  const stripBottom = edge + spacing.down
  // Bare paper is the neutral field: a printed grey is a raster of dots, and a camera sees them.
  const field: Box = {
    left: px(8),
    top: edge + side + px(6),
    width: width - 2 * px(8),
    height: spacing.down - side - px(6) - px(11),
  }
  const line = Math.max(1, px(0.35))
  const ruler: Box = {
    left: edge + Math.floor(side / 2),
    top: stripBottom - px(6) - line,
    width: spacing.across,
    height: line,
  }
  const strip = { left: edge + side + px(8), width: spacing.across - side - px(16) }
  const patch: Box = {
    left: strip.left + strip.width - px(PATCH_MM.width),
    top: stripBottom + side - px(PATCH_MM.height),
    width: px(PATCH_MM.width),
    height: px(PATCH_MM.height),
  }
  const upper: Box = { ...strip, top: stripTop, height: side }
  const lower: Box = { ...strip, top: stripBottom - px(5.5), height: side + px(5.5) }
  const brackets = bracketsOf(field, px(BRACKET_MM), line)
  const ticks = ticksOf(ruler, px, line)

  return {
    variant,
    width,
    height,
    markers,
    boxes: [
      ...brackets.map((box) => ({ ...box, shade: PALE })),
      ...[ruler, ...ticks].map((box) => ({ ...box, shade: BLACK })),
      ...frameOf(patch, line).map((box) => ({ ...box, shade: BLACK })),
    ],
    writings: writings(variant, { upper, lower, patch, ruler }, dpi / MM_PER_INCH),
    regions: {
      page: inFrame({ left: 0, top: 0, width, height }),
      field: inFrame(field),
      whitePatch: inFrame(patch),
      printed: [
        ...markers.map(({ left, top }) => inFrame({ left, top, width: side, height: side })),
        ...[upper, lower, { ...ruler, top: ruler.top - px(3), height: px(3) + line }, ...brackets].map(inFrame),
      ],
    },
  }
}

/** Outside the field, so that what lies in it is paper alone. */
function bracketsOf(field: Box, arm: number, line: number): Box[] {
  const [right, bottom] = [field.left + field.width, field.top + field.height]
  return [
    { left: field.left - line, top: field.top - line, width: arm, height: line },
    { left: field.left - line, top: field.top - line, width: line, height: arm },
    { left: right + line - arm, top: field.top - line, width: arm, height: line },
    { left: right, top: field.top - line, width: line, height: arm },
    { left: field.left - line, top: bottom, width: arm, height: line },
    { left: field.left - line, top: bottom + line - arm, width: line, height: arm },
    { left: right + line - arm, top: bottom, width: arm, height: line },
    { left: right, top: bottom + line - arm, width: line, height: arm },
  ]
}

/** The line's own length is exact; the tick of each centimetre stands in the pixel nearest to it. */
function ticksOf(ruler: Box, px: (mm: number) => number, line: number): Box[] {
  const end = ruler.left + ruler.width
  const tick = (left: number, height: number): Box => ({ left, top: ruler.top - height, width: line, height })
  const ticks = [tick(ruler.left, px(3)), tick(end - line, px(3))]
  for (let cm = 1; ruler.left + px(10 * cm) < end - px(2); cm++) {
    ticks.push(tick(ruler.left + px(10 * cm) - Math.floor(line / 2), px(cm % 5 === 0 ? 2.4 : 1.4)))
  }
  return ticks
}

function frameOf(box: Box, line: number): Box[] {
  return [
    { left: box.left - line, top: box.top - line, width: box.width + 2 * line, height: line },
    { left: box.left - line, top: box.top + box.height, width: box.width + 2 * line, height: line },
    { left: box.left - line, top: box.top, width: line, height: box.height },
    { left: box.left + box.width, top: box.top, width: line, height: box.height },
  ]
}
