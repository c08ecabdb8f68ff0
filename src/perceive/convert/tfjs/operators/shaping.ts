import { concat, pad, positive, reshape, slice, split, transpose } from '../../layers/shaping.ts'
import { indices, numbersOf, type Value } from '../../onnx/value.ts'
import { integer, integers } from '../attributes.ts'
import type { Operator } from '../operator.ts'

export const SHAPING: Record<string, Operator> = {
  Reshape: (graph, [value, shape]) => reshape(graph, value!, numbersOf(shape!)),
  Squeeze: (graph, [value], node) => {
    const dropped = integers(node, 'squeeze_dims').map((axis) => positive(axis, value!))
    return reshape(
      graph,
      value!,
      value!.shape.filter((length, axis) => (dropped.length === 0 ? length !== 1 : !dropped.includes(axis))),
    )
  },
  ExpandDims: (graph, [value, axis]) => reshape(graph, value!, expanded(value!, numbersOf(axis!)[0]!)),
  Transpose: (graph, [value, axes]) => transpose(graph, value!, numbersOf(axes!)),
  ConcatV2: (graph, values) => concat(graph, values.slice(0, -1), numbersOf(values.at(-1)!)[0]!),
  Pad: (graph, [value, amounts]) => pad(graph, value!, numbersOf(amounts!)),
  PadV2: (graph, [value, amounts, filling]) => pad(graph, value!, numbersOf(amounts!), numbersOf(filling!)[0]),
  SplitV: (graph, [value, sizes, axis]) => split(graph, value!, numbersOf(sizes!), numbersOf(axis!)[0]!),
  Slice: (graph, [value, begin, size]) => slice(graph, value!, numbersOf(begin!), numbersOf(size!)),
  Tile: (graph, [value, repeats]) => {
    const times = numbersOf(repeats!)
    const shape = value!.shape.map((length, axis) => length * times[axis]!)
    return times.every((time) => time === 1) ? value! : graph.emit('Tile', [value!, indices(times)], {}, shape)
  },
  Unpack: (graph, [value], node) => {
    const axis = positive(integer(node, 'axis'), value!)
    const parts = split(graph, value!, Array(integer(node, 'num')).fill(1), axis)
    return parts.map((part) =>
      reshape(
        graph,
        part,
        part.shape.filter((_, at) => at !== axis),
      ),
    )
  },
}

export function expanded({ shape }: Value, axis: number): number[] {
  return shape.toSpliced(axis < 0 ? axis + shape.length + 1 : axis, 0, 1)
}
