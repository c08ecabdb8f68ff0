import type { Field } from './field.ts'
import { type Grid, sagged } from './grid.ts'

/** The outline of a load meets other things than the seams within do. */
export const OUTLINE = 6
const SAMPLE = 2
const ROUGH_SAMPLE = 3

/**
 * How like the mean of the others each of the parts of a grid is: 1 is the same, 0 is chance. For columns what is the
 * same all along a row is left out, and for rows what is the same all along a column: that repeats at any count.
 * With a step only every so many samples along the parts are looked at.
 */
export function repeats(field: Field, grid: Grid, along: 'columns' | 'rows', step = 1): number {
  const { across, down, left, right, top, bottom } = grid
  const { width, across: slopesAcross, down: slopesDown } = field
  const sample = step > 1 ? ROUGH_SAMPLE : SAMPLE
  const wide = Math.max(4, Math.round((right - left) / across / sample))
  const tall = Math.max(4, Math.round((bottom - top) / down / sample))
  const columns = placesOf(across * wide, left, right, grid.sagAcross, field.width)
  const rows = placesOf(down * tall, top, bottom, grid.sagDown, field.height)
  const isColumns = along === 'columns'
  const [stepX, stepY] = isColumns ? [1, step] : [step, 1]
  const downMeans = isColumns ? rowMeans(field, grid, rows) : new Float32Array(rows.length)
  const acrossMeans = isColumns ? new Float32Array(columns.length) : columnMeans(field, grid, columns)
  const size = wide * tall
  const [sumAcross, sumDown, counts] = [new Float32Array(size), new Float32Array(size), new Float32Array(size)]
  for (let j = 0; j < rows.length; j++) {
    const v = j % tall
    if (rows[j]! < 0 || v % stepY !== 0) continue
    const start = rows[j]! * width
    for (let first = 0; first < columns.length; first += wide) {
      for (let u = 0; u < wide; u += stepX) {
        const column = columns[first + u]!
        if (column < 0) continue
        const to = v * wide + u
        sumAcross[to]! += slopesAcross[start + column]! - acrossMeans[first + u]!
        sumDown[to]! += slopesDown[start + column]! - downMeans[j]!
        counts[to]!++
      }
    }
  }
  // Of a sample that only one part has, nothing is said.
  const shares = counts.map((count) => (count > 1 ? 1 / (count - 1) : 0))
  const parts = across * down
  const [products, own, others] = [new Float64Array(parts), new Float64Array(parts), new Float64Array(parts)]
  for (let j = 0; j < rows.length; j++) {
    const v = j % tall
    if (rows[j]! < 0 || v % stepY !== 0) continue
    const start = rows[j]! * width
    const firstPart = Math.floor(j / tall) * across
    const ofRow = downMeans[j]!
    for (let i = 0; i < across; i++) {
      let product = 0
      let one = 0
      let other = 0
      const first = i * wide
      for (let u = 0; u < wide; u += stepX) {
        const column = columns[first + u]!
        const to = v * wide + u
        const share = shares[to]!
        if (column < 0 || share === 0) continue
        const a = slopesAcross[start + column]! - acrossMeans[first + u]!
        const d = slopesDown[start + column]! - ofRow
        const meanA = (sumAcross[to]! - a) * share
        const meanD = (sumDown[to]! - d) * share
        product += a * meanA + d * meanD
        one += a * a + d * d
        other += meanA * meanA + meanD * meanD
      }
      products[firstPart + i]! += product
      own[firstPart + i]! += one
      others[firstPart + i]! += other
    }
  }
  let [sum, weight] = [0, 0]
  for (let part = 0; part < parts; part++) {
    const scale = Math.sqrt(own[part]! * others[part]!)
    if (scale > ROUNDING) sum += (products[part]! / scale) * own[part]!
    weight += own[part]!
  }
  return weight > ROUNDING ? sum / weight : 0
}

const ROUNDING = 1e-9

/** -1 is no place: outside the picture, or at the outline. */
export function placesOf(count: number, from: number, to: number, sag: number, length: number): Int32Array {
  const places = new Int32Array(count)
  for (let index = 0; index < count; index++) {
    const at = Math.floor(from + (to - from) * sagged((index + 0.5) / count, sag))
    places[index] = at < from + OUTLINE || at >= to - OUTLINE || at < 0 || at >= length ? -1 : at
  }
  return places
}

/** Over what lies within the outline. */
export function rowMeans({ width, downSums }: Field, { left, right }: Grid, rows: Int32Array): Float32Array {
  const [from, to] = stretch(left, right, width)
  return Float32Array.from(rows, (row) => {
    const start = row * (width + 1)
    return row < 0 ? 0 : (downSums[start + to]! - downSums[start + from]!) / (to - from)
  })
}

export function columnMeans(
  { width, height, acrossSums }: Field,
  { top, bottom }: Grid,
  columns: Int32Array,
): Float32Array {
  const [from, to] = stretch(top, bottom, height)
  return Float32Array.from(columns, (column) =>
    column < 0 ? 0 : (acrossSums[to * width + column]! - acrossSums[from * width + column]!) / (to - from),
  )
}

function stretch(low: number, high: number, length: number): [from: number, to: number] {
  const from = Math.max(0, Math.min(length - 1, Math.round(low + OUTLINE)))
  return [from, Math.max(from + 1, Math.min(length, Math.round(high - OUTLINE)))]
}
