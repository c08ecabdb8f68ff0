import type { Box } from '../detect/box.ts'
import { inPicture, type Place, type View } from './view.ts'

/** Of the longer side of the person's box: a detector's box is about that much off. */
const MARGIN = 0.06

/** Whether a place is on the person whose box this is, or so near that the box may have cut it off. */
export function isNear([x1, y1, x2, y2]: Box, [x, y]: Place): boolean {
  const margin = MARGIN * Math.max(x2 - x1, y2 - y1)
  return x >= x1 - margin && x <= x2 + margin && y >= y1 - margin && y <= y2 + margin
}

/** Blackens all but the person: a model that finds one person would find the neighbour as gladly. */
export function alone(seen: Float32Array, size: number, view: View, box: Box): Float32Array {
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const place = inPicture(view, [(column + 0.5) / size, (row + 0.5) / size])
      if (!isNear(box, place)) seen.fill(0, (row * size + column) * 3, (row * size + column + 1) * 3)
    }
  }
  return seen
}
