import { BOLD, drawText, fillBox, REGULAR } from '../../../imaging/draw.ts'
import type { Pixels } from '../types.ts'
import { CELLS, isWhiteCell } from './dictionary.ts'
import type { Box, CardLayout, CardMarker } from './layout.ts'

/** The card's image, one pixel for one of the printer's. */
export function renderCardPixels(layout: CardLayout): Pixels {
  const { width, height } = layout
  const pixels: Pixels = { width, height, data: new Uint8Array(width * height * 3).fill(255) }
  for (const marker of layout.markers) {
    fillBox(pixels, { left: marker.left, top: marker.top, width: marker.side, height: marker.side }, [0, 0, 0])
    for (const cell of whiteCells(marker)) fillBox(pixels, cell, [255, 255, 255])
  }
  for (const { shade, ...box } of layout.boxes) fillBox(pixels, box, [shade, shade, shade])
  for (const { text, x, y, size, bold, align, shade } of layout.writings) {
    drawText(pixels, text, [x, y], { size, align, colour: [shade, shade, shade], weight: bold ? BOLD : REGULAR })
  }
  return pixels
}

export function whiteCells({ id, left, top, cell }: CardMarker): Box[] {
  const cells: Box[] = []
  for (let row = 0; row < CELLS; row++) {
    for (let column = 0; column < CELLS; column++) {
      if (!isWhiteCell(id, row, column)) continue
      cells.push({ left: left + column * cell, top: top + row * cell, width: cell, height: cell })
    }
  }
  return cells
}
