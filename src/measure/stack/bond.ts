import type { Field } from './field.ts'
import type { Grid } from './grid.ts'
import { placesOf, rowMeans } from './repeats.ts'

/** What of the rows of a grid is laid like bricks. */
export interface Bond {
  /** How like the lower half of a face its upper half is, moved to the side as bricks are; and how much more than unmoved. */
  halves: { alike: number; more: number }
  /** How much more alike every second row is, from end to end, than rows that follow each other. */
  rows: number
}

const SAMPLE = 2.5
/** Of a face: lines that are a little off are no bond. What is taken for a face may be several bricks wide. */
const LEAST_MOVED = 0.1

/** Of all below the top row, which may be begun only, by what differs along a row. */
export function bondOf(field: Field, grid: Grid): Bond {
  const samples = samplesOf(field, grid)
  const face = meanFace(samples)
  const least = Math.round(LEAST_MOVED * face.wide)
  const moves = Array.from({ length: face.wide - 2 * least }, (_, index) => least + index)
  const alike = Math.max(...moves.map((moved) => halvesAlike(face, moved)))
  return {
    halves: { alike, more: alike - halvesAlike(face, 0) },
    rows: samples.down - samples.firstRow < 3 ? 0 : rowsAlike(samples, 2) - rowsAlike(samples, 1),
  }
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

function meanFace(samples: Samples): Samples {
  const { wide, tall, across, down, firstRow } = samples
  const length = across * wide
  const slopes = samples.slopes.map((all) => {
    const [sums, counts] = [new Float32Array(wide * tall), new Float32Array(wide * tall)]
    for (let row = firstRow * tall; row < down * tall; row++) {
      const to = (row % tall) * wide
      for (let column = 0; column < length; column++) {
        const slope = all[row * length + column]!
        if (Number.isNaN(slope)) continue
        sums[to + (column % wide)]! += slope
        counts[to + (column % wide)]!++
      }
    }
    return sums.map((sum, at) => sum / counts[at]!)
  }) as [Float32Array, Float32Array]
  return { wide, tall, across: 1, down: 1, firstRow: 0, slopes }
}

/** The right end of a face is joined to the left, where the next begins. */
function halvesAlike({ wide, tall, slopes }: Samples, moved: number): number {
  const half = tall >> 1
  const pairs = Array.from({ length: half }, (_, row): Pair[] => {
    const [upper, lower] = [row * wide, (row + tall - half) * wide]
    return [
      { one: upper, other: lower + moved, length: wide - moved },
      { one: upper + wide - moved, other: lower, length: moved },
    ]
  })
  return cosine(slopes, pairs.flat())
}

function rowsAlike({ wide, tall, across, down, firstRow, slopes }: Samples, apart: number): number {
  const length = across * wide * tall
  let sum = 0
  for (let row = firstRow; row + apart < down; row++)
    sum += cosine(slopes, [{ one: row * length, other: (row + apart) * length, length }])
  return sum / (down - firstRow - apart)
}

/** Two stretches of samples, from where each begins. */
interface Pair {
  one: number
  other: number
  length: number
}

function cosine(slopes: Samples['slopes'], pairs: readonly Pair[]): number {
  let [product, ones, others] = [0, 0, 0]
  for (const { one, other, length } of pairs) {
    for (const values of slopes) {
      for (let at = 0; at < length; at++) {
        const [a, b] = [values[one + at]!, values[other + at]!]
        if (Number.isNaN(a) || Number.isNaN(b)) continue
        product += a * b
        ones += a * a
        others += b * b
      }
    }
  }
  return product / (Math.sqrt(ones * others) || 1)
}
