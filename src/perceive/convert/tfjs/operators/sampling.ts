import { maxPool } from '../../layers/pooling.ts'
import { mean } from '../../layers/reducing.ts'
import { resize } from '../../layers/resizing.ts'
import { numbersOf } from '../../onnx/value.ts'
import { flag, integers } from '../attributes.ts'
import type { Operator } from '../operator.ts'
import { windowOf } from './convolution.ts'

export const SAMPLING: Record<string, Operator> = {
  MaxPool: (graph, [image], node) => {
    const [, height, width] = integers(node, 'ksize')
    return maxPool(graph, image!, windowOf(node, [height!, width!]))
  },
  Mean: (graph, [value, axes], node) => mean(graph, value!, numbersOf(axes!), flag(node, 'keep_dims')),
  ResizeBilinear: (graph, [image, size], node) => {
    const [height, width] = numbersOf(size!)
    return resize(graph, image!, {
      mode: 'linear',
      height: height!,
      width: width!,
      alignCorners: flag(node, 'align_corners'),
      halfPixelCenters: flag(node, 'half_pixel_centers'),
    })
  },
}
