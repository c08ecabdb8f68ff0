import type { Pixels } from '../../imaging/decode.ts'

export interface Texture {
  /** Mean luminance, 0 to 255. */
  brightness: number
  /** Standard deviation of luminance over the picture. */
  contrast: number
  /** Share of 8 x 8 blocks in which luminance varies by more than a hair: a wall or a clear sky has none. */
  detailed_blocks: number
  /**
   * How much of the variance of luminance is left when the picture is seen four times coarser, the least over all
   * sizes. Pictures of things keep a third and more; noise, whatever its grain, a sixteenth.
   */
  coherence: number
}

const DETAIL = 4
const BLOCK = 8
/** Fewer blocks a side say nothing about the variance between them. */
const LEAST_SIDE = 3
const COARSEST = 64

export function textureOf(pixels: Pixels): Texture {
  const plane = luminance(pixels)
  const { mean, variance } = momentsOf(plane.values)
  return {
    brightness: round(mean, 1),
    contrast: round(Math.sqrt(variance), 2),
    detailed_blocks: round(detailedBlocks(plane), 4),
    coherence: round(coherenceOf(plane), 4),
  }
}

function coherenceOf(finest: Plane): number {
  const variances: number[] = []
  let plane = finest
  for (let size = 1; size <= COARSEST && Math.min(plane.width, plane.height) >= LEAST_SIDE; size *= 2) {
    variances.push(momentsOf(plane.values).variance)
    plane = averaged(plane, 2)
  }
  let least = 1
  for (const [size, coarser] of variances.slice(2).entries())
    least = Math.min(least, variances[size]! > 0 ? coarser / variances[size]! : 0)
  return variances[0]! > 0 ? least : 0
}

interface Plane {
  width: number
  height: number
  values: Float64Array
}

function luminance({ width, height, data }: Pixels): Plane {
  const values = new Float64Array(width * height)
  for (let index = 0; index < values.length; index++)
    values[index] = 0.299 * data[3 * index]! + 0.587 * data[3 * index + 1]! + 0.114 * data[3 * index + 2]!
  return { width, height, values }
}

function averaged({ width, height, values }: Plane, by: number): Plane {
  const coarse = { width: Math.floor(width / by), height: Math.floor(height / by) }
  const means = new Float64Array(coarse.width * coarse.height)
  for (let row = 0; row < coarse.height * by; row++)
    for (let col = 0; col < coarse.width * by; col++)
      means[Math.floor(row / by) * coarse.width + Math.floor(col / by)]! += values[row * width + col]! / by ** 2
  return { ...coarse, values: means }
}

function detailedBlocks({ width, height, values }: Plane): number {
  let blocks = 0
  let detailed = 0
  for (let top = 0; top + BLOCK <= height; top += BLOCK)
    for (let left = 0; left + BLOCK <= width; left += BLOCK) {
      const block = new Float64Array(BLOCK * BLOCK)
      for (let row = 0; row < BLOCK; row++)
        block.set(values.subarray((top + row) * width + left, (top + row) * width + left + BLOCK), row * BLOCK)
      blocks++
      if (Math.sqrt(momentsOf(block).variance) > DETAIL) detailed++
    }
  return blocks === 0 ? 0 : detailed / blocks
}

function momentsOf(values: Float64Array): { mean: number; variance: number } {
  let sum = 0
  for (const value of values) sum += value
  const mean = sum / (values.length || 1)
  let squares = 0
  for (const value of values) squares += (value - mean) ** 2
  return { mean, variance: squares / (values.length || 1) }
}

function round(value: number, digits: number): number {
  return Math.round(value * 10 ** digits) / 10 ** digits
}
