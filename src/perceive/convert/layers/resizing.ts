import type { Graph } from '../onnx/graph.ts'
import { indices, type Value } from '../onnx/value.ts'

export interface Resizing {
  height: number
  width: number
  alignCorners: boolean
  halfPixelCenters: boolean
}

export function resizeBilinear(graph: Graph, image: Value, to: Resizing): Value {
  const first = graph.channelsFirst(image)
  const shape = [...first.shape.slice(0, 2), to.height, to.width]
  const result = graph.emit(
    'Resize',
    [first, null, null, indices(shape)],
    {
      mode: 'linear',
      coordinate_transformation_mode: to.alignCorners
        ? 'align_corners'
        : to.halfPixelCenters
          ? 'half_pixel'
          : 'asymmetric',
    },
    shape,
  )
  return graph.channelsLast(result)
}
