import type { Random } from '../../../src/measure/produce/scene/random.ts'
import { box, type Canvas, type Colour, canvas } from './canvas.ts'
import { type Make, paintCrate } from './crates.ts'

/** Rows of crates whose face looks at the camera; one crate is one unit high. */
export interface Load {
  across: number
  down: number
  /** Of a crate: width over height. */
  aspect: number
  /** Between crates, as a share of their height. */
  gap: number
  /** How far each crate stands from its place, as a share of its height. */
  jitter: number
  /** Of the top row: the first crate that is there, and the first after it that is not. */
  topRow: [from: number, to: number]
  /** Rows shifted against each other like bricks, by this share of a crate. */
  bond: number
  make: Make
}

/** The front of a load: its picture, and where there is a crate at all. */
export interface Face extends Canvas {
  solid: Uint8Array
  pixelsAUnit: number
  /** Around the load's nominal outline, in units: crates stand out of line. */
  margin: number
}

const BEHIND: Colour = [26, 22, 20]
const MARGIN = 0.12

export function widthOf({ across, aspect }: Load): number {
  return across * aspect
}

export function isThere({ topRow }: Load, row: number, column: number): boolean {
  return row > 0 || (column >= topRow[0] && column < topRow[1])
}

export function facesOf(load: Load): number {
  return load.across * (load.down - 1) + load.topRow[1] - load.topRow[0]
}

/** Square on, at so many pixels a unit. */
export function paintFace(load: Load, pixelsAUnit: number, draw: Random): Face {
  const { across, down, aspect, gap, jitter, bond, make } = load
  const [wide, tall, margin] = [aspect * pixelsAUnit, pixelsAUnit, MARGIN * pixelsAUnit]
  const on = canvas(Math.ceil(across * wide + 2 * margin), Math.ceil(down * tall + 2 * margin), BEHIND)
  const face: Face = { ...on, solid: new Uint8Array(on.width * on.height), pixelsAUnit, margin: MARGIN }
  const seam = Math.max(0.8, gap * tall)
  const off = () => jitter * tall * Math.max(-1.5, Math.min(1.5, draw.gaussian()))
  for (let row = 0; row < down; row++) {
    const shift = row % 2 === 1 ? bond * wide : 0
    for (let column = shift > 0 ? -1 : 0; column < across; column++) {
      const left = Math.max(0, column * wide + shift)
      const right = Math.min(across * wide, (column + 1) * wide + shift)
      const spot = {
        x: margin + left + seam / 2 + off(),
        y: margin + row * tall + seam / 2 + off() * 0.5,
        width: right - left - seam + off() * 0.5,
        height: tall - seam,
      }
      if (!isThere(load, row, column)) continue
      paintCrate(on, spot, make, draw)
      box(on, spot.x - 1, spot.y, 1, spot.height, BEHIND, 0.5)
      const reach = seam + 3 * jitter * tall
      const [toLeft, toRight] = [
        left > 0 && isThere(load, row, column - 1),
        right < across * wide && isThere(load, row, column + 1),
      ]
      markSolid(face, spot.x - (toLeft ? reach : 0), spot.y - (row > 0 ? reach : 0), {
        right: spot.x + spot.width + (toRight ? reach : 0),
        bottom: spot.y + spot.height + (row < down - 1 ? reach : 0),
      })
    }
  }
  return face
}

function markSolid({ solid, width, height }: Face, x: number, y: number, to: { right: number; bottom: number }): void {
  for (let row = Math.max(0, Math.round(y)); row < Math.min(height, Math.round(to.bottom)); row++) {
    solid.fill(1, row * width + Math.max(0, Math.round(x)), row * width + Math.min(width, Math.round(to.right)))
  }
}
