import type { Pyramid } from '../detect/pyramid.ts'

export type Place = readonly [x: number, y: number]

/** A square of the picture, turned about its centre, as a model is shown it. */
export interface View {
  x: number
  y: number
  side: number
  /** Radians, clockwise: how far the square's own up is turned from the picture's. */
  turn: number
}

/** Red, green and blue of `size` x `size` pixels from 0 to 1, bilinear; black where the picture ends. */
export function shown(pyramid: Pyramid, view: View, size: number): Float32Array {
  const { pixels, scale } = pyramid.levelFor(regionOf(view), size, size)
  const data = new Float32Array(size * size * 3)
  const step = (view.side * scale) / size
  const [cos, sin] = [Math.cos(view.turn) * step, Math.sin(view.turn) * step]
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const [across, down] = [column + 0.5 - size / 2, row + 0.5 - size / 2]
      const x = view.x * scale + across * cos - down * sin - 0.5
      const y = view.y * scale + across * sin + down * cos - 0.5
      if (x <= -1 || y <= -1 || x >= pixels.width || y >= pixels.height) continue
      const [left, top] = [Math.max(0, Math.floor(x)), Math.max(0, Math.floor(y))]
      const [right, bottom] = [Math.min(left + 1, pixels.width - 1), Math.min(top + 1, pixels.height - 1)]
      const [beside, below] = [Math.max(0, x - left), Math.max(0, y - top)]
      const at = (row * size + column) * 3
      for (let channel = 0; channel < 3; channel++) {
        const upper =
          pixels.data[(top * pixels.width + left) * 3 + channel]! * (1 - beside) +
          pixels.data[(top * pixels.width + right) * 3 + channel]! * beside
        const lower =
          pixels.data[(bottom * pixels.width + left) * 3 + channel]! * (1 - beside) +
          pixels.data[(bottom * pixels.width + right) * 3 + channel]! * beside
        data[at + channel] = (upper * (1 - below) + lower * below) / 255
      }
    }
  }
  return data
}

/** Where a point of the view, in shares of its side, lies in the picture. */
export function inPicture({ x, y, side, turn }: View, [across, down]: Place): Place {
  const [right, lower] = [(across - 0.5) * side, (down - 0.5) * side]
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  return [x + right * cos - lower * sin, y + right * sin + lower * cos]
}

/** Where a point of the picture lies in the view, in shares of its side. */
export function inView(view: View, [x, y]: Place): Place {
  const [dx, dy] = [(x - view.x) / view.side, (y - view.y) / view.side]
  const [cos, sin] = [Math.cos(view.turn), Math.sin(view.turn)]
  return [dx * cos + dy * sin + 0.5, dy * cos - dx * sin + 0.5]
}

/** Only its size decides which level of the pyramid is sampled. */
function regionOf({ side }: View) {
  return {
    left: 0,
    top: 0,
    width: side,
    height: side,
    inner: { left: false, top: false, right: false, bottom: false },
  }
}
