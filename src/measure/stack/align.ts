import type { Box } from './boxes.ts'
import { ROUGHLY, type Strips, stripsAlong } from './counts.ts'
import type { Field } from './field.ts'
import { type Grid, plainGrid } from './grid.ts'
import { repeats } from './repeats.ts'

const AXES = [
  { low: 'left', high: 'right', along: 'columns', parts: 'across', sag: 'sagAcross' },
  { low: 'top', high: 'bottom', along: 'rows', parts: 'down', sag: 'sagDown' },
] as const
type Axis = (typeof AXES)[number]

const LEAST_ALIKE = 0.12

/** A box whose outer lines are moved to where most repeats, whatever multiple of a crate it is that does. */
export function alignedBox(field: Field, box: Box, strips: Strips): Box {
  return { ...box, ...alignedAlong(field, box, strips, AXES[0]), ...alignedAlong(field, box, strips, AXES[1]) }
}

/** An edge is as wide as it is blurred, and a box may begin before it: thin seams are then nowhere near equal parts. */
const WITHIN_EDGES = 5

function alignedAlong(field: Field, box: Box, strips: Strips, axis: Axis): Partial<Box> {
  const { low, high, along, parts } = axis
  const tries = [0, WITHIN_EDGES].flatMap((one) =>
    [0, WITHIN_EDGES].map((other) => {
      const within = { ...box, [low]: box[low] + one, [high]: box[high] - other }
      const values = one + other === 0 ? strips[along] : stripsAlong(field, within, along)
      return { within, values, most: Math.max(...values) }
    }),
  )
  const { within, values, most } = tries.reduce((one, other) => (other.most > one.most ? other : one))
  if (most <= LEAST_ALIKE) return {}
  const grid = moved(field, { ...plainGrid(within, 1, 1), [parts]: mostOf(values) }, axis, [5, 2])
  return { [low]: grid[low], [high]: grid[high] }
}

/** Outer lines a few pixels off, or a stand read a little wrong, lay every face askew. */
export function alignedGrid(field: Field, grid: Grid): Grid {
  const across = sagging(field, moved(field, grid, AXES[0], [4, 2]), AXES[0])
  if (grid.down === 1) return across
  return sagging(field, moved(field, across, AXES[1], [4, 2]), AXES[1])
}

function mostOf(strips: Float64Array): number {
  return Math.max(2, strips.indexOf(Math.max(...strips)))
}

/** What is gained must be more than nothing. */
const WORTH_MOVING = 0.002

function moved(field: Field, start: Grid, { low, high, along }: Axis, steps: readonly number[]): Grid {
  let grid = start
  for (const step of steps) {
    const tries: Try[] = []
    for (const one of [0, -step, step]) {
      for (const other of [0, -step, step]) {
        const cost = WORTH_MOVING * (Number(one !== 0) + Number(other !== 0))
        tries.push({ grid: { ...grid, [low]: grid[low] + one, [high]: grid[high] + other }, cost })
      }
    }
    grid = best(field, tries, along)
  }
  return grid
}

const SAGS = [0.03, 0.015, 0.007]
const WORTH_SAGGING = 0.003

function sagging(field: Field, start: Grid, { along, parts, sag }: Axis): Grid {
  let grid = start
  if (grid[parts] < 3) return grid
  for (const size of SAGS) {
    const tries = [0, -size, size].map((more) => ({
      grid: { ...grid, [sag]: grid[sag] + more },
      cost: more === 0 ? 0 : WORTH_SAGGING,
    }))
    grid = best(field, tries, along)
  }
  return grid
}

interface Try {
  grid: Grid
  cost: number
}

function best(field: Field, tries: readonly Try[], along: Axis['along']): Grid {
  const rated = tries.map(({ grid, cost }) => ({ grid, value: repeats(field, grid, along, ROUGHLY) - cost }))
  return rated.reduce((one, other) => (other.value > one.value ? other : one)).grid
}
