import { convolution, transposedConvolution } from '../../layers/convolution.ts'
import type { Padding, Window } from '../../layers/window.ts'
import { permuted, type Value } from '../../onnx/value.ts'
import type { Table } from '../flatbuffer.ts'
import type { Operator } from '../operator.ts'
import { followed } from './arithmetic.ts'

const CONV_2D = 3
const DEPTHWISE_CONV_2D = 4
const TRANSPOSE_CONV = 67

export const CONVOLUTION: Record<number, Operator> = {
  [CONV_2D]: (graph, [image, kernel, bias], { table }) => {
    const window = windowOf(table!, kernel!, [table!.int(5, 1), table!.int(4, 1)])
    const result = convolution(graph, image!, permuted(kernel!, [0, 3, 1, 2]), bias ?? null, 1, window)
    return followed(graph, result, table!.byte(3))
  },
  [DEPTHWISE_CONV_2D]: (graph, [image, kernel, bias], { table }) => {
    const window = windowOf(table!, kernel!, [table!.int(6, 1), table!.int(5, 1)])
    const groups = image!.shape[3]!
    const result = convolution(graph, image!, permuted(kernel!, [3, 0, 1, 2]), bias ?? null, groups, window)
    return followed(graph, result, table!.byte(4))
  },
  [TRANSPOSE_CONV]: (graph, [, kernel, image, bias], { table, shape }) => {
    const window = windowOf(table!, kernel!, [1, 1])
    const weights = permuted(kernel!, [3, 0, 1, 2])
    const result = transposedConvolution(graph, image!, weights, bias ?? null, window, [shape[1]!, shape[2]!])
    return followed(graph, result, table!.byte(3))
  },
}

function windowOf(table: Table, { shape }: Value, dilations: [number, number]): Window {
  return {
    size: [shape[1]!, shape[2]!],
    strides: [table.int(2, 1), table.int(1, 1)],
    dilations,
    padding: (table.byte(0) === 0 ? 'SAME' : 'VALID') satisfies Padding,
  }
}
