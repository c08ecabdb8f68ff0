import { constant, type NumberType, sizeOf, type Value } from '../onnx/value.ts'
import { Table } from './flatbuffer.ts'

export interface TfliteTensor {
  shape: number[]
  type: NumberType
  constant: Value | null
}

export interface TfliteNode {
  code: number
  /** -1 stands for an input that is left out. */
  inputs: number[]
  outputs: number[]
  options: Table | null
}

export interface TfliteGraph {
  tensors: TfliteTensor[]
  nodes: TfliteNode[]
  inputs: number[]
  outputs: number[]
}

const TYPES: Record<number, NumberType> = { 0: 'float32', 2: 'int32' }

/** Field numbers are those of TensorFlow Lite's schema.fbs. */
export function readTflite(file: Uint8Array): TfliteGraph {
  if (Buffer.from(file.subarray(4, 8)).toString('latin1') !== 'TFL3') throw new Error('this is no TensorFlow Lite file')
  const model = Table.root(file)
  const codes = model.tables(1).map((code) => Math.max(code.byte(0), code.int(3)))
  const buffers = model.tables(4)
  const [graph, ...more] = model.tables(2)
  if (graph === undefined || more.length > 0) throw new Error('only a model of one graph is converted')
  return {
    tensors: graph.tables(0).map((tensor) => readTensor(tensor, buffers)),
    inputs: graph.ints(1),
    outputs: graph.ints(2),
    nodes: graph.tables(3).map((node) => ({
      code: codes[node.int(0)]!,
      inputs: node.ints(1),
      outputs: node.ints(2),
      options: node.table(4),
    })),
  }
}

function readTensor(tensor: Table, buffers: Table[]): TfliteTensor {
  const shape = tensor.ints(0)
  const type = TYPES[tensor.byte(1)]
  if (type === undefined) throw new Error(`numbers of the type ${tensor.byte(1)} are not converted`)
  const bytes = buffers[tensor.int(2)]?.bytes(0) ?? null
  return { shape, type, constant: bytes === null || bytes.length === 0 ? null : content(bytes, shape, type) }
}

function content(bytes: Uint8Array, shape: number[], type: NumberType): Value {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const length = sizeOf(shape)
  if (type === 'int32')
    return constant(
      Array.from({ length }, (_, index) => view.getInt32(4 * index, true)),
      shape,
      type,
    )
  return constant(
    Float32Array.from({ length }, (_, index) => view.getFloat32(4 * index, true)),
    shape,
    type,
  )
}
