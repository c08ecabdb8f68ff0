import type { Mask } from './blobs.ts'

/** Cells whose centre lies inside a closed line given in cells (the first cell's centre is 0, 0). */
export function filled(x: ArrayLike<number>, y: ArrayLike<number>, width: number, height: number): Mask {
  const at = new Uint8Array(width * height)
  const crossings: number[][] = Array.from({ length: height }, () => [])
  for (let index = 0; index < x.length; index++) {
    const next = index + 1 === x.length ? 0 : index + 1
    const [upper, lower] = y[index]! < y[next]! ? [index, next] : [next, index]
    const first = Math.max(0, Math.ceil(y[upper]!))
    for (let row = first; row < Math.min(height, y[lower]!); row++) {
      const share = (row - y[upper]!) / (y[lower]! - y[upper]!)
      crossings[row]!.push(x[upper]! + share * (x[lower]! - x[upper]!))
    }
  }
  crossings.forEach((row, index) => {
    row.sort((a, b) => a - b)
    for (let pair = 0; pair + 1 < row.length; pair += 2) {
      const from = Math.max(0, Math.ceil(row[pair]!))
      const to = Math.min(width - 1, Math.floor(row[pair + 1]!))
      for (let column = from; column <= to; column++) at[index * width + column] = 1
    }
  })
  return { width, height, at }
}
