import { positive } from '../../layers/shaping.ts'
import { numbersOf } from '../../onnx/value.ts'
import type { Operator } from '../operator.ts'

const INT32 = 6
const INT64 = 7

export const INDEXING: Record<string, Operator> = {
  ArgMax: (graph, [value, axes]) => {
    const axis = positive(numbersOf(axes!)[0]!, value!)
    const shape = value!.shape.filter((_, at) => at !== axis)
    const place = graph.emit('ArgMax', [value!], { axis, keepdims: 0 }, shape, 'int64')
    return graph.emit('Cast', [place], { to: INT32 }, shape, 'int32')
  },
  GatherNd: (graph, [value, places]) => {
    const wide = graph.emit('Cast', [places!], { to: INT64 }, places!.shape, 'int64')
    const shape = [...places!.shape.slice(0, -1), ...value!.shape.slice(places!.shape.at(-1))]
    return graph.emit('GatherND', [value!, wide], {}, shape, value!.type)
  },
}
