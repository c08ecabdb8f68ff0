import type { Pixels } from '../../../src/imaging/decode.ts'
import type { Colour } from '../../../src/imaging/draw.ts'
import type { Place } from '../../../src/measure/ppe/seen.ts'

/** A picture that can be painted over, its original left as it was. */
export function copyOf({ width, height, data }: Pixels): Pixels {
  return { width, height, data: Uint8Array.from(data) }
}

export interface Cloth {
  colour: Colour
  /** How much of the light and shadow below shows through, 0..1. */
  shading?: number
  /** Weave, as a share of the colour. */
  weave?: number
}

/** Paints every pixel that `isIn` accepts; light and shadow of what was there go over to the cloth. */
export function paint(pixels: Pixels, corners: readonly Place[], cloth: Cloth, isIn: (place: Place) => boolean): void {
  const { width, height, data } = pixels
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)]
  const [left, right] = [Math.max(0, Math.floor(Math.min(...xs))), Math.min(width, Math.ceil(Math.max(...xs)))]
  const [top, bottom] = [Math.max(0, Math.floor(Math.min(...ys))), Math.min(height, Math.ceil(Math.max(...ys)))]
  const places: number[] = []
  for (let row = top; row < bottom; row++) {
    for (let column = left; column < right; column++) {
      if (isIn([column + 0.5, row + 0.5])) places.push((row * width + column) * 3)
    }
  }
  const light = (at: number) => 0.3 * data[at]! + 0.59 * data[at + 1]! + 0.11 * data[at + 2]!
  const lights = places.map(light).sort((a, b) => a - b)
  const middle = Math.max(1, lights[Math.floor(lights.length / 2)] ?? 1)
  for (const at of places) {
    const shade = 1 + (cloth.shading ?? 0.5) * (Math.min(2, light(at) / middle) - 1)
    const thread = 1 + (cloth.weave ?? 0.04) * (noise(at) - 0.5)
    for (let channel = 0; channel < 3; channel++) {
      data[at + channel] = Math.max(0, Math.min(255, Math.round(cloth.colour[channel]! * shade * thread)))
    }
  }
}

export function inPolygon(corners: readonly Place[]): (place: Place) => boolean {
  return ([x, y]) => {
    let inside = false
    for (let index = 0; index < corners.length; index++) {
      const [[ax, ay], [bx, by]] = [corners[index]!, corners[(index + 1) % corners.length]!]
      if (ay <= y !== by <= y && ax + ((y - ay) / (by - ay)) * (bx - ax) > x) inside = !inside
    }
    return inside
  }
}

export function inDisc([cx, cy]: Place, radius: number): (place: Place) => boolean {
  return ([x, y]) => Math.hypot(x - cx, y - cy) < radius
}

export function discCorners([cx, cy]: Place, radius: number): Place[] {
  return [
    [cx - radius, cy - radius],
    [cx + radius, cy + radius],
  ]
}

/** The same pixel always gets the same thread. */
function noise(at: number): number {
  const mixed = Math.imul(at ^ (at >>> 7), 2654435761) >>> 0
  return mixed / 2 ** 32
}
