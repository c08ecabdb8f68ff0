import type { Graph } from '../onnx/graph.ts'
import { indices, type Value } from '../onnx/value.ts'

export interface Resizing {
  mode: 'linear' | 'nearest'
  height: number
  width: number
  alignCorners: boolean
  halfPixelCenters: boolean
}

export function resize(graph: Graph, image: Value, { mode, height, width, ...centres }: Resizing): Value {
  const first = graph.channelsFirst(image)
  const shape = [...first.shape.slice(0, 2), height, width]
  const attributes = {
    mode,
    coordinate_transformation_mode: centresOf(centres),
    nearest_mode: mode === 'linear' ? undefined : centres.halfPixelCenters ? 'round_prefer_ceil' : 'floor',
  }
  return graph.channelsLast(graph.emit('Resize', [first, null, null, indices(shape)], attributes, shape))
}

function centresOf({ alignCorners, halfPixelCenters }: Pick<Resizing, 'alignCorners' | 'halfPixelCenters'>): string {
  if (alignCorners) return 'align_corners'
  return halfPixelCenters ? 'half_pixel' : 'asymmetric'
}
