import { activated, elementwise } from '../../layers/elementwise.ts'
import { sum } from '../../layers/reducing.ts'
import type { Graph } from '../../onnx/graph.ts'
import { numbersOf, type Value } from '../../onnx/value.ts'
import type { Operator } from '../operator.ts'

const ADD = 0
const MUL = 18
const SOFTMAX = 25
const SUM = 74

export const ARITHMETIC: Record<number, Operator> = {
  [ADD]: (graph, inputs, { table }) => followed(graph, elementwise(graph, 'Add', inputs), table?.byte(0) ?? 0),
  [MUL]: (graph, inputs, { table }) => followed(graph, elementwise(graph, 'Mul', inputs), table?.byte(0) ?? 0),
  [SOFTMAX]: (graph, [value], { table }) => {
    if (table?.float(0) !== 1) throw new Error('a softmax of another temperature than 1 is not converted')
    return graph.emit('Softmax', [value!], { axis: value!.shape.length - 1 }, value!.shape)
  },
  [SUM]: (graph, [value, axes], { table }) => sum(graph, value!, numbersOf(axes!), table?.byte(0) === 1),
}

/** The activation that a node of TensorFlow Lite carries with it, by its code. */
export function followed(graph: Graph, value: Value, activation: number): Value {
  const name = ({ 0: 'none', 1: 'Relu', 3: 'Relu6' } as Record<number, string>)[activation]
  if (name === undefined) throw new Error(`the activation ${activation} is not converted`)
  return name === 'none' ? value : activated(graph, value, name)
}
