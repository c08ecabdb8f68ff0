import type { Pixels } from '../../imaging/decode.ts'

/** Shares of the picture by colour alone; they add up to 1. */
export interface ColourShares {
  /** Greener than red and blue together allow for: leaves, grass, and anything painted so. */
  green: number
  /** Soil, straw, dry leaves, wood. */
  brown: number
  /** Blue or overcast white in the upper half, down from the upper edge: a sheet of paper on a table hangs from none. */
  sky: number
  /** Blue in the lower half. */
  blue_below: number
  /** Without colour, neither dark nor bright: asphalt, concrete, stone, rain. */
  grey: number
  bright: number
  dark: number
  other: number
}

const NAMES = ['green', 'brown', 'sky', 'blue_below', 'grey', 'bright', 'dark', 'other'] as const
type Colour = (typeof NAMES)[number]

/** Excess green, (2g - r - b) / (r + g + b), from which on a pixel counts as green. */
export const LEAST_EXCESS_GREEN = 0.06

/** A wire or a bird does not end the sky below it. */
const MOST_BETWEEN_SKY = 4

export function colourShares({ width, height, data }: Pixels): ColourShares {
  const counts = Object.fromEntries(NAMES.map((name) => [name, 0])) as Record<Colour, number>
  const sinceSky = new Uint32Array(width)
  for (let row = 0; row < height; row++)
    for (let col = 0; col < width; col++) {
      const at = 3 * (row * width + col)
      const colour = colourOf(data[at]!, data[at + 1]!, data[at + 2]!, 2 * row < height)
      const hangs = sinceSky[col]! <= MOST_BETWEEN_SKY
      counts[colour === 'sky' && !hangs ? 'other' : colour]++
      if (hangs) sinceSky[col] = colour === 'sky' ? 0 : sinceSky[col]! + 1
    }
  const shares = NAMES.map((name) => [name, Math.round((1e4 * counts[name]) / (width * height)) / 1e4])
  return Object.fromEntries(shares) as Record<Colour, number>
}

export function colourOf(r: number, g: number, b: number, isUpper: boolean): Colour {
  const most = Math.max(r, g, b)
  const least = Math.min(r, g, b)
  if (most < 40) return 'dark'
  const saturation = (most - least) / most
  if ((2 * g - r - b) / (r + g + b) >= LEAST_EXCESS_GREEN && g >= r && g > b) return 'green'
  if (b === most && b - Math.min(r, g) > 12 && saturation >= 0.08) return isUpper ? 'sky' : 'blue_below'
  if (saturation < 0.12) {
    if (most >= 215) return isUpper ? 'sky' : 'bright'
    return 'grey'
  }
  if (r === most && g >= b && (g - b) / (r - b || 1) >= 0.25 && saturation <= 0.75) return 'brown'
  return 'other'
}
