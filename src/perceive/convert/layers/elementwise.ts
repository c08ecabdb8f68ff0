import type { Attributes } from '../onnx/encode.ts'
import type { Graph } from '../onnx/graph.ts'
import { broadcast, permuted, reshaped, scalar, type Value } from '../onnx/value.ts'

/** Number by number, so the order of the channels does not matter: it stays as the inputs have it. */
export function elementwise(graph: Graph, op: string, inputs: Value[], attributes: Attributes = {}): Value {
  const shape = inputs.map((input) => input.shape).reduce(broadcast)
  const turned = inputs.map((input) => asChannelsFirst(graph, input, shape))
  const stays = inputs.some((input) => graph.hasChannelsFirst(input)) && turned.every((input) => input !== null)
  if (!stays) return graph.emit(op, inputs, attributes, shape)
  const first = turned.map((input) => input!.shape).reduce(broadcast)
  return graph.channelsLast(graph.emit(op, turned, attributes, first))
}

/** Null where the value would have to be transposed for it. */
function asChannelsFirst(graph: Graph, value: Value, result: readonly number[]): Value | null {
  if (result.length !== 4) return null
  if (graph.hasChannelsFirst(value)) return graph.channelsFirst(value)
  if (value.constant === undefined) return null
  if (value.shape.length === 0) return value
  const shape = [1, 1, 1, 1, ...value.shape].slice(-4)
  const first = permuted(reshaped(value, shape), [0, 3, 1, 2])
  return first.shape[0] === 1 ? reshaped(first, first.shape.slice(1)) : first
}

export function activated(graph: Graph, value: Value, name: string): Value {
  if (name === 'Relu6') return clipped(graph, value, 0, 6)
  if (name === 'Relu' || name === 'Sigmoid') return elementwise(graph, name, [value])
  throw new Error(`the activation ${name} is not converted`)
}

function clipped(graph: Graph, value: Value, least: number, most: number): Value {
  const limits = [scalar(least), scalar(most)]
  if (!graph.hasChannelsFirst(value)) return graph.emit('Clip', [value, ...limits], {}, value.shape)
  const first = graph.channelsFirst(value)
  return graph.channelsLast(graph.emit('Clip', [first, ...limits], {}, first.shape))
}
