import type { Pixels } from '../types.ts'
import { random } from './random.ts'
import type { Scene } from './scene.ts'

/** From light to the bytes of a picture: blur of the lens, gamma, noise, eight bits. Changes the light it is given. */
export function expose(light: Float32Array, { width, height, blurPx, noise, seed }: Scene): Pixels {
  if (blurPx >= 0.3) blur(light, width, height, blurPx)
  const rounded = new Uint8ClampedArray(light.length)
  const draws = noiseTable(seed)
  const stir = random(seed + 977)
  let at = 0
  for (let index = 0; index < light.length; index++) {
    if ((index & 1023) === 0) at = Math.floor(stir.next() * NOISES)
    at = (at + 1) & (NOISES - 1)
    const step = light[index]! * GAMMA_STEPS
    rounded[index] = GAMMA[step < GAMMA_STEPS ? (step + 0.5) | 0 : GAMMA_STEPS]! + noise * draws[at]!
  }
  return { width, height, data: new Uint8Array(rounded.buffer) }
}

const GAMMA_STEPS = 16384
const GAMMA = Float32Array.from({ length: GAMMA_STEPS + 1 }, (_, step) => {
  const light = step / GAMMA_STEPS
  return 255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055)
})

const NOISES = 1 << 16

function noiseTable(seed: number): Float32Array {
  const draw = random(seed + 331)
  return Float32Array.from({ length: NOISES }, () => draw.gaussian())
}

function blur(light: Float32Array, width: number, height: number, sigma: number): void {
  const half = Math.ceil(2.6 * sigma)
  const kernel = Float32Array.from({ length: 2 * half + 1 }, (_, tap) =>
    Math.exp(-((tap - half) ** 2) / (2 * sigma ** 2)),
  )
  const total = kernel.reduce((sum, weight) => sum + weight, 0)
  for (let tap = 0; tap < kernel.length; tap++) kernel[tap]! /= total
  const row = new Float32Array((width + 2 * half) * 3)
  const sums = new Float32Array(width * 3)
  for (let y = 0; y < height; y++) {
    const start = y * width * 3
    row.set(light.subarray(start, start + width * 3), half * 3)
    for (let pad = 0; pad < half; pad++) {
      for (let channel = 0; channel < 3; channel++) {
        row[pad * 3 + channel] = light[start + channel]!
        row[(half + width + pad) * 3 + channel] = light[start + (width - 1) * 3 + channel]!
      }
    }
    sums.fill(0)
    for (let tap = 0; tap < kernel.length; tap++) {
      const weight = kernel[tap]!
      const shift = tap * 3
      for (let index = 0; index < sums.length; index++) sums[index]! += weight * row[index + shift]!
    }
    light.set(sums, start)
  }
  blurDown(light, width * 3, height, kernel, half)
}

/** Row by row with the rows above kept, so that memory is walked in its own order. */
function blurDown(light: Float32Array, stride: number, height: number, kernel: Float32Array, half: number): void {
  const kept = Array.from({ length: 2 * half + 1 }, () => new Float32Array(stride))
  const rowAt = (y: number) => Math.max(0, Math.min(height - 1, y)) * stride
  for (let y = -half; y < half; y++) kept[mod(y, kept.length)]!.set(light.subarray(rowAt(y), rowAt(y) + stride))
  const sums = new Float32Array(stride)
  for (let y = 0; y < height; y++) {
    kept[mod(y + half, kept.length)]!.set(light.subarray(rowAt(y + half), rowAt(y + half) + stride))
    sums.fill(0)
    for (let tap = 0; tap < kernel.length; tap++) {
      const source = kept[mod(y - half + tap, kept.length)]!
      const weight = kernel[tap]!
      for (let index = 0; index < stride; index++) sums[index]! += weight * source[index]!
    }
    light.set(sums, y * stride)
  }
}

const mod = (value: number, by: number) => ((value % by) + by) % by
