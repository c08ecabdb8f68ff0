import type { CardPlane, Rectangle } from '../types.ts'
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
  const ought = new Uint32Array(width * height)
  let oughts = 0
  const wide = printed.map((part) => grown(part, INK_MARGIN_MM))
  const clear = grown(field, -INK_MARGIN_MM)
  const places = placesOnCard(survey, plane)
  for (let index = 0; index < open.length; index++) {
    const [x, y] = [places.x[index]!, places.y[index]!]
    if (!within(x, y, page)) continue
    open[index] = 1
    // The field holds no print: most cells are told by it alone.
    if (within(x, y, clear)) ought[oughts++] = index
    else if (wide.some((part) => within(x, y, part))) inked[index] = 1
  }
  return { from: 'card_field', open, printed: inked, ought: ought.slice(0, oughts) }
}

/** Mapped exactly at every eighth cell and straight between: enough to tell paper from ink. */
function placesOnCard({ width, height, cell }: Survey, plane: CardPlane): { x: Float32Array; y: Float32Array } {
  const columns = Math.ceil(width / LATTICE) + 1
  const rows = Math.ceil(height / LATTICE) + 1
  const knots = { x: new Float32Array(columns * rows), y: new Float32Array(columns * rows) }
  for (let knot = 0; knot < columns * rows; knot++) {
    const column = knot % columns
    const row = (knot - column) / columns
    const place = plane.toPlane([(column * LATTICE + 0.5) * cell, (row * LATTICE + 0.5) * cell])
    knots.x[knot] = place[0]
    knots.y[knot] = place[1]
  }
  return { x: spread(knots.x), y: spread(knots.y) }

  function spread(values: Float32Array): Float32Array {
    const between = new Float32Array(width * height)
    for (let row = 0; row < height; row++) {
      const upper = Math.floor(row / LATTICE) * columns
      const lower = (row % LATTICE) / LATTICE
      for (let column = 0; column < width; column++) {
        const knot = upper + Math.floor(column / LATTICE)
        const right = (column % LATTICE) / LATTICE
        const above = values[knot]! + right * (values[knot + 1]! - values[knot]!)
        const below = values[knot + columns]! + right * (values[knot + columns + 1]! - values[knot + columns]!)
        between[row * width + column] = above + lower * (below - above)
      }
    }
    return between
  }
}

function within(x: number, y: number, { left, top, right, bottom }: Rectangle): boolean {
  return x >= left && x <= right && y >= top && y <= bottom
}

function grown({ left, top, right, bottom }: Rectangle, by: number): Rectangle {
  return { left: left - by, top: top - by, right: right + by, bottom: bottom + by }
}
