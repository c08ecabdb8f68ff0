import type { Graph } from '../onnx/graph.ts'
import type { Value } from '../onnx/value.ts'
import type { Table } from './flatbuffer.ts'

/** Writes one operator of TensorFlow Lite into the ONNX graph; `shape` is the one its output has in the file. */
export type Operator = (
  graph: Graph,
  inputs: Value[],
  options: { table: Table | null; shape: readonly number[] },
) => Value
