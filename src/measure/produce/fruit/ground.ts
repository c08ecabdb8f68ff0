import type { CardPlane, Point, Rectangle } from '../types.ts'
import type { Survey } from './survey.ts'

/** Of the printed parts' rectangles: ink spreads and corners are a fraction of a millimetre off. */
const INK_MARGIN_MM = 1.5
const LATTICE = 8
const BORDER_SHARE = 0.03

/** Which cells of the survey could hold fruit, and which tell the background's colour. */
export interface Ground {
  from: 'card_field' | 'picture_border'
  /** 1 where fruit is looked for: on the card's page, or anywhere without a card. */
  open: Uint8Array
  /** 1 where the card is printed dark: only tint tells fruit from ink there. */
  printed: Uint8Array
  /** Cells that ought to be background. */
  ought: Uint32Array
}

export function groundOf(survey: Survey, plane: CardPlane | null): Ground {
  return plane === null ? borderGround(survey) : cardGround(survey, plane)
}

function borderGround({ width, height }: Survey): Ground {
  const margin = Math.max(2, Math.round(BORDER_SHARE * Math.max(width, height)))
  const ought: number[] = []
  for (let index = 0; index < width * height; index++) {
    const column = index % width
    const row = Math.floor(index / width)
    if (Math.min(column, row, width - 1 - column, height - 1 - row) < margin) ought.push(index)
  }
  return {
    from: 'picture_border',
    open: new Uint8Array(width * height).fill(1),
    printed: new Uint8Array(width * height),
    ought: Uint32Array.from(ought),
  }
}

function cardGround(survey: Survey, plane: CardPlane): Ground {
  const { width, height } = survey
  const { page, field, printed } = plane.regions
  const open = new Uint8Array(width * height)
  const inked = new Uint8Array(width * height)
  const ought: number[] = []
  const wide = printed.map((part) => grown(part, INK_MARGIN_MM))
  const placeOf = placesOnCard(survey, plane)
  for (let index = 0; index < open.length; index++) {
    const place = placeOf(index)
    if (!within(place, page)) continue
    open[index] = 1
    if (wide.some((part) => within(place, part))) inked[index] = 1
    else if (within(place, field)) ought.push(index)
  }
  return { from: 'card_field', open, printed: inked, ought: Uint32Array.from(ought) }
}

/** Mapped exactly at every eighth cell and straight between: enough to tell paper from ink. */
function placesOnCard({ width, height, cell }: Survey, plane: CardPlane): (index: number) => Point {
  const columns = Math.ceil(width / LATTICE) + 1
  const rows = Math.ceil(height / LATTICE) + 1
  const x = new Float64Array(columns * rows)
  const y = new Float64Array(columns * rows)
  for (let knot = 0; knot < x.length; knot++) {
    const place = plane.toPlane([
      ((knot % columns) * LATTICE + 0.5) * cell,
      (Math.floor(knot / columns) * LATTICE + 0.5) * cell,
    ])
    x[knot] = place[0]
    y[knot] = place[1]
  }
  return (index) => {
    const across = (index % width) / LATTICE
    const down = Math.floor(index / width) / LATTICE
    const column = Math.floor(across)
    const row = Math.floor(down)
    const knot = row * columns + column
    return [between(x, knot, across - column, down - row), between(y, knot, across - column, down - row)]
  }

  function between(values: Float64Array, knot: number, right: number, lower: number): number {
    const above = values[knot]! + right * (values[knot + 1]! - values[knot]!)
    const below = values[knot + columns]! + right * (values[knot + columns + 1]! - values[knot + columns]!)
    return above + lower * (below - above)
  }
}

export function within([x, y]: Point, { left, top, right, bottom }: Rectangle): boolean {
  return x >= left && x <= right && y >= top && y <= bottom
}

function grown({ left, top, right, bottom }: Rectangle, by: number): Rectangle {
  return { left: left - by, top: top - by, right: right + by, bottom: bottom + by }
}
