import { elementwise } from '../../layers/elementwise.ts'
import { constant, numbersOf } from '../../onnx/value.ts'
import { numberType } from '../attributes.ts'
import type { Operator } from '../operator.ts'

export const ARITHMETIC: Record<string, Operator> = {
  Add: add,
  AddV2: add,
  BiasAdd: add,
  AddN: (graph, values) => values.reduce((sum, value) => elementwise(graph, 'Add', [sum, value])),
  Sub: (graph, [left, right]) => elementwise(graph, 'Sub', [left!, right!]),
  Mul: (graph, [left, right]) => elementwise(graph, 'Mul', [left!, right!]),
  RealDiv: (graph, [left, right]) => elementwise(graph, 'Div', [left!, right!]),
  /** ONNX cuts off towards zero; what is divided so in these graphs are places, which are not negative. */
  FloorDiv: (graph, [left, right]) => {
    if (left!.type === 'float32') return elementwise(graph, 'Floor', [elementwise(graph, 'Div', [left!, right!])])
    return elementwise(graph, 'Div', [left!, right!])
  },
  SquaredDifference: (graph, [left, right]) => {
    const difference = elementwise(graph, 'Sub', [left!, right!])
    return elementwise(graph, 'Mul', [difference, difference])
  },
  Sqrt: (graph, [value]) => elementwise(graph, 'Sqrt', [value!]),
  Exp: (graph, [value]) => elementwise(graph, 'Exp', [value!]),
  Cast: (graph, [value], node) => {
    const type = numberType(node, 'DstT')
    if (value!.type === type) return value!
    if (value!.constant !== undefined) return constant(numbersOf(value!), value!.shape, type)
    return graph.emit('Cast', [value!], { to: type === 'float32' ? 1 : 6 }, value!.shape, type)
  },
}

function add(...[graph, [left, right]]: Parameters<Operator>) {
  const isShape = [left!, right!].every(({ constant, type }) => constant !== undefined && type === 'int32')
  if (!isShape) return elementwise(graph, 'Add', [left!, right!])
  const [one, other] = [numbersOf(left!), numbersOf(right!)]
  const count = Math.max(one.length, other.length)
  const at = (numbers: number[], index: number) => numbers[numbers.length === 1 ? 0 : index]!
  const sums = Array.from({ length: count }, (_, index) => at(one, index) + at(other, index))
  return constant(sums, one.length >= other.length ? left!.shape : right!.shape, 'int32')
}
