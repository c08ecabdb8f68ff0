import { convolution } from '../../layers/convolution.ts'
import { activated, elementwise } from '../../layers/elementwise.ts'
import type { Padding, Window } from '../../layers/window.ts'
import type { Graph } from '../../onnx/graph.ts'
import { constant, numbersOf, permuted, reshaped, type Value } from '../../onnx/value.ts'
import { decimal, integers, text, texts } from '../attributes.ts'
import type { Operator } from '../operator.ts'
import type { TfjsNode } from '../read.ts'

export const CONVOLUTION: Record<string, Operator> = {
  Conv2D: full,
  _FusedConv2D: full,
  DepthwiseConv2dNative: depthwise,
  FusedDepthwiseConv2dNative: depthwise,
  FusedBatchNorm: (graph, [image, scale, offset, average, variance], node) => {
    const epsilon = decimal(node, 'epsilon', 1e-3)
    const [means, variances, offsets] = [average!, variance!, offset!].map(numbersOf)
    const factors = numbersOf(scale!).map((factor, channel) => factor / Math.sqrt(variances![channel]! + epsilon))
    const shifts = factors.map((factor, channel) => offsets![channel]! - means![channel]! * factor)
    const channels = [factors.length]
    const scaled = elementwise(graph, 'Mul', [image!, constant(factors, channels, 'float32')])
    return elementwise(graph, 'Add', [scaled, constant(shifts, channels, 'float32')])
  },
}

function full(...[graph, [image, kernel, ...rest], node]: Parameters<Operator>) {
  const [height, width] = kernel!.shape
  return fused(graph, node, image!, permuted(kernel!, [3, 2, 0, 1]), 1, [height!, width!], rest)
}

function depthwise(...[graph, [image, kernel, ...rest], node]: Parameters<Operator>) {
  const [height, width, channels, multiplier] = kernel!.shape
  const weights = reshaped(permuted(kernel!, [2, 3, 0, 1]), [channels! * multiplier!, 1, height!, width!])
  return fused(graph, node, image!, weights, channels!, [height!, width!], rest)
}

/** A fused node names what follows the convolution, in order, with its own further inputs. */
function fused(
  graph: Graph,
  node: TfjsNode,
  image: Value,
  weights: Value,
  groups: number,
  size: [number, number],
  rest: Value[],
): Value {
  const following = texts(node, 'fused_ops')
  const bias = following[0] === 'BiasAdd' ? reshaped(rest.shift()!, [weights.shape[0]!]) : null
  const result = convolution(graph, image, weights, bias, groups, windowOf(node, size))
  return following
    .filter((name) => name !== 'BiasAdd')
    .reduce(
      (value, name) =>
        name === 'Prelu' ? elementwise(graph, 'PRelu', [value, rest.shift()!]) : activated(graph, value, name),
      result,
    )
}

export function windowOf(node: TfjsNode, size: readonly [number, number]): Window {
  const [, down = 1, across = 1] = integers(node, 'strides')
  const [, dilatedDown = 1, dilatedAcross = 1] = integers(node, 'dilations')
  const padding = text(node, 'padding')
  if (padding !== 'SAME' && padding !== 'VALID')
    throw new Error(`${node.name}: the padding ${padding} is not converted`)
  return { size, strides: [down, across], dilations: [dilatedDown, dilatedAcross], padding: padding satisfies Padding }
}
