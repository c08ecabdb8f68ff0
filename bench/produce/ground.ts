import { cardLayout } from '../../src/measure/produce/card/layout.ts'
import type { Paper, Point, Rectangle } from '../../src/measure/produce/types.ts'

/** Where on a card fruit may lie, and what it may hide from the camera. */
export interface Ground {
  field: Rectangle
  markers: Rectangle[]
  isField(point: Point): boolean
  isMarkerClear(point: Point): boolean
}

export function cardGround(paper: Paper, dpi: number): Ground {
  const { regions, markers } = cardLayout({ paper, dpi })
  const squares = markers.map(({ centreMm: [x, y], halfMm }) => ({
    left: x - halfMm,
    top: y - halfMm,
    right: x + halfMm,
    bottom: y + halfMm,
  }))
  return {
    field: regions.field,
    markers: squares,
    isField: (point) => isWithin(point, regions.field, -1),
    isMarkerClear: (point) =>
      isWithin(point, regions.page, -3) && !squares.some((square) => isWithin(point, square, 3)),
  }
}

function isWithin([x, y]: Point, { left, top, right, bottom }: Rectangle, marginMm: number): boolean {
  return x > left - marginMm && x < right + marginMm && y > top - marginMm && y < bottom + marginMm
}
