import { type Graph, TO_CHANNELS_FIRST, TO_CHANNELS_LAST } from '../onnx/graph.ts'
import { indices, reshaped, scalar, sizeOf, type Value } from '../onnx/value.ts'

export function reshape(graph: Graph, value: Value, wanted: readonly number[]): Value {
  const known = wanted.filter((length) => length !== -1)
  const shape = wanted.map((length) => (length === -1 ? sizeOf(value.shape) / sizeOf(known) : length))
  if (value.constant !== undefined) return reshaped(value, shape)
  return graph.emit('Reshape', [value, indices(shape)], {}, shape)
}

export function transpose(graph: Graph, value: Value, axes: readonly number[]): Value {
  if (String(axes) === String(TO_CHANNELS_LAST)) return graph.channelsLast(value)
  if (String(axes) === String(TO_CHANNELS_FIRST)) return graph.channelsFirst(value)
  return graph.emit(
    'Transpose',
    [value],
    { perm: axes },
    axes.map((axis) => value.shape[axis]!),
  )
}

export function concat(graph: Graph, values: Value[], axis: number): Value {
  const from = positive(axis, values[0]!)
  const joined = (parts: Value[], along: number) => {
    const shape = [...parts[0]!.shape]
    shape[along] = parts.reduce((sum, part) => sum + part.shape[along]!, 0)
    return graph.emit('Concat', parts, { axis: along }, shape)
  }
  if (!values.every((value) => graph.hasChannelsFirst(value))) return joined(values, from)
  const firsts = values.map((value) => graph.channelsFirst(value))
  return graph.channelsLast(joined(firsts, TO_CHANNELS_FIRST.indexOf(from)))
}

/** `amounts`: how much is added before and after, axis by axis. */
export function pad(graph: Graph, value: Value, amounts: readonly number[], filling = 0): Value {
  const added = (image: Value, axes: number[]) => {
    const before = axes.map((axis) => amounts[2 * axis]!)
    const after = axes.map((axis) => amounts[2 * axis + 1]!)
    const shape = image.shape.map((length, axis) => before[axis]! + length + after[axis]!)
    return graph.emit('Pad', [image, indices([...before, ...after]), scalar(filling)], {}, shape)
  }
  if (!graph.hasChannelsFirst(value)) return added(value, [...value.shape.keys()])
  return graph.channelsLast(added(graph.channelsFirst(value), TO_CHANNELS_FIRST))
}

export function split(graph: Graph, value: Value, sizes: readonly number[], axis: number): Value[] {
  const along = positive(axis, value)
  const parts = sizes.map((size): Value => {
    const shape = [...value.shape]
    shape[along] = size
    return { shape, type: value.type }
  })
  graph.emitMany('Split', [value, indices(sizes)], { axis: along }, parts)
  return parts
}

export function slice(graph: Graph, value: Value, begin: readonly number[], size: readonly number[]): Value {
  const shape = size.map((length, axis) => (length === -1 ? value.shape[axis]! - begin[axis]! : length))
  const end = shape.map((length, axis) => begin[axis]! + length)
  return graph.emit('Slice', [value, indices(begin), indices(end)], {}, shape)
}

export function positive(axis: number, { shape }: Value): number {
  return axis < 0 ? axis + shape.length : axis
}
