import type { Field } from './field.ts'
import type { Grid } from './grid.ts'
import { placesOf, rowMeans } from './repeats.ts'

/** How far bricks are laid from those below them, as a share of one. */
export const BONDS: readonly number[] = [0.35, 0.43, 0.5, 0.57, 0.65]

/** What of the rows of a grid is laid like bricks. */
export interface Bond {
  /** How like the lower half of a face its upper half is, moved to the side as bricks are; and how much more than unmoved. */
  halves: { alike: number; more: number }
  /** How much more alike every second row is, from end to end, than rows that follow each other. */
  rows: number
}

const SAMPLE = 2.5

/** Of all below the top row, which may be begun only, by what differs along a row. */
export function bondOf(field: Field, grid: Grid): Bond {
  const samples = samplesOf(field, grid)
  const face = meanFace(samples)
  const alike = Math.max(...BONDS.map((bond) => halvesAlike(face, bond)))
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
  rows.forEach((y, j) => {
    if (y < 0) return
    columns.forEach((x, i) => {
      if (x < 0) return
      slopes[0][j * columns.length + i] = field.across[y * field.width + x]!
      slopes[1][j * columns.length + i] = field.down[y * field.width + x]! - means[j]!
    })
  })
  return { wide, tall, across, down, firstRow: down > 1 ? 1 : 0, slopes }
}

function meanFace(samples: Samples): Samples {
  const { wide, tall, across, down, firstRow } = samples
  const length = across * wide
  const slopes = samples.slopes.map((all) => {
    const [sums, counts] = [new Float32Array(wide * tall), new Float32Array(wide * tall)]
    for (let at = firstRow * tall * length; at < down * tall * length; at++) {
      if (Number.isNaN(all[at])) continue
      const to = (Math.floor(at / length) % tall) * wide + (at % wide)
      sums[to]! += all[at]!
      counts[to]!++
    }
    return sums.map((sum, at) => sum / counts[at]!)
  }) as [Float32Array, Float32Array]
  return { wide, tall, across: 1, down: 1, firstRow: 0, slopes }
}

/** The right end of a face is joined to the left, where the next begins. */
function halvesAlike({ wide, tall, slopes }: Samples, bond: number): number {
  const half = tall >> 1
  const shift = Math.round(bond * wide)
  return cosine(slopes, half * wide, (at) => {
    const [row, column] = [Math.floor(at / wide), at % wide]
    return [at, (row + tall - half) * wide + ((column + shift) % wide)]
  })
}

function rowsAlike({ wide, tall, across, down, firstRow, slopes }: Samples, apart: number): number {
  const size = across * wide * tall
  const pairs = down - firstRow - apart
  let sum = 0
  for (let row = firstRow; row + apart < down; row++)
    sum += cosine(slopes, size, (at) => [row * size + at, (row + apart) * size + at])
  return sum / pairs
}

function cosine(
  slopes: Samples['slopes'],
  count: number,
  pairOf: (at: number) => readonly [one: number, other: number],
): number {
  let [product, ones, others] = [0, 0, 0]
  for (let at = 0; at < count; at++) {
    const [one, other] = pairOf(at)
    for (const values of slopes) {
      const [a, b] = [values[one]!, values[other]!]
      if (Number.isNaN(a) || Number.isNaN(b)) continue
      product += a * b
      ones += a * a
      others += b * b
    }
  }
  return product / (Math.sqrt(ones * others) || 1)
}
