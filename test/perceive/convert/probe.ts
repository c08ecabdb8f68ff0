import { MODELS, type ModelName } from '../../../src/perceive/models.ts'
import type { Numbers } from '../../../src/perceive/session.ts'
import { seeded } from './tensorflow.ts'

/** From what to what the numbers of an input go. */
const RANGES: Partial<Record<ModelName, [number, number]>> = { nanodet: [-2, 2], ssdlite: [0, 255], movenet: [0, 255] }

/** A picture of waves with a little noise, the same every time, as the model takes it. */
export function probe(name: ModelName, shape: readonly number[]): Numbers {
  const [least, most] = RANGES[name] ?? [0, 1]
  const noise = seeded(name.length)
  const size = shape.reduce((product, length) => product * length, 1)
  const across = shape[2]! * (shape[3] === 3 ? 3 : 1)
  const waves = Float32Array.from({ length: size }, (_, index) => {
    const wave = 0.3 * Math.sin((index % across) / 29) + 0.15 * Math.cos(Math.floor(index / across) / 7)
    return least + (most - least) * (0.5 + wave + 0.05 * noise())
  })
  return name === 'movenet' ? Int32Array.from(waves) : waves
}

/** Evenly spread numbers of an output, few enough to keep. */
export function sampled(output: ArrayLike<number>): number[] {
  const count = Math.min(output.length, 40)
  return Array.from({ length: count }, (_, index) => output[Math.floor((index * output.length) / count)]!)
}

export const CONVERTED = (Object.keys(MODELS) as ModelName[]).filter((name) => MODELS[name].conversion.from !== 'onnx')
