import { resize } from '../../layers/resizing.ts'
import { reshape, transpose } from '../../layers/shaping.ts'
import { numbersOf } from '../../onnx/value.ts'
import type { Operator } from '../operator.ts'

const RESHAPE = 22
const RESIZE_BILINEAR = 23
const TRANSPOSE = 39
const RESIZE_NEAREST_NEIGHBOR = 97

export const SHAPING: Record<number, Operator> = {
  [RESHAPE]: (graph, [value], { shape }) => reshape(graph, value!, shape),
  [TRANSPOSE]: (graph, [value, axes]) => transpose(graph, value!, numbersOf(axes!)),
  [RESIZE_BILINEAR]: (graph, [image], { table, shape }) =>
    resize(graph, image!, {
      mode: 'linear',
      height: shape[1]!,
      width: shape[2]!,
      alignCorners: table?.byte(2) === 1,
      halfPixelCenters: table?.byte(3) === 1,
    }),
  [RESIZE_NEAREST_NEIGHBOR]: (graph, [image], { table, shape }) =>
    resize(graph, image!, {
      mode: 'nearest',
      height: shape[1]!,
      width: shape[2]!,
      alignCorners: table?.byte(0) === 1,
      halfPixelCenters: table?.byte(1) === 1,
    }),
}
