import type { Graph } from '../onnx/graph.ts'
import type { Value } from '../onnx/value.ts'
import { type Window, walk } from './window.ts'

/** `weights` as ONNX has them: out, in of a group, height, width. */
export function convolution(
  graph: Graph,
  image: Value,
  weights: Value,
  bias: Value | null,
  groups: number,
  window: Window,
): Value {
  const first = graph.channelsFirst(image)
  const { places, pads } = walk(window, first.shape.slice(2))
  const result = graph.emit(
    'Conv',
    bias === null ? [first, weights] : [first, weights, bias],
    {
      kernel_shape: window.size,
      strides: window.strides,
      dilations: window.dilations,
      pads,
      group: groups,
    },
    [first.shape[0]!, weights.shape[0]!, ...places],
  )
  return graph.channelsLast(result)
}
