import { halfFloats } from '../half-float.ts'
import { constant, type NumberType, sizeOf, type Value } from '../onnx/value.ts'
import type { Attribute } from './attributes.ts'

export interface TfjsNode {
  name: string
  op: string
  input?: string[]
  attr?: Record<string, Attribute>
}

export interface TfjsGraph {
  nodes: Map<string, TfjsNode>
  weights: Map<string, Value>
}

interface Weight {
  name: string
  shape: number[]
  dtype: string
  quantization?: { dtype: string }
}

interface ModelJson {
  modelTopology: { node: TfjsNode[] }
  weightsManifest: { paths: string[]; weights: Weight[] }[]
}

/** `files` by their name without a folder: the description, and the shards it names. */
export function readTfjs(description: Uint8Array, files: Map<string, Uint8Array>): TfjsGraph {
  const { modelTopology, weightsManifest } = JSON.parse(Buffer.from(description).toString('utf8')) as ModelJson
  const weights = new Map<string, Value>()
  for (const group of weightsManifest) {
    const bytes = Buffer.concat(group.paths.map((path) => shard(files, path)))
    let at = 0
    for (const weight of group.weights) {
      const { value, length } = read(weight, bytes, at)
      weights.set(weight.name, value)
      at += length
    }
    if (at !== bytes.length) throw new Error(`the weights take ${at} of ${bytes.length} bytes`)
  }
  return { nodes: new Map(modelTopology.node.map((node) => [node.name, node])), weights }
}

function shard(files: Map<string, Uint8Array>, path: string): Uint8Array {
  const bytes = files.get(path.split('/').at(-1)!)
  if (bytes === undefined) throw new Error(`the weights lie in ${path}, which was not taken from the package`)
  return bytes
}

const TYPES: Record<string, NumberType> = { float32: 'float32', int32: 'int32' }

function read({ name, shape, dtype, quantization }: Weight, all: Buffer, at: number): { value: Value; length: number } {
  const type = TYPES[dtype]
  const stored = quantization?.dtype ?? dtype
  const width = { float32: 4, int32: 4, float16: 2 }[stored]
  if (type === undefined || width === undefined) throw new Error(`the weights ${name} are stored as ${stored}`)
  const count = sizeOf(shape)
  const bytes = all.subarray(at, at + count * width)
  return { value: constant(content(bytes, stored, count), shape, type), length: count * width }
}

function content(bytes: Buffer, stored: string, count: number): number[] | Float32Array {
  if (stored === 'float16') return halfFloats(bytes)
  if (stored === 'float32') return Float32Array.from({ length: count }, (_, index) => bytes.readFloatLE(4 * index))
  return Array.from({ length: count }, (_, index) => bytes.readInt32LE(4 * index))
}
