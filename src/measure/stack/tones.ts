import { columnLines, rowLines } from './grid.ts'
import type { Plane } from './plane.ts'
import type { Stacked } from './top-row.ts'

/** Of fewer columns two rows soon change together by chance. */
const FEWEST_COLUMNS = 6
/** Of a face, on each side: seams and shadows are not its own. */
const MARGIN = 0.15

/** How much two rows change their tone together from one column to the next: 1 is as one, 0 is by chance. */
export function tonesTogether(plane: Plane, lattice: Stacked): number {
  const { from, to } = lattice.topRow
  if (to - from < FEWEST_COLUMNS) return 0
  const [upper, lower] = [0, 1].map((row) => changesAlong(tonesOf(plane, lattice, row).slice(from, to)))
  return dot(upper!, lower!) / (Math.sqrt(dot(upper!, upper!) * dot(lower!, lower!)) || 1)
}

/** The middle brightness of every face of a row: labels and prints are less than half of one. */
function tonesOf({ width, values }: Plane, lattice: Stacked, row: number): number[] {
  const columns = columnLines(lattice)
  const [firstY, lastY] = within(rowLines(lattice), row)
  return columns.slice(1).map((_, column) => {
    const [firstX, lastX] = within(columns, column)
    const tones: number[] = []
    for (let y = firstY; y < lastY; y++) for (let x = firstX; x < lastX; x++) tones.push(values[y * width + x]!)
    return tones.sort((one, other) => one - other)[tones.length >> 1] ?? 0
  })
}

function within(lines: readonly number[], part: number): [first: number, last: number] {
  const [from, to] = [lines[part]!, lines[part + 1]!]
  return [Math.round(from + MARGIN * (to - from)), Math.round(to - MARGIN * (to - from))]
}

function changesAlong(tones: readonly number[]): number[] {
  return tones.slice(1).map((tone, index) => tone - tones[index]!)
}

function dot(one: readonly number[], other: readonly number[]): number {
  return one.reduce((sum, value, index) => sum + value * other[index]!, 0)
}
