/** How a window walks over height and width. */
export interface Window {
  size: readonly [number, number]
  strides: readonly [number, number]
  dilations: readonly [number, number]
  padding: Padding
}

export type Padding = 'SAME' | 'VALID'

/** TensorFlow's rule: SAME pads so that the result has a place for every stride, the odd pixel at the end. */
export function walk(window: Window, shape: readonly number[]): { places: number[]; pads: number[] } {
  const before: number[] = []
  const after: number[] = []
  const places = [0, 1].map((axis) => {
    const length = shape[axis]!
    const reach = (window.size[axis]! - 1) * window.dilations[axis]! + 1
    const stride = window.strides[axis]!
    const count = window.padding === 'SAME' ? Math.ceil(length / stride) : Math.floor((length - reach) / stride) + 1
    const missing = window.padding === 'SAME' ? Math.max((count - 1) * stride + reach - length, 0) : 0
    before.push(Math.floor(missing / 2))
    after.push(Math.ceil(missing / 2))
    return count
  })
  return { places, pads: [...before, ...after] }
}
