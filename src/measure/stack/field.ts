import { averagedAcross, type Gradients } from './gradients.ts'

/**
 * Slopes of brightness against what is usual around them, steadied along the edges that they belong to and a little
 * beside: crates stand out of line.
 */
export interface Field {
  width: number
  height: number
  across: Float32Array
  down: Float32Array
  /** Running sums of `down` along each row and of `across` along each column, for means over any stretch. */
  downSums: Float64Array
  acrossSums: Float64Array
}

const ALONG = 3
const BESIDE = 2

export function fieldOf({ across, down, width, height }: Gradients): Field {
  const steadyAcross = averagedDown(averagedAcross(across, width, height, BESIDE), width, height, ALONG)
  const steadyDown = averagedDown(averagedAcross(down, width, height, ALONG), width, height, BESIDE)
  bend(steadyAcross, steadyDown, width, height)
  const downSums = new Float64Array((width + 1) * height)
  const acrossSums = new Float64Array(width * (height + 1))
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const at = row * width + column
      downSums[at + row + 1] = downSums[at + row]! + steadyDown[at]!
      acrossSums[at + width] = acrossSums[at]! + steadyAcross[at]!
    }
  }
  return { width, height, across: steadyAcross, down: steadyDown, downSums, acrossSums }
}

function averagedDown(values: Float32Array, width: number, height: number, reach: number): Float32Array {
  const result = new Float32Array(values.length)
  const sums = new Float32Array(width)
  for (let row = -reach; row < height; row++) {
    const [enters, leaves] = [(row + reach) * width, (row - reach - 1) * width]
    for (let column = 0; column < width; column++) {
      if (row + reach < height) sums[column]! += values[enters + column]!
      if (row > reach) sums[column]! -= values[leaves + column]!
      if (row >= 0) result[row * width + column] = sums[column]! / (2 * reach + 1)
    }
  }
  return result
}

const BLOCK = 32
/** Blocks to each side that count as around. */
const AROUND = 2
const SAMPLE = 7
const STEEP = 0.9
/** Of what is steep in the whole picture: where there is nothing but noise, noise is not steep. */
const LEAST_STEEP = 0.35

/** In place. What is steeper than nine tenths of what is around is an edge, and no more of one the steeper it is. */
function bend(across: Float32Array, down: Float32Array, width: number, height: number): void {
  const steep = steepAround(across, down, width, height)
  const [wide, tall] = [Math.ceil(width / BLOCK), Math.ceil(height / BLOCK)]
  for (let row = 0; row < height; row++) {
    const v = Math.max(0, Math.min(tall - 1, row / BLOCK - 0.5))
    const upper = Math.floor(v) * wide
    const lower = Math.min(tall - 1, Math.floor(v) + 1) * wide
    const low = v - Math.floor(v)
    for (let column = 0; column < width; column++) {
      const u = Math.max(0, Math.min(wide - 1, column / BLOCK - 0.5))
      const left = Math.floor(u)
      const right = Math.min(wide - 1, left + 1)
      const far = u - left
      const usual =
        (steep[upper + left]! * (1 - far) + steep[upper + right]! * far) * (1 - low) +
        (steep[lower + left]! * (1 - far) + steep[lower + right]! * far) * low
      const at = row * width + column
      across[at]! /= Math.sqrt(across[at]! * across[at]! + usual * usual)
      down[at]! /= Math.sqrt(down[at]! * down[at]! + usual * usual)
    }
  }
}

function steepAround(across: Float32Array, down: Float32Array, width: number, height: number): Float32Array {
  const [wide, tall] = [Math.ceil(width / BLOCK), Math.ceil(height / BLOCK)]
  const blocks = Array.from({ length: wide * tall }, (_, block) => {
    const [left, top] = [(block % wide) * BLOCK, Math.floor(block / wide) * BLOCK]
    const sizes: number[] = []
    for (let row = top + 1; row < Math.min(height, top + BLOCK); row += SAMPLE) {
      for (let column = left + 1; column < Math.min(width, left + BLOCK); column += SAMPLE) {
        const at = row * width + column
        sizes.push(Math.max(Math.abs(across[at]!), Math.abs(down[at]!)))
      }
    }
    return sizes
  })
  const least = Math.max(1e-5, LEAST_STEEP * steepest(blocks.flat()))
  return Float32Array.from(blocks, (_, block) => {
    const [column, row] = [block % wide, Math.floor(block / wide)]
    const around: number[] = []
    for (let y = Math.max(0, row - AROUND); y <= Math.min(tall - 1, row + AROUND); y++) {
      for (let x = Math.max(0, column - AROUND); x <= Math.min(wide - 1, column + AROUND); x++)
        around.push(...blocks[y * wide + x]!)
    }
    return Math.max(least, steepest(around))
  })
}

function steepest(sizes: readonly number[]): number {
  const sorted = Float32Array.from(sizes).sort()
  return sorted[Math.floor(STEEP * (sorted.length - 1))] ?? 0
}
