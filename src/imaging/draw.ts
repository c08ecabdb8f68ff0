import type { Pixels } from './decode.ts'
import { textStrokes, textWidth } from './font.ts'

export type Colour = readonly [red: number, green: number, blue: number]
type Place = readonly [x: number, y: number]

/** Coordinates are in pixels; the centre of the first pixel is 0.5, 0.5. Everything is clipped to the picture. */
export function fillBox(
  pixels: Pixels,
  box: { left: number; top: number; width: number; height: number },
  colour: Colour,
): void {
  const left = Math.max(0, box.left)
  const right = Math.min(pixels.width, box.left + box.width)
  const bottom = Math.min(pixels.height, box.top + box.height)
  const isGrey = colour[0] === colour[1] && colour[1] === colour[2]
  for (let row = Math.max(0, box.top); row < bottom; row++) {
    const start = (row * pixels.width + left) * 3
    const end = (row * pixels.width + right) * 3
    if (isGrey) pixels.data.fill(colour[0], start, Math.max(start, end))
    else for (let at = start; at < end; at += 3) pixels.data.set(colour, at)
  }
}

export interface Pen {
  width: number
  colour: Colour
  /** 0..1, of the ink. */
  opacity?: number
}

/** Round caps and joints, edges smoothed. Where a line crosses itself it is no darker. */
export function drawLines(pixels: Pixels, lines: readonly (readonly Place[])[], pen: Pen): void {
  const reach = pen.width / 2 + 1
  const area = areaOf(pixels, lines, reach)
  if (area === null) return
  const ink = new Uint8Array(area.width * area.height)
  for (const line of lines) {
    for (let index = 0; index < Math.max(1, line.length - 1); index++) {
      inkSegment(ink, area, line[index]!, line[index + 1] ?? line[index]!, pen.width / 2)
    }
  }
  lay(pixels, area, ink, pen)
}

export interface TextStyle {
  /** Height of a capital letter. */
  size: number
  colour: Colour
  /** Of the strokes, as a share of the capital height. */
  weight?: number
  align?: 'left' | 'centre' | 'right'
  /** Drawn around the letters first, so that they read on any picture. */
  halo?: Colour
}

export const REGULAR = 0.12
export const BOLD = 0.16

/** At the baseline. */
export function drawText(pixels: Pixels, text: string, [x, y]: Place, style: TextStyle): void {
  const { size, colour, weight = REGULAR, halo } = style
  const lines = placedText(text, [x, y], style)
  if (halo) drawLines(pixels, lines, { width: size * (weight + 0.22), colour: halo })
  drawLines(pixels, lines, { width: size * weight, colour })
}

/** The same strokes for whoever draws them with other means. */
export function placedText(text: string, [x, y]: Place, { size, align = 'left' }: TextStyle): Place[][] {
  const shift = { left: 0, centre: 0.5, right: 1 }[align] * textWidth(text)
  return textStrokes(text).map((line) => line.map(([dx, dy]) => [x + (dx - shift) * size, y + dy * size] as const))
}

/** By the even-odd rule, edges smoothed. */
export function fillPolygon(pixels: Pixels, corners: readonly Place[], colour: Colour, opacity = 1): void {
  const area = areaOf(pixels, [corners], 1)
  if (area === null) return
  const ink = new Uint8Array(area.width * area.height)
  const covered = new Float32Array(area.width)
  for (let row = 0; row < area.height; row++) {
    covered.fill(0)
    for (let part = 0; part < PARTS; part++) {
      const crossings = crossingsAt(corners, area.top + row + (part + 0.5) / PARTS)
      for (let index = 0; index + 1 < crossings.length; index += 2) {
        coverSpan(covered, crossings[index]! - area.left, crossings[index + 1]! - area.left)
      }
    }
    for (let column = 0; column < area.width; column++) {
      ink[row * area.width + column] = Math.round((255 * covered[column]!) / PARTS)
    }
  }
  lay(pixels, area, ink, { colour, opacity })
}

const PARTS = 4

function crossingsAt(corners: readonly Place[], y: number): number[] {
  const crossings: number[] = []
  for (let index = 0; index < corners.length; index++) {
    const [ax, ay] = corners[index]!
    const [bx, by] = corners[(index + 1) % corners.length]!
    if (ay <= y !== by <= y) crossings.push(ax + ((y - ay) / (by - ay)) * (bx - ax))
  }
  return crossings.sort((a, b) => a - b)
}

function coverSpan(covered: Float32Array, from: number, to: number): void {
  const last = Math.min(covered.length, Math.ceil(to))
  for (let column = Math.max(0, Math.floor(from)); column < last; column++) {
    covered[column]! += Math.max(0, Math.min(to, column + 1) - Math.max(from, column))
  }
}

interface Area {
  left: number
  top: number
  width: number
  height: number
}

function areaOf({ width, height }: Pixels, lines: readonly (readonly Place[])[], reach: number): Area | null {
  let [left, top, right, bottom] = [width, height, 0, 0]
  for (const line of lines) {
    for (const [x, y] of line) {
      left = Math.min(left, Math.floor(x - reach))
      top = Math.min(top, Math.floor(y - reach))
      right = Math.max(right, Math.ceil(x + reach))
      bottom = Math.max(bottom, Math.ceil(y + reach))
    }
  }
  left = Math.max(0, left)
  top = Math.max(0, top)
  right = Math.min(width, right)
  bottom = Math.min(height, bottom)
  return right <= left || bottom <= top ? null : { left, top, width: right - left, height: bottom - top }
}

function inkSegment(ink: Uint8Array, area: Area, [ax, ay]: Place, [bx, by]: Place, half: number): void {
  const [dx, dy] = [bx - ax, by - ay]
  const lengthSquared = dx * dx + dy * dy
  const reach = half + 1
  const firstRow = Math.max(area.top, Math.floor(Math.min(ay, by) - reach))
  const lastRow = Math.min(area.top + area.height, Math.ceil(Math.max(ay, by) + reach))
  for (let row = firstRow; row < lastRow; row++) {
    const [from, to] = columnsNear(ax, ay, dx, dy, row + 0.5, reach)
    const first = Math.max(area.left, Math.floor(from))
    const last = Math.min(area.left + area.width, Math.ceil(to))
    for (let column = first; column < last; column++) {
      const [px, py] = [column + 0.5 - ax, row + 0.5 - ay]
      const along = lengthSquared === 0 ? 0 : Math.max(0, Math.min(1, (px * dx + py * dy) / lengthSquared))
      const distance = Math.hypot(px - along * dx, py - along * dy)
      // A line thinner than a pixel is paler, never wider.
      const cover = Math.min(1, half + 0.5 - distance, 2 * half)
      const at = (row - area.top) * area.width + column - area.left
      if (cover > 0) ink[at] = Math.max(ink[at]!, Math.round(255 * cover))
    }
  }
}

/** Between which columns a row can come near the segment: a long slanted line must not cost its whole rectangle. */
function columnsNear(ax: number, ay: number, dx: number, dy: number, y: number, reach: number): [number, number] {
  if (Math.abs(dy) < 1e-9) return [Math.min(ax, ax + dx) - reach, Math.max(ax, ax + dx) + reach]
  const shares = [(y - reach - ay) / dy, (y + reach - ay) / dy].map((share) => Math.max(0, Math.min(1, share)))
  const [p, q] = [ax + shares[0]! * dx, ax + shares[1]! * dx]
  return [Math.min(p, q) - reach, Math.max(p, q) + reach]
}

function lay({ width, data }: Pixels, area: Area, ink: Uint8Array, pen: { colour: Colour; opacity?: number }): void {
  const opacity = (pen.opacity ?? 1) / 255
  for (let row = 0; row < area.height; row++) {
    for (let column = 0; column < area.width; column++) {
      const cover = ink[row * area.width + column]! * opacity
      if (cover === 0) continue
      const at = ((area.top + row) * width + area.left + column) * 3
      for (let channel = 0; channel < 3; channel++) {
        const below = data[at + channel]!
        data[at + channel] = Math.round(below + cover * (pen.colour[channel]! - below))
      }
    }
  }
}
