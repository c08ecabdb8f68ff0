import type { Field } from './field.ts'
import type { Grid } from './grid.ts'
import { placesOf, rowMeans } from './repeats.ts'

/** How alike two stretches are once one is moved to the side as bricks are, and how much more than unmoved. */
export interface Moved {
  alike: number
  more: number
}

/** What of the rows of a grid is laid like bricks. */
export interface Bond {
  /** The upper half of the usual face and the lower. */
  halves: Moved
  /** Rows that follow each other. */
  rows: Moved
  /** How much more alike every second row is, from end to end, than rows that follow each other. */
  byTurns: number
}

const SAMPLE = 2.5
/** Of a face: lines that are a little off are no bond. What is taken for a face may be several bricks wide. */
const LEAST_MOVED = 0.1

/** By what differs along a row; the top row may be begun only, and is left out where there are enough others. */
export function bondOf(field: Field, grid: Grid): Bond {
  const samples = samplesOf(field, grid)
  const { wide, tall, down, firstRow } = samples
  const face = meanFace(samples, firstRow, down)
  const half = tall >> 1
  const rows = Array.from({ length: down }, (_, row) => meanFace(samples, row, row + 1))
  const pairs = rows.slice(1).map((below, row) => [rows[row]!, below, row % 2] as const)
  return {
    halves: movedMost(wide, (moved) => alikeMoved(wide, half, [face, 0], [face, tall - half], moved)),
    rows: movedMost(wide, (moved) => {
      // What is laid to one side of the row above is laid to the other side of the row below.
      const alike = pairs.map(([above, below, turn]) =>
        alikeMoved(wide, tall, [above, 0], [below, 0], turn === 0 ? moved : wide - moved),
      )
      return alike.reduce((sum, one) => sum + one, 0) / Math.max(1, alike.length)
    }),
    byTurns: down - firstRow < 3 ? 0 : rowsAlike(samples, 2) - rowsAlike(samples, 1),
  }
}

function movedMost(wide: number, alikeAt: (moved: number) => number): Moved {
  const least = Math.round(LEAST_MOVED * wide)
  const moves = Array.from({ length: wide - 2 * least }, (_, index) => least + index)
  const alike = Math.max(...moves.map(alikeAt))
  return { alike, more: alike - alikeAt(0) }
}

/** Slopes sample by sample, NaN where there is nothing to say. */
interface Samples {
  wide: number
  tall: number
  across: number
  down: number
  firstRow: number
  slopes: readonly [across: Float32Array, down: Float32Array]
}

function samplesOf(field: Field, grid: Grid): Samples {
  const { across, down, left, right, top, bottom } = grid
  const wide = Math.max(4, Math.round((right - left) / across / SAMPLE))
  const tall = Math.max(4, Math.round((bottom - top) / down / SAMPLE))
  const columns = placesOf(across * wide, left, right, grid.sagAcross, field.width)
  const rows = placesOf(down * tall, top, bottom, grid.sagDown, field.height)
  const means = rowMeans(field, grid, rows)
  const slopes = [0, 1].map(() => new Float32Array(columns.length * rows.length).fill(Number.NaN)) as [
    Float32Array,
    Float32Array,
  ]
  for (let j = 0; j < rows.length; j++) {
    const start = rows[j]! * field.width
    if (start < 0) continue
    for (let i = 0; i < columns.length; i++) {
      const x = columns[i]!
      if (x < 0) continue
      slopes[0][j * columns.length + i] = field.across[start + x]!
      slopes[1][j * columns.length + i] = field.down[start + x]! - means[j]!
    }
  }
  return { wide, tall, across, down, firstRow: down > 1 ? 1 : 0, slopes }
}

type Slopes = Samples['slopes']

/** Of all faces in some of the rows. */
function meanFace({ wide, tall, across, slopes }: Samples, fromRow: number, toRow: number): Slopes {
  const length = across * wide
  return slopes.map((all) => {
    const [sums, counts] = [new Float32Array(wide * tall), new Float32Array(wide * tall)]
    for (let row = fromRow * tall; row < toRow * tall; row++) {
      const to = (row % tall) * wide
      for (let column = 0; column < length; column++) {
        const slope = all[row * length + column]!
        if (Number.isNaN(slope)) continue
        sums[to + (column % wide)]! += slope
        counts[to + (column % wide)]!++
      }
    }
    return sums.map((sum, at) => sum / counts[at]!)
  }) as unknown as Slopes
}

/** So many lines of two faces, each from a line on: the right end of a face is joined to the left, where the next begins. */
function alikeMoved(
  wide: number,
  lines: number,
  [one, oneLine]: readonly [Slopes, number],
  [other, otherLine]: readonly [Slopes, number],
  moved: number,
): number {
  const pairs = Array.from({ length: lines }, (_, line): Pair[] => {
    const [above, below] = [(oneLine + line) * wide, (otherLine + line) * wide]
    return [
      { one: above, other: below + moved, length: wide - moved },
      { one: above + wide - moved, other: below, length: moved },
    ]
  })
  return cosine(one, other, pairs.flat())
}

function rowsAlike({ wide, tall, across, down, firstRow, slopes }: Samples, apart: number): number {
  const length = across * wide * tall
  let sum = 0
  for (let row = firstRow; row + apart < down; row++)
    sum += cosine(slopes, slopes, [{ one: row * length, other: (row + apart) * length, length }])
  return sum / (down - firstRow - apart)
}

/** Two stretches of samples, from where each begins. */
interface Pair {
  one: number
  other: number
  length: number
}

function cosine(one: Slopes, other: Slopes, pairs: readonly Pair[]): number {
  let [product, ones, others] = [0, 0, 0]
  for (const way of [0, 1] as const) {
    const [first, second] = [one[way], other[way]]
    for (const pair of pairs) {
      for (let at = 0; at < pair.length; at++) {
        const [a, b] = [first[pair.one + at]!, second[pair.other + at]!]
        if (Number.isNaN(a) || Number.isNaN(b)) continue
        product += a * b
        ones += a * a
        others += b * b
      }
    }
  }
  return product / (Math.sqrt(ones * others) || 1)
}
