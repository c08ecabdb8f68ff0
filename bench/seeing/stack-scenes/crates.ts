import { grain, type Random } from '../../../src/measure/produce/scene/random.ts'
import { box, type Canvas, type Colour, ellipse, shaded, weave } from './canvas.ts'

export const MATERIALS = ['cardboard', 'plastic', 'wood'] as const
export type Material = (typeof MATERIALS)[number]
export const DRESSINGS = ['bare', 'labels', 'some labels', 'print', 'tape', 'band'] as const
export type Dressing = (typeof DRESSINGS)[number]

/** What all crates of a load have in common; each differs from it a little. */
export interface Make {
  material: Material
  dressing: Dressing
  colour: Colour
  ribs: number
  slats: number
  postsOutside: boolean
  handHole: boolean
  /** Where the label sits, as shares of the face. */
  label: { x: number; y: number; width: number; height: number }
  seed: number
}

const CARDBOARD: Colour[] = [
  [188, 148, 104],
  [170, 130, 90],
  [205, 172, 128],
  [222, 218, 208],
]
const PLASTIC: Colour[] = [
  [40, 80, 170],
  [190, 45, 40],
  [40, 130, 70],
  [110, 112, 116],
  [205, 170, 40],
  [48, 50, 54],
]
const WOOD: Colour[] = [
  [198, 160, 108],
  [176, 132, 82],
  [214, 186, 140],
]

export function drawMake(draw: Random, material: Material, dressing: Dressing): Make {
  const width = draw.between(0.25, 0.5)
  const height = draw.between(0.2, 0.45)
  return {
    material,
    dressing,
    colour: draw.pick({ cardboard: CARDBOARD, plastic: PLASTIC, wood: WOOD }[material]),
    ribs: Math.floor(draw.between(3, 8)),
    slats: draw.pick([2, 3, 3, 4]),
    postsOutside: draw.next() < 0.6,
    handHole: draw.next() < (material === 'plastic' ? 0.7 : 0.25),
    label: { x: draw.between(0.08, 0.92 - width), y: draw.between(0.12, 0.9 - height), width, height },
    seed: Math.floor(draw.next() * 1e6),
  }
}

interface Spot {
  x: number
  y: number
  width: number
  height: number
}

export function paintCrate(on: Canvas, spot: Spot, make: Make, draw: Random): void {
  const colour = shaded(make.colour, draw.between(0.93, 1.07))
  if (make.material === 'cardboard') paintCarton(on, spot, make, colour)
  else if (make.material === 'plastic') paintPlastic(on, spot, make, colour)
  else paintWood(on, spot, make, colour, draw)
  if (make.handHole && make.material !== 'wood') paintHandHole(on, spot)
  dress(on, spot, make, draw)
  const { x, y, width, height } = spot
  weave(on, x, y, width, height, (column, row) => 0.94 + 0.12 * grain(column / 9, row / 9, make.seed))
}

function paintCarton(on: Canvas, { x, y, width, height }: Spot, make: Make, colour: Colour): void {
  box(on, x, y, width, height, colour)
  const edge = Math.max(0.8, 0.012 * width)
  box(on, x, y, width, edge, shaded(colour, 1.12))
  box(on, x, y + height - edge, width, edge, shaded(colour, 0.86))
  weave(on, x, y, width, height, (column, row) => 0.98 + 0.04 * grain(column / 2, row / 40, make.seed + 7))
}

function paintPlastic(on: Canvas, { x, y, width, height }: Spot, make: Make, colour: Colour): void {
  const rim = 0.14 * height
  box(on, x, y, width, height, shaded(colour, 0.82))
  const rib = Math.max(1, 0.035 * width)
  for (let index = 1; index <= make.ribs; index++) {
    const at = x + (width * index) / (make.ribs + 1)
    box(on, at - rib / 2, y + rim, rib, height - 1.7 * rim, shaded(colour, 1.12))
    box(on, at + rib / 2, y + rim, rib * 0.6, height - 1.7 * rim, shaded(colour, 0.6))
  }
  box(on, x, y, width, rim, shaded(colour, 1.08))
  box(on, x, y + rim, width, Math.max(0.8, 0.02 * height), shaded(colour, 0.55))
  box(on, x, y + height - 0.7 * rim, width, 0.7 * rim, shaded(colour, 0.98))
  const corner = 0.05 * width
  box(on, x, y, corner, height, shaded(colour, 1.05))
  box(on, x + width - corner, y, corner, height, shaded(colour, 0.92))
}

function paintWood(on: Canvas, spot: Spot, make: Make, colour: Colour, draw: Random): void {
  const { x, y, width, height } = spot
  box(on, x, y, width, height, [38, 30, 22])
  const post = 0.09 * width
  const posts = () => {
    for (const left of [x, x + width - post]) box(on, left, y, post, height, shaded(colour, 0.9))
  }
  if (!make.postsOutside) posts()
  const gap = 0.07 * height
  const tall = (height - gap * (make.slats - 1)) / make.slats
  for (let slat = 0; slat < make.slats; slat++) {
    const top = y + slat * (tall + gap)
    const own = shaded(colour, draw.between(0.88, 1.08))
    box(on, x, top, width, tall, own)
    const seed = make.seed + Math.floor(draw.next() * 1000)
    weave(on, x, top, width, tall, (column, row) => 0.9 + 0.18 * grain(column / 30, row / 2, seed))
  }
  if (make.postsOutside) posts()
}

function paintHandHole(on: Canvas, { x, y, width, height }: Spot): void {
  ellipse(on, x + width / 2, y + 0.24 * height, 0.14 * width, 0.07 * height, [24, 22, 20])
}

function dress(on: Canvas, spot: Spot, make: Make, draw: Random): void {
  const { x, y, width, height } = spot
  const { dressing } = make
  if (dressing === 'labels' || (dressing === 'some labels' && draw.next() < 0.6)) paintLabel(on, spot, make, draw)
  if (dressing === 'tape') {
    const wide = 0.12 * width
    box(on, x + (width - wide) / 2, y, wide, draw.between(0.18, 0.3) * height, [206, 186, 150], 0.85)
    box(on, x + (width - wide) / 2, y + 0.82 * height, wide, 0.18 * height, [206, 186, 150], 0.85)
  }
  if (dressing === 'band') box(on, x, y + 0.58 * height, width, 0.2 * height, [60, 70, 110], 0.8)
  if (dressing === 'print') {
    const ink: Colour = [50, 46, 44]
    ellipse(on, x + 0.24 * width, y + 0.4 * height, 0.11 * width, 0.17 * height, [150, 50, 40])
    for (let line = 0; line < 3; line++) {
      let at = x + 0.42 * width
      while (at < x + 0.86 * width) {
        const letter = draw.between(0.012, 0.05) * width
        box(on, at, y + (0.3 + 0.14 * line) * height, letter, 0.07 * height, ink)
        at += letter * 1.5
      }
    }
  }
}

function paintLabel(on: Canvas, { x, y, width, height }: Spot, { label }: Make, draw: Random): void {
  const left = x + (label.x + draw.between(-0.03, 0.03)) * width
  const top = y + (label.y + draw.between(-0.03, 0.03)) * height
  const [wide, tall] = [label.width * width, label.height * height]
  box(on, left, top, wide, tall, [238, 238, 234])
  let at = left + 0.1 * wide
  while (at < left + 0.85 * wide) {
    const bar = draw.between(0.01, 0.05) * wide
    box(on, at, top + 0.45 * tall, bar, 0.4 * tall, [20, 20, 22])
    at += bar + draw.between(0.02, 0.06) * wide
  }
  box(on, left + 0.1 * wide, top + 0.15 * tall, 0.6 * wide, 0.12 * tall, [60, 60, 64])
}
