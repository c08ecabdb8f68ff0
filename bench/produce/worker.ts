import { parentPort, workerData } from 'node:worker_threads'
import { measureOne } from './measure-one.ts'

/** Takes every n-th photograph, so that the hard ones are shared. */
const { seed, count, from, every } = workerData as { seed: number; count: number; from: number; every: number }
for (let index = from; index < count; index += every) parentPort!.postMessage(await measureOne(seed, index))
