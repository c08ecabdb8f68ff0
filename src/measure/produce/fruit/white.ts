import type { CardPlane, Pixels } from '../types.ts'
import type { Background } from './background.ts'
import { LIGHT, labOf, type Rgb } from './light.ts'

/** Light that a white patch throws back under the light of the picture. */
export interface White {
  from: 'card_white_patch' | 'background' | 'none'
  light: Rgb
}

const STEPS = 12
/** Of paper and of the patch against a perfect white. */
const PAPER = 0.9
const BRIGHT = 0.25
const MOST_TINT = 14

export function whiteOf(pixels: Pixels, plane: CardPlane | null, background: Background): White {
  const patch = plane && patchLight(pixels, plane)
  if (patch) return { from: 'card_white_patch', light: [patch[0] / PAPER, patch[1] / PAPER, patch[2] / PAPER] }
  const [red, green, blue] = background.middle
  const { a, b } = labOf(red, green, blue)
  if (green > BRIGHT && Math.hypot(a, b) < MOST_TINT) return { from: 'background', light: [red, green, blue] }
  return { from: 'none', light: [1, 1, 1] }
}

/** The median of a lattice over the patch; null where the patch lies outside the picture or in the dark. */
function patchLight({ width, height, data }: Pixels, plane: CardPlane): Rgb | null {
  const { left, top, right, bottom } = plane.regions.whitePatch
  const samples: [number, number, number][] = []
  for (let row = 0; row < STEPS; row++) {
    for (let column = 0; column < STEPS; column++) {
      const across = 0.15 + (0.7 * (column + 0.5)) / STEPS
      const down = 0.15 + (0.7 * (row + 0.5)) / STEPS
      const [x, y] = plane.toImage([left + across * (right - left), top + down * (bottom - top)]).map(Math.floor)
      if (x! < 0 || y! < 0 || x! >= width || y! >= height) continue
      const at = (y! * width + x!) * 3
      samples.push([LIGHT[data[at]!]!, LIGHT[data[at + 1]!]!, LIGHT[data[at + 2]!]!])
    }
  }
  if (samples.length < (STEPS * STEPS) / 2) return null
  const median = (channel: 0 | 1 | 2) =>
    samples.map((sample) => sample[channel]).sort((a, b) => a - b)[samples.length >> 1]!
  const light: Rgb = [median(0), median(1), median(2)]
  return light[1] < 0.02 ? null : light
}
