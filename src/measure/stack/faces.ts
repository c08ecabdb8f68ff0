import type { Field } from './field.ts'
import { cellSize, type Grid, sagged } from './grid.ts'
import { columnMeans, OUTLINE, rowMeans } from './repeats.ts'

/**
 * How like the usual face every place of a grid is, and every place around it: 1 is as like as the middle one of those
 * within, 0 is chance. Column and row count from 0; -1 and across (or down) are the places just outside.
 */
export interface Faces {
  whole(column: number, row: number): number
  /** By what differs along a row: seams and whatever stands upright. */
  byColumns(column: number, row: number): number
  byRows(column: number, row: number): number
  /** Without the lower quarter, where the lid of what stands below is seen. */
  upper(column: number, row: number): number
  upperByColumns(column: number, row: number): number
  /** The share of the place that the frame shows. */
  shown(column: number, row: number): number
  /** How like the usual face a row is that is laid like bricks upon the others, somewhere between two of them. */
  laidBetween(row: number): number
  /** Of the faces within: how like the mean of the others the middle one is. */
  usual: { columns: number; rows: number }
}

const HARDLY_ALIKE = 0.3

/** Faces that have so little in common say nothing of what is beside them. */
export function areHardlyAlike({ usual }: Faces): boolean {
  return Math.max(usual.columns, usual.rows) < HARDLY_ALIKE
}

const SAMPLE = 2.5
const UPPER = 0.75
/** Pixels: crates at the side stand out of line too, and lines that are a little off are more so there. */
const SHIFTS: readonly (readonly [dx: number, dy: number])[] = [
  [0, 0],
  [-3, 0],
  [3, 0],
  [0, -3],
  [0, 3],
]

interface Likeness {
  columns: number
  rows: number
  upperColumns: number
  upperRows: number
  shown: number
}

export function facesOf(field: Field, inFrame: Uint8Array, grid: Grid): Faces {
  const { across, down } = grid
  const firstRow = down > 1 ? 1 : 0
  const usualFace = usualFaceOf(field, inFrame, grid, firstRow)
  const places: Likeness[] = []
  for (let row = -1; row <= down; row++) {
    for (let column = -1; column <= across; column++) {
      const isWithin = row >= firstRow && row < down && column >= 0 && column < across
      if (isWithin) places.push(usualFace.compare(column, row, 0, 0, true))
      else places.push(likestNear(usualFace, column, row))
    }
  }
  const at = (column: number, row: number) => places[(row + 1) * (across + 2) + column + 1]!
  const usual = (pick: (likeness: Likeness) => number) => {
    const within: number[] = []
    for (let row = firstRow; row < down; row++)
      for (let column = 0; column < across; column++) within.push(pick(at(column, row)))
    return Math.max(LEAST_USUAL, within.sort((a, b) => a - b)[within.length >> 1]!)
  }
  const columns = usual((likeness) => likeness.columns)
  const rows = usual((likeness) => likeness.rows)
  const upperColumns = usual((likeness) => likeness.upperColumns)
  const upperRows = usual((likeness) => likeness.upperRows)
  return {
    whole: (column, row) => (at(column, row).columns / columns + at(column, row).rows / rows) / 2,
    byColumns: (column, row) => at(column, row).columns / columns,
    byRows: (column, row) => at(column, row).rows / rows,
    upper: (column, row) => (at(column, row).upperColumns / upperColumns + at(column, row).upperRows / upperRows) / 2,
    upperByColumns: (column, row) => at(column, row).upperColumns / upperColumns,
    shown: (column, row) => at(column, row).shown,
    laidBetween(row) {
      const [wide] = cellSize(grid)
      const likes = BONDS.map((bond) => {
        let sum = 0
        for (let column = 0; column < across - 1; column++)
          sum += usualFace.compare(column, row, Math.round(bond * wide), 0, false).columns
        return sum / (across - 1) / columns
      })
      return Math.max(...likes)
    },
    usual: { columns, rows },
  }
}

/** How far bricks are laid from those below them, as a share of one. */
const BONDS = [0.35, 0.43, 0.5, 0.57, 0.65]

/** Where the faces themselves are hardly alike, nothing is like them. */
const LEAST_USUAL = 0.2

function likestNear({ compare }: UsualFace, column: number, row: number): Likeness {
  const [there, ...near] = SHIFTS.map(([dx, dy]) => compare(column, row, dx, dy, false))
  const likest = near.reduce(
    (one, other) => (other.columns + other.rows > one.columns + one.rows ? other : one),
    there!,
  )
  return { ...likest, shown: there!.shown }
}

interface UsualFace {
  /** A face that is part of the mean is left out of it. */
  compare(column: number, row: number, dx: number, dy: number, isPart: boolean): Likeness
}

function usualFaceOf(field: Field, inFrame: Uint8Array, grid: Grid, firstRow: number): UsualFace {
  const { across, down, left, top, right, bottom } = grid
  const { width, height } = field
  const wide = Math.max(4, Math.round((right - left) / across / SAMPLE))
  const tall = Math.max(4, Math.round((bottom - top) / down / SAMPLE))
  const columns = placesOf(across, left, right, grid.sagAcross, wide)
  const rows = placesOf(down, top, bottom, grid.sagDown, tall)
  const acrossMeans = columnMeans(
    field,
    grid,
    Int32Array.from({ length: width }, (_, column) => column),
  )
  const downMeans = rowMeans(
    field,
    grid,
    Int32Array.from({ length: height }, (_, row) => row),
  )
  const size = wide * tall
  // Slopes across and down, and both once more without what runs along the whole column or row.
  const [sumA, sumD, sumA0, sumD0, counts] = Array.from({ length: 5 }, () => new Float32Array(size)) as [
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
  ]
  for (let row = firstRow; row < down; row++) {
    for (let v = 0; v < tall; v++) {
      const y = rows.at[(row + 1) * tall + v]!
      if (y < 0 || y >= height || rows.isOutline[(row + 1) * tall + v] === 1) continue
      for (let i = wide; i < (across + 1) * wide; i++) {
        const x = columns.at[i]!
        if (x < 0 || x >= width || columns.isOutline[i] === 1 || inFrame[y * width + x] === 0) continue
        const to = v * wide + (i % wide)
        const a = field.across[y * width + x]!
        const d = field.down[y * width + x]!
        sumA[to]! += a
        sumD[to]! += d
        sumA0[to]! += a - acrossMeans[x]!
        sumD0[to]! += d - downMeans[y]!
        counts[to]!++
      }
    }
  }
  function compare(column: number, row: number, dx: number, dy: number, isPart: boolean): Likeness {
    const own = isPart ? 1 : 0
    let [p, o, q, p0, o0, q0, seen] = [0, 0, 0, 0, 0, 0, 0]
    let [upperColumns, upperRows] = [0, 0]
    for (let v = 0; v < tall; v++) {
      if (v === Math.floor(UPPER * tall)) [upperColumns, upperRows] = [cosine(p, o, q), cosine(p0, o0, q0)]
      const j = (row + 1) * tall + v
      const y = rows.at[j]! + dy
      if (y < 0 || y >= height) continue
      for (let u = 0; u < wide; u++) {
        const i = (column + 1) * wide + u
        const x = columns.at[i]! + dx
        const at = y * width + x
        if (x < 0 || x >= width || inFrame[at] === 0) continue
        seen++
        const to = v * wide + u
        const rest = counts[to]! - own
        if (columns.isOutline[i] === 1 || rows.isOutline[j] === 1 || rest < 1) continue
        const a = field.across[at]!
        const d = field.down[at]!
        const a0 = a - acrossMeans[x]!
        const d0 = d - downMeans[y]!
        const meanA = (sumA[to]! - own * a) / rest
        const meanD = (sumD[to]! - own * d) / rest
        const meanA0 = (sumA0[to]! - own * a0) / rest
        const meanD0 = (sumD0[to]! - own * d0) / rest
        p += a * meanA + d0 * meanD0
        o += a * a + d0 * d0
        q += meanA * meanA + meanD0 * meanD0
        p0 += a0 * meanA0 + d * meanD
        o0 += a0 * a0 + d * d
        q0 += meanA0 * meanA0 + meanD * meanD
      }
    }
    return { columns: cosine(p, o, q), rows: cosine(p0, o0, q0), upperColumns, upperRows, shown: seen / size }
  }
  return { compare }
}

function cosine(product: number, one: number, other: number): number {
  return product / (Math.sqrt(one * other) || 1)
}

/** Sample by sample from one part before the first to one after the last. */
function placesOf(
  parts: number,
  from: number,
  to: number,
  sag: number,
  samples: number,
): { at: Int32Array; isOutline: Uint8Array } {
  const count = (parts + 2) * samples
  const [at, isOutline] = [new Int32Array(count), new Uint8Array(count)]
  for (let index = 0; index < count; index++) {
    const place = from + (to - from) * sagged((index + 0.5 - samples) / (parts * samples), sag)
    at[index] = Math.floor(place)
    isOutline[index] = Math.abs(place - from) < OUTLINE || Math.abs(place - to) < OUTLINE ? 1 : 0
  }
  return { at, isOutline }
}
