import { activated, elementwise } from '../../layers/elementwise.ts'
import { flag, texts } from '../attributes.ts'
import type { Operator } from '../operator.ts'

export const MATRIX: Record<string, Operator> = {
  _FusedMatMul: (graph, [left, right, ...rest], node) => {
    if (flag(node, 'transpose_a') || flag(node, 'transpose_b'))
      throw new Error(`${node.name}: transposed, not converted`)
    const product = graph.emit('MatMul', [left!, right!], {}, [left!.shape[0]!, right!.shape[1]!])
    return texts(node, 'fused_ops').reduce(
      (value, name) =>
        name === 'BiasAdd' ? elementwise(graph, 'Add', [value, rest.shift()!]) : activated(graph, value, name),
      product,
    )
  },
}
