import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { InferenceSession } from 'onnxruntime-node'
import { Refusal } from '../kernel/refusal.ts'
import { unbroken } from '../kernel/unbroken.ts'
import { MODELS, type ModelName, type ModelsAt, modelFile } from './models.ts'
import { BUILD_THEM } from './pantry/fix.ts'

export type Numbers = Float32Array | Int32Array

export interface Session {
  /** Each input by its name, flat, in the shape the model has; each output likewise. */
  run(feeds: Record<string, Numbers>): Promise<Record<string, Numbers>>
  /** SHA-256 of the file that runs, checked against the pinned one when it was opened. */
  weightsHash: string
  shapes: { inputs: Record<string, number[]>; outputs: Record<string, number[]> }
}

const opened = new Map<string, Promise<Session>>()

/** Opened and warmed once a worker; a failure is not kept, so that a model built meanwhile is found. */
export function session(models: ModelsAt, name: ModelName): Promise<Session> {
  const file = modelFile(models, name)
  const known = opened.get(file)
  if (known !== undefined) return known
  const opening = open(file, name)
  opened.set(file, opening)
  opening.catch(() => opened.delete(file))
  return opening
}

async function open(file: string, name: ModelName): Promise<Session> {
  const bytes = await readFile(file).catch((cause: NodeJS.ErrnoException) => {
    throw notBuilt(name, `cannot be read: ${cause.code}`)
  })
  const weightsHash = createHash('sha256').update(bytes).digest('hex')
  if (weightsHash !== MODELS[name].sha256) throw notBuilt(name, 'is not the file that was built: its hash differs')
  const opened = await openSession(bytes, weightsHash)
  await opened.run(zeros(opened.shapes.inputs, opened.types))
  return opened
}

/** One thread: the pool runs as many workers as there are cores to spare. Also opens weights of an operator. */
export async function openSession(bytes: Uint8Array, weightsHash: string): Promise<Session & { types: Types }> {
  const { InferenceSession, Tensor } = await runtime()
  const inference = await unbroken(() =>
    InferenceSession.create(bytes, {
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
      executionMode: 'sequential',
      graphOptimizationLevel: 'all',
      logSeverityLevel: 3,
    }),
  )
  const inputs = shapesOf(inference.inputMetadata)
  const outputs = shapesOf(inference.outputMetadata)
  const types: Types = Object.fromEntries(inference.inputMetadata.map((each) => [each.name, typeOf(each)]))
  return {
    weightsHash,
    shapes: { inputs, outputs },
    types,
    async run(feeds) {
      const tensors = Object.entries(feeds).map(([name, numbers]) => [name, new Tensor(numbers, inputs[name]!)])
      const results = await unbroken(() => inference.run(Object.fromEntries(tensors)))
      return Object.fromEntries(Object.entries(results).map(([name, { data }]) => [name, data as Numbers]))
    },
  }
}

type Types = Record<string, 'float32' | 'int32'>

/** Loaded where a model is opened: the thread that answers names models too, and has no need of a native library. */
function runtime(): Promise<typeof import('onnxruntime-node')> {
  return import('onnxruntime-node').catch((cause: Error) => {
    throw new Refusal('unavailable', 'models cannot run on this machine: onnxruntime does not load', { cause })
  })
}

function shapesOf(metadata: readonly InferenceSession.ValueMetadata[]): Record<string, number[]> {
  return Object.fromEntries(
    metadata.map((each) => [each.name, each.isTensor ? each.shape.map((size) => Number(size)) : []]),
  )
}

function typeOf(metadata: InferenceSession.ValueMetadata): 'float32' | 'int32' {
  return metadata.isTensor && metadata.type === 'int32' ? 'int32' : 'float32'
}

/** The first run is the slow one, and nobody's request should pay for it twice. */
function zeros(inputs: Record<string, number[]>, types: Types): Record<string, Numbers> {
  return Object.fromEntries(
    Object.entries(inputs).map(([name, shape]) => {
      const size = shape.reduce((product, length) => product * length, 1)
      return [name, types[name] === 'int32' ? new Int32Array(size) : new Float32Array(size)]
    }),
  )
}

function notBuilt(name: ModelName, why: string): Refusal {
  return new Refusal('model_not_built', `the model ${name} ${why}`, { fix: BUILD_THEM })
}
