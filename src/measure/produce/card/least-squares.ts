export interface Fit {
  values: number[]
  sumOfSquares: number
  /** The inverse of the normal matrix: times the variance of one residual, the values' covariance. */
  inverse: number[][]
}

const ROUNDS = 60
const STEP = 1e-6

/** Levenberg and Marquardt's: the values at which the residuals' sum of squares is least, from a start near enough. */
export function leastSquares(residualsOf: (values: number[]) => number[], start: number[]): Fit {
  let values = [...start]
  let residuals = residualsOf(values)
  let sum = sumOfSquares(residuals)
  let damping = 1e-3
  for (let round = 0; round < ROUNDS; round++) {
    const { normal, slope } = linearised(residualsOf, values, residuals)
    const damped = normal.map((row, i) => row.map((entry, j) => (i === j ? entry * (1 + damping) : entry)))
    const step = solve(damped, slope)
    const next = values.map((value, index) => value - step[index]!)
    const there = residualsOf(next)
    const sumThere = sumOfSquares(there)
    if (sumThere < sum) {
      const isDone = sum - sumThere < 1e-9 * sum
      values = next
      residuals = there
      sum = sumThere
      damping = Math.max(1e-12, damping / 10)
      if (isDone) break
    } else {
      damping *= 10
      if (damping > 1e8) break
    }
  }
  return { values, sumOfSquares: sum, inverse: inverted(linearised(residualsOf, values, residuals).normal) }
}

function linearised(residualsOf: (values: number[]) => number[], values: number[], residuals: number[]) {
  const columns = values.map((value, index) => {
    const step = STEP * Math.max(1, Math.abs(value))
    const moved = residualsOf(values.with(index, value + step))
    const back = residualsOf(values.with(index, value - step))
    return moved.map((residual, row) => (residual - back[row]!) / (2 * step))
  })
  return {
    normal: columns.map((a) => columns.map((b) => dot(a, b))),
    slope: columns.map((column) => dot(column, residuals)),
  }
}

export function sumOfSquares(residuals: number[]): number {
  const sum = dot(residuals, residuals)
  return Number.isFinite(sum) ? sum : Infinity
}

function dot(a: number[], b: number[]): number {
  let sum = 0
  for (let index = 0; index < a.length; index++) sum += a[index]! * b[index]!
  return sum
}

/** By elimination with the largest pivot. */
export function solve(matrix: number[][], right: number[]): number[] {
  return solveAll(
    matrix,
    right.map((value) => [value]),
  ).map((row) => row[0]!)
}

function inverted(matrix: number[][]): number[][] {
  return solveAll(
    matrix,
    matrix.map((_, i) => matrix.map((__, j) => (i === j ? 1 : 0))),
  )
}

function solveAll(matrix: number[][], right: number[][]): number[][] {
  const size = matrix.length
  const rows = matrix.map((row, index) => [...row, ...right[index]!])
  for (let pivot = 0; pivot < size; pivot++) {
    let largest = pivot
    for (let row = pivot + 1; row < size; row++) {
      if (Math.abs(rows[row]![pivot]!) > Math.abs(rows[largest]![pivot]!)) largest = row
    }
    ;[rows[pivot], rows[largest]] = [rows[largest]!, rows[pivot]!]
    const top = rows[pivot]!
    for (let row = 0; row < size; row++) {
      if (row === pivot) continue
      const factor = rows[row]![pivot]! / top[pivot]!
      if (factor !== 0)
        for (let column = pivot; column < top.length; column++) rows[row]![column]! -= factor * top[column]!
    }
  }
  return rows.map((row, index) => row.slice(size).map((value) => value / row[index]!))
}
