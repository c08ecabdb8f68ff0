import type { ModelName, ModelsAt } from '../../../src/perceive/models.ts'
import { session } from '../../../src/perceive/session.ts'

/** Runs a model again and again in a worker, as the jobs of the service do. */
export default async function look({ models, name, times }: { models: ModelsAt; name: ModelName; times: number }) {
  const opened = await session(models, name)
  const [[input, shape]] = Object.entries(opened.shapes.inputs) as [[string, number[]]]
  const size = shape.reduce((product, length) => product * length, 1)
  let last = 0
  for (let time = 0; time < times; time++) {
    const outputs = await opened.run({ [input]: new Float32Array(size).fill((time % 7) / 7) })
    last = Object.values(outputs)[0]![0]!
  }
  return { last, weightsHash: opened.weightsHash, rss: process.memoryUsage.rss() }
}
