import { concat, reshape } from '../../layers/shaping.ts'
import { constant, numbersOf } from '../../onnx/value.ts'
import { integer } from '../attributes.ts'
import type { Operator } from '../operator.ts'
import { expanded } from './shaping.ts'

/** Shapes are fixed once the input's is, so arithmetic about them is done here and leaves no node. */
export const SIZES: Record<string, Operator> = {
  Shape: (_graph, [value]) => constant(value!.shape, [value!.shape.length], 'int32'),
  StridedSlice: (_graph, [value, begin], node) => {
    if (value!.shape.length !== 1 || integer(node, 'shrink_axis_mask') !== 1)
      throw new Error(`${node.name}: only one number out of a shape is converted`)
    return constant([numbersOf(value!).at(numbersOf(begin!)[0]!)!], [], value!.type)
  },
  Pack: (graph, values, node) => {
    const isShape = values.every((value) => value.constant !== undefined && value.shape.length === 0)
    if (isShape) return constant(values.flatMap(numbersOf), [values.length], values[0]!.type)
    const axis = integer(node, 'axis')
    const parts = values.map((value) => reshape(graph, value, expanded(value, axis)))
    return concat(graph, parts, axis < 0 ? axis + parts[0]!.shape.length : axis)
  },
  SparseToDense: (_graph, [places, shape, entries, rest], node) => {
    if (numbersOf(places!).length > 0 || numbersOf(entries!).length > 0)
      throw new Error(`${node.name}: only an empty sparse tensor is converted`)
    const dimensions = numbersOf(shape!)
    const count = dimensions.reduce((product, length) => product * length, 1)
    return constant(Array(count).fill(numbersOf(rest!)[0]), dimensions, rest!.type)
  },
}
