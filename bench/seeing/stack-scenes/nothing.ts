import { grain, type Random } from '../../../src/measure/produce/scene/random.ts'
import { box, type Canvas, type Colour, canvas, ellipse, shaded, weave } from './canvas.ts'

/** Scenes in which nothing is stacked in rows and columns. */
export const NOTHINGS = ['room', 'people', 'noise', 'field', 'pile', 'street'] as const
export type Nothing = (typeof NOTHINGS)[number]

export function paintNothing(kind: Nothing, width: number, height: number, draw: Random): Canvas {
  const on = canvas(width, height, [150, 150, 150])
  const seed = Math.floor(draw.next() * 1e6)
  if (kind === 'room' || kind === 'people') paintRoom(on, draw, seed)
  if (kind === 'people') for (let index = 0; index < draw.between(1, 5); index++) paintPerson(on, draw)
  if (kind === 'noise')
    weave(on, 0, 0, width, height, (x, y) => 0.4 + grain(x / 14, y / 14, seed) + 0.4 * grain(x / 3, y / 3, seed))
  if (kind === 'field') paintField(on, seed)
  if (kind === 'pile') paintPile(on, draw)
  if (kind === 'street') paintStreet(on, draw, seed)
  return on
}

function someColour(draw: Random): Colour {
  return [draw.between(40, 220), draw.between(40, 220), draw.between(40, 220)]
}

function paintRoom(on: Canvas, draw: Random, seed: number): void {
  const { width, height } = on
  const floor = draw.between(0.6, 0.8) * height
  box(on, 0, 0, width, floor, shaded([205, 198, 184], draw.between(0.7, 1.1)))
  box(on, 0, floor, width, height - floor, shaded([130, 104, 78], draw.between(0.7, 1.2)))
  box(on, 0, floor - 0.02 * height, width, 0.02 * height, [236, 234, 228])
  const doorAt = draw.between(0.05, 0.8) * width
  box(on, doorAt, floor - 0.5 * height, 0.16 * width, 0.5 * height, someColour(draw))
  for (let index = 0; index < draw.between(1, 4); index++) {
    const [x, y] = [draw.between(0, 0.8) * width, draw.between(0.05, 0.35) * height]
    const [wide, tall] = [draw.between(0.08, 0.22) * width, draw.between(0.08, 0.22) * height]
    box(on, x, y, wide, tall, [60, 48, 36])
    box(on, x + 5, y + 5, wide - 10, tall - 10, someColour(draw))
  }
  const [tableX, tableWide, tableTop] = [
    draw.between(0.05, 0.4) * width,
    draw.between(0.3, 0.5) * width,
    floor - draw.between(0, 0.12) * height,
  ]
  const wood = someColour(draw)
  box(on, tableX, tableTop, tableWide, 0.03 * height, wood)
  for (const share of [0.04, 0.9])
    box(on, tableX + share * tableWide, tableTop, 0.03 * width, 0.22 * height, shaded(wood, 0.7))
  weave(on, 0, 0, width, height, (x, y) => 0.95 + 0.1 * grain(x / 60, y / 60, seed))
}

function paintPerson(on: Canvas, draw: Random): void {
  const tall = draw.between(0.35, 0.8) * on.height
  const [x, feet] = [draw.between(0.1, 0.9) * on.width, draw.between(0.85, 1.05) * on.height]
  const top = feet - tall
  const [shirt, trousers] = [someColour(draw), someColour(draw)]
  for (const leg of [-1, 1]) ellipse(on, x + leg * 0.07 * tall, feet - 0.24 * tall, 0.06 * tall, 0.26 * tall, trousers)
  for (const arm of [-1, 1]) ellipse(on, x + arm * 0.17 * tall, top + 0.36 * tall, 0.045 * tall, 0.2 * tall, shirt)
  ellipse(on, x, top + 0.35 * tall, 0.14 * tall, 0.2 * tall, shirt)
  ellipse(on, x, top + 0.08 * tall, 0.06 * tall, 0.08 * tall, [206, 160, 128])
}

function paintField(on: Canvas, seed: number): void {
  const { width, height } = on
  const horizon = 0.4 * height
  box(on, 0, 0, width, horizon, [178, 200, 226])
  box(on, 0, horizon, width, height - horizon, [92, 122, 56])
  weave(on, 0, horizon, width, height - horizon, (x, y) => 0.5 + grain(x / 5, y / 3, seed))
  weave(on, 0, 0, width, horizon, (x, y) => 0.85 + 0.25 * grain(x / 90, y / 40, seed))
}

/** Boxes of every size, each on what is below it. */
function paintPile(on: Canvas, draw: Random): void {
  const { width, height } = on
  box(on, 0, 0.8 * height, width, 0.2 * height, [120, 118, 114])
  let x = 0.06 * width
  while (x < 0.85 * width) {
    const wide = draw.between(0.07, 0.26) * width
    let floor = draw.between(0.8, 0.86) * height
    const top = draw.between(0.1, 0.5) * height
    while (floor > top) {
      const tall = draw.between(0.07, 0.28) * height
      const own = wide * draw.between(0.7, 1)
      const left = x + draw.between(0, 1) * (wide - own)
      box(on, left, floor - tall, own, tall, [30, 26, 22])
      box(on, left + 2, floor - tall + 2, own - 4, tall - 4, shaded([186, 148, 104], draw.between(0.75, 1.15)))
      box(on, left + own * 0.2, floor - tall * 0.6, own * 0.3, tall * 0.25, [234, 232, 226])
      floor -= tall
    }
    x += wide + draw.between(0, 0.05) * width
  }
}

function paintStreet(on: Canvas, draw: Random, seed: number): void {
  const { width, height } = on
  box(on, 0, 0, width, 0.5 * height, [190, 205, 222])
  let x = 0
  while (x < width) {
    const wide = draw.between(0.1, 0.3) * width
    const top = draw.between(0.05, 0.35) * height
    box(on, x, top, wide, 0.7 * height - top, someColour(draw))
    x += wide
  }
  box(on, 0, 0.7 * height, width, 0.3 * height, [84, 84, 88])
  for (let index = 0; index < 4; index++) {
    const [left, wide] = [draw.between(-0.1, 0.9) * width, draw.between(0.12, 0.3) * width]
    const bottom = draw.between(0.75, 0.95) * height
    box(on, left, bottom - 0.35 * wide, wide, 0.25 * wide, someColour(draw))
    box(on, left + 0.2 * wide, bottom - 0.52 * wide, 0.55 * wide, 0.2 * wide, [70, 84, 96])
    for (const wheel of [0.22, 0.78])
      ellipse(on, left + wheel * wide, bottom - 0.1 * wide, 0.09 * wide, 0.09 * wide, [24, 24, 26])
  }
  weave(on, 0, 0, width, height, (px, py) => 0.94 + 0.12 * grain(px / 25, py / 25, seed))
}

/** The trap: rows and columns without end, of which every frame shows a part. */
export function paintTiles(width: number, height: number, draw: Random): Canvas {
  const tile = draw.between(0.06, 0.16) * width
  const tall = tile * draw.pick([1, 1, 0.5, 1.4])
  const colour = shaded([226, 228, 226], draw.between(0.7, 1.05))
  const on = canvas(width, height, shaded(colour, draw.pick([0.62, 0.8])))
  const [fromX, fromY] = [-draw.between(0.2, 0.8) * tile, -draw.between(0.2, 0.8) * tall]
  for (let y = fromY; y < height; y += tall) {
    for (let x = fromX; x < width; x += tile)
      box(on, x + 1.5, y + 1.5, tile - 3, tall - 3, shaded(colour, draw.between(0.96, 1.03)))
  }
  return on
}
