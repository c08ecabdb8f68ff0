import { parentPort, workerData } from 'node:worker_threads'
import { measureOne } from './measure-one.ts'

const { seed, indices } = workerData as { seed: number; indices: number[] }
for (const index of indices) parentPort!.postMessage(await measureOne(seed, index))
