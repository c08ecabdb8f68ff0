import type { Graph } from '../onnx/graph.ts'
import { TO_CHANNELS_FIRST } from '../onnx/graph.ts'
import { indices, type Value } from '../onnx/value.ts'
import { positive } from './shaping.ts'

export function mean(graph: Graph, value: Value, axes: number[], keep: boolean): Value {
  const meant = axes.map((axis) => positive(axis, value))
  // Dropping both leaves the channels in order whichever way they lie.
  const turned = graph.hasChannelsFirst(value) && String(meant) === '1,2'
  const from = turned ? graph.channelsFirst(value) : value
  const along = turned ? meant.map((axis) => TO_CHANNELS_FIRST.indexOf(axis)) : meant
  const kept = graph.emit(
    'ReduceMean',
    [from],
    { axes: along, keepdims: 1 },
    from.shape.map((length, axis) => (along.includes(axis) ? 1 : length)),
  )
  const last = turned ? graph.channelsLast(kept) : kept
  if (keep) return last
  const shape = last.shape.filter((_, axis) => !meant.includes(axis))
  return graph.emit('Reshape', [kept, indices(shape)], {}, shape)
}

export function sum(graph: Graph, value: Value, axes: number[], keep: boolean): Value {
  const meant = axes.map((axis) => positive(axis, value))
  const kept = value.shape.map((length, axis) => (meant.includes(axis) ? 1 : length))
  const shape = keep ? kept : kept.filter((_, axis) => !meant.includes(axis))
  return graph.emit('ReduceSum', [value, indices(meant)], { keepdims: keep ? 1 : 0 }, shape)
}
