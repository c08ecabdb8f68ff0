import type { Graph } from '../onnx/graph.ts'
import type { Value } from '../onnx/value.ts'
import { type Window, walk } from './window.ts'

export function maxPool(graph: Graph, image: Value, window: Window): Value {
  const first = graph.channelsFirst(image)
  const { places, pads } = walk(window, first.shape.slice(2))
  const attributes = { kernel_shape: window.size, strides: window.strides, pads }
  return graph.channelsLast(graph.emit('MaxPool', [first], attributes, [...first.shape.slice(0, 2), ...places]))
}
