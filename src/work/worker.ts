import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { workerData } from 'node:worker_threads'
import { move, transferableSymbol, valueSymbol } from 'piscina'
import { useGate } from '../kernel/unbroken.ts'
import { buffersOf, packError, type Task } from './parcel.ts'
import { standBack } from './yielding.ts'

const { jobsDir } = workerData
standBack()

/** Runs in each worker: finds the job by its name, and sends back its output or what went wrong. */
export default async function work({ job, input, gate }: Task): Promise<unknown> {
  useGate(gate)
  try {
    const { default: run } = await import(pathToFileURL(join(jobsDir, `${job}.ts`)).href)
    const output = await run(input)
    return move({ [transferableSymbol]: buffersOf(output), [valueSymbol]: { kind: 'output', output } })
  } catch (error) {
    return packError(error)
  }
}
