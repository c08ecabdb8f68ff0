import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { MODELS, type ModelName } from '../../../src/perceive/models.ts'
import { fetchPackage } from '../../../src/perceive/pantry/fetch.ts'
import { PACKAGES, type Package } from '../../../src/perceive/pantry/packages.ts'
import { filesOf } from '../../../src/perceive/pantry/tarball.ts'
import { probe } from './probe.ts'
import { loadGraph, tensorflow } from './tensorflow.ts'
import { runTflite } from './tflite-in-browser.ts'

export type Outputs = Record<string, ArrayLike<number>>

/** What TensorFlow.js, or TensorFlow Lite itself, computes from the same files for the same input. */
export async function reference(name: ModelName): Promise<Outputs> {
  const { conversion, files, source } = MODELS[name]
  const packed = await packageFiles(PACKAGES[source], files)
  const main = packed.get(files[0]!)!
  if (conversion.from === 'tflite') {
    const shape = [1, 256, 256, 3]
    return { [conversion.outputs[0]!]: await runTflite(main, probe(name, shape) as Float32Array, shape) }
  }
  if (conversion.from !== 'tfjs') throw new Error(`${name} is not converted`)
  const tf = await tensorflow()
  const model = await loadGraph(tf, main, new Map(files.map((file) => [basename(file), packed.get(file)!])))
  const { node, shape } = conversion.input
  const x = probe(name, shape)
  const input = tf.tensor(x, shape, x instanceof Int32Array ? 'int32' : 'float32')
  const tensors = [model.execute({ [node]: input }, Object.values(conversion.outputs))].flat()
  return Object.fromEntries(Object.keys(conversion.outputs).map((output, place) => [output, tensors[place].dataSync()]))
}

export async function packageFiles(wanted: Package, names: Iterable<string>): Promise<Map<string, Uint8Array>> {
  const folder = await mkdtemp(join(tmpdir(), 'witnessmark-reference-'))
  try {
    return await filesOf(await fetchPackage(wanted, folder, new AbortController().signal), names)
  } finally {
    await rm(folder, { recursive: true })
  }
}
