import type { Graph } from '../onnx/graph.ts'
import type { Value } from '../onnx/value.ts'
import type { TfjsNode } from './read.ts'

/** Writes one node of TensorFlow into the ONNX graph, and answers its outputs. */
export type Operator = (graph: Graph, inputs: Value[], node: TfjsNode) => Value | Value[]
