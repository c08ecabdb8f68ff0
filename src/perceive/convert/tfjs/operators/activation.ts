import { activated, elementwise } from '../../layers/elementwise.ts'
import { decimal } from '../attributes.ts'
import type { Operator } from '../operator.ts'

export const ACTIVATION: Record<string, Operator> = {
  Relu6: (graph, [value]) => activated(graph, value!, 'Relu6'),
  Sigmoid: (graph, [value]) => activated(graph, value!, 'Sigmoid'),
  LeakyRelu: (graph, [value], node) =>
    elementwise(graph, 'LeakyRelu', [value!], { alpha: { float: decimal(node, 'alpha', 0.2) } }),
  Prelu: (graph, [value, slope]) => elementwise(graph, 'PRelu', [value!, slope!]),
}
