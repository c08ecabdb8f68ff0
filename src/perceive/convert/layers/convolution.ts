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

/** Goes back the way of a convolution that led from `size` to the image; `weights`: in, out, height, width. */
export function transposedConvolution(
  graph: Graph,
  image: Value,
  weights: Value,
  bias: Value | null,
  window: Window,
  size: readonly [number, number],
): Value {
  const first = graph.channelsFirst(image)
  const { places, pads } = walk(window, size)
  if (String(places) !== String(first.shape.slice(2))) throw new Error(`a window over ${size} has no ${places} places`)
  const reached = [0, 1].map(
    (axis) => (places[axis]! - 1) * window.strides[axis]! + window.size[axis]! - pads[axis]! - pads[axis + 2]!,
  )
  const result = graph.emit(
    'ConvTranspose',
    bias === null ? [first, weights] : [first, weights, bias],
    {
      kernel_shape: window.size,
      strides: window.strides,
      pads,
      output_padding: [size[0] - reached[0]!, size[1] - reached[1]!],
    },
    [first.shape[0]!, weights.shape[1]!, ...size],
  )
  return graph.channelsLast(result)
}
