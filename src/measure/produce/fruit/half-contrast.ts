import { type Curve, inwardNormals, resampled, runningLength, smoothed } from './curve.ts'
import type { Grid } from './grid.ts'

/** Taps from the line at which skin and ground are read: far off at first, then beside the edge, where shading is its own. */
const PASSES = [
  { from: 4, to: 8 },
  { from: 3, to: 5 },
] as const
/** Of the ground's own light: less is a gradient, no edge. */
const LEAST_CONTRAST = 0.08
const MOST_SHIFT = 5
const NEIGHBOURS = 6
const ASTRAY = 0.75
const MOST_EDGELESS = 0.25
const NORMAL_SIGMA = 3
const SHIFT_SIGMA = 3

/**
 * Moves a line of equal colour distance to where the picture is a given share of the way from the local background
 * to the local skin: blur and shadow shift the first kind of line, not the second. Null where most of it has no edge.
 */
export function atShareOfContrast(grid: Grid, line: Curve, share: number): Curve | null {
  let [column, row] = resampled(line, Math.max(64, Math.round(runningLength(line).at(-1)!)))
  for (const pass of PASSES) {
    const { to: reach } = pass
    const profile = new Float64Array((2 * reach + 1) * 3)
    const normal = inwardNormals(smoothed([column, row], NORMAL_SIGMA), 2)
    const shift = column.map((_, index) => {
      for (let tap = -reach; tap <= reach; tap++) {
        read(grid, column[index]! + tap * normal.x[index]!, row[index]! + tap * normal.y[index]!, profile, tap + reach)
      }
      return crossing(profile, pass, share)
    })
    if (shift.filter(Number.isNaN).length > MOST_EDGELESS * shift.length) return null
    const steady = steadied(shift)
    const [even] = smoothed([steady, steady], SHIFT_SIGMA)
    column = column.map((value, index) => value + even[index]! * normal.x[index]!)
    row = row.map((value, index) => value + even[index]! * normal.y[index]!)
  }
  return [column, row]
}

/** Where along the profile (outside first) the light passes the share; not a number where there is no edge. */
function crossing(profile: Float64Array, { from, to }: (typeof PASSES)[number], share: number): number {
  const skin = mean(profile, to + from, 2 * to)
  const ground = mean(profile, 0, to - from)
  const [red, green, blue] = [skin[0] - ground[0], skin[1] - ground[1], skin[2] - ground[2]]
  const contrast = red * red + green * green + blue * blue
  const bright = ground[0] ** 2 + ground[1] ** 2 + ground[2] ** 2
  if (contrast < LEAST_CONTRAST ** 2 * bright) return Number.NaN
  const passed = (tap: number) =>
    (red * (profile[tap * 3]! - ground[0]) +
      green * (profile[tap * 3 + 1]! - ground[1]) +
      blue * (profile[tap * 3 + 2]! - ground[2])) /
      contrast -
    share
  let nearest = Number.NaN
  let before = passed(to - MOST_SHIFT)
  for (let tap = to - MOST_SHIFT + 1; tap <= to + MOST_SHIFT; tap++) {
    const here = passed(tap)
    if (before < 0 && here >= 0) {
      const at = tap - 1 - before / (here - before) - to
      if (!(Math.abs(at) >= Math.abs(nearest))) nearest = at
    }
    before = here
  }
  return nearest
}

function mean(profile: Float64Array, from: number, to: number): [number, number, number] {
  const sums: [number, number, number] = [0, 0, 0]
  for (let tap = from; tap <= to; tap++) {
    for (let channel = 0; channel < 3; channel++) sums[channel]! += profile[tap * 3 + channel]!
  }
  const count = to - from + 1
  return [sums[0] / count, sums[1] / count, sums[2] / count]
}

/** A shift that strays from its neighbours gives way to their median: a fleck at the edge must not dent the outline. */
function steadied(shift: Float64Array): Float64Array {
  const count = shift.length
  const near = new Float64Array(2 * NEIGHBOURS + 1)
  return shift.map((own, index) => {
    const before = shift[(index + count - 2) % count]!
    const after = shift[(index + 2) % count]!
    if (Math.abs(own - before) < ASTRAY / 2 && Math.abs(own - after) < ASTRAY / 2) return own
    let taken = 0
    for (let offset = -NEIGHBOURS; offset <= NEIGHBOURS; offset++) {
      const value = shift[(index + offset + count) % count]!
      if (!Number.isNaN(value)) near[taken++] = value
    }
    if (taken === 0) return 0
    const middle = near.subarray(0, taken).sort()[taken >> 1]!
    return Math.abs(own - middle) < ASTRAY ? own : middle
  })
}

function read({ width, height, light }: Grid, x: number, y: number, into: Float64Array, tap: number): void {
  const across = Math.max(0, Math.min(width - 1.001, x))
  const down = Math.max(0, Math.min(height - 1.001, y))
  const column = Math.floor(across)
  const row = Math.floor(down)
  const right = across - column
  const lower = down - row
  const at = (row * width + column) * 3
  const below = at + width * 3
  for (let channel = 0; channel < 3; channel++) {
    const upper = light[at + channel]! + right * (light[at + 3 + channel]! - light[at + channel]!)
    const under = light[below + channel]! + right * (light[below + 3 + channel]! - light[below + channel]!)
    into[tap * 3 + channel] = upper + lower * (under - upper)
  }
}
